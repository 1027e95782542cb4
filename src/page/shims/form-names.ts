/**
 * Controls as properties of their form: `form.email` (HTML Standard, 4.10.3, the named getter of HTMLFormElement).
 * In: the window. Out: nothing. The form's own members win here, where a browser lets the control win over all of them.
 */
import type { PageHost } from '../bridge.ts';

export function installFormNames(window: Window & typeof globalThis, host: PageHost): void {
  const prototype = window.HTMLFormElement.prototype;
  if (knowsNames(window.document)) return;
  const named = (form: unknown, key: PropertyKey): unknown => {
    if (typeof key !== 'string' || key === '' || !(form instanceof window.HTMLFormElement)) return null;
    const found = form.elements.namedItem(key);
    if (found) host.shim('form-names');
    return found;
  };
  const above = Object.getPrototypeOf(prototype) as object;
  const names = new Proxy(above, {
    get: (target, key, receiver) => named(receiver, key) ?? Reflect.get(target, key, receiver),
  });
  Object.setPrototypeOf(prototype, names);
}

/** Asked in each window, so without a document of its own or a parser: both cost more than everything else here. */
function knowsNames(document: Document): boolean {
  const form = document.createElement('form');
  const control = document.createElement('input');
  control.name = 'probe';
  form.appendChild(control);
  return 'probe' in form;
}
