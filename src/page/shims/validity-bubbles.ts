/**
 * What a browser says beside a field whose value does not hold, when a script asks for it (HTML Standard, 4.10.21.3). In:
 * calls of `reportValidity`. Out: the message of the first such field, as a person would read it.
 */
import type { PageHost } from '../bridge.ts';

type Reporting = { reportValidity(): boolean };
type Validated = Element & {
  readonly validationMessage: string;
  readonly willValidate: boolean;
  checkValidity(): boolean;
};

export function installValidityBubbles(window: Window & typeof globalThis, host: PageHost): void {
  const kinds = [
    'HTMLInputElement',
    'HTMLTextAreaElement',
    'HTMLSelectElement',
    'HTMLButtonElement',
    'HTMLFormElement',
  ] as const;
  for (const kind of kinds) {
    const prototype = window[kind].prototype as Reporting;
    const { reportValidity } = prototype;
    prototype.reportValidity = {
      reportValidity(this: Element): boolean {
        const holds: unknown = Reflect.apply(reportValidity, this, []);
        const field = holds === false ? firstInvalid(this) : null;
        if (field?.validationMessage) {
          host.shim('validity-bubbles');
          host.perceive(JSON.stringify({ kind: 'notification', where: nameOf(field), text: field.validationMessage }));
        }
        return holds === true;
      },
    }.reportValidity;
  }
}

function firstInvalid(element: Element): Validated | null {
  if (element.localName !== 'form') return element as Validated;
  const fields = [...(element as HTMLFormElement).elements] as Validated[];
  return fields.find((field) => field.willValidate && field.validationMessage !== '') ?? null;
}

const nameOf = ({ localName, id }: Element): string => (id ? `${localName}#${id}` : localName);
