/**
 * What a button says of how its form is sent, as properties: `formMethod`, `formAction` and their kin (HTML Standard, 4.10.18.6).
 * In: the window. Out: nothing; setting one sets its attribute.
 */
import type { PageHost } from '../bridge.ts';
import { defineAccessors } from '../channels/define.ts';

type Shown = (value: string | null, element: Element) => string;

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'dialog']);

export function installSubmitterOverrides(window: Window & typeof globalThis, host: PageHost): void {
  const reflect = (prototype: Element, name: string, shown: Shown): void => {
    if (name in prototype) return;
    defineAccessors(prototype, {
      [name]: {
        get(this: Element) {
          return shown(this.getAttribute(name), this);
        },
        set(this: Element, value: unknown) {
          host.shim('submitter-overrides');
          this.setAttribute(name, String(value));
        },
      },
    });
  };
  for (const { prototype } of [window.HTMLButtonElement, window.HTMLInputElement]) {
    reflect(prototype, 'formMethod', (value) => (value === null ? '' : methodOf(value)));
    reflect(prototype, 'formAction', (value, { baseURI, ownerDocument }) =>
      value ? (URL.parse(value, baseURI)?.href ?? value) : ownerDocument.URL,
    );
    reflect(prototype, 'formEnctype', (value) => value ?? '');
    reflect(prototype, 'formTarget', (value) => value ?? '');
  }
}

function methodOf(value: string): string {
  const method = value.toLowerCase();
  return METHODS.has(method) ? method : 'get';
}
