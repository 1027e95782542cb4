/**
 * Chooses where a field offers choices: an option, a box, a radio, a file. In: an element. Out: the events of choosing.
 * A radio is never un-checked; a box already ticked is taken away and put back, so that a listener hears of it.
 */
import type { Gestures } from './gestures.ts';
import { announceChange, setNative } from './typing.ts';

/** The last option a person can take and has not taken, the last two where several may be; placeholders (no value) only when there is nothing else. */
export function chooseOption(gestures: Gestures, select: HTMLSelectElement): boolean {
  const open = [...select.options].filter((option) => !option.matches(':disabled') && !option.hidden);
  const valued = open.filter((option) => option.value !== '');
  const choice = (valued.length > 0 ? valued : open).findLast((option) => !option.selected) ?? valued.at(-1);
  if (!choice) return false;
  if (select.multiple) for (const option of [choice, ...valued.slice(-2)]) setNative(option, 'selected', true);
  else for (const option of open) if (option === choice) setNative(option, 'selected', true);
  announceChange(gestures, select);
  return true;
}

export function tick(gestures: Gestures, box: HTMLInputElement, through: Element): void {
  const ticked = box.checked;
  gestures.click(through);
  if (ticked && box.isConnected && !box.checked) gestures.click(through);
}

/** The last radio of the group that a person can take and that is not taken already. */
export function radioChoice(radio: HTMLInputElement, group: readonly HTMLInputElement[]): HTMLInputElement | null {
  return group.findLast((each) => !each.checked && !each.matches(':disabled')) ?? (radio.checked ? null : radio);
}

const FILES: readonly (readonly [RegExp, string, string])[] = [
  [/json/, 'json', 'application/json'],
  [/csv/, 'csv', 'text/csv'],
  [/image|png|jpe?g|svg|gif|webp/, 'png', 'image/png'],
  [/pdf/, 'pdf', 'application/pdf'],
  [/html/, 'html', 'text/html'],
  [/markdown|\.md/, 'md', 'text/markdown'],
  [/xml/, 'xml', 'text/xml'],
];

/** A file of a kind the chooser accepts, its name and its content carrying the token. */
export function fileFor(window: Window & typeof globalThis, accept: string, token: string): File {
  const [, extension, type] = FILES.find(([pattern]) => pattern.test(accept.toLowerCase())) ?? [
    null,
    'txt',
    'text/plain',
  ];
  const content: Readonly<Record<string, string>> = {
    json: JSON.stringify({ note: token, items: [] }),
    csv: `name,note\n${token},${token}\n`,
  };
  return new window.File([content[extension] ?? `${token} note`], `${token}.${extension}`, { type });
}

export function chooseFile(gestures: Gestures, input: HTMLInputElement, file: File): void {
  const window = gestures.realm(input);
  const list = Object.create(window.FileList.prototype, {
    0: { value: file, enumerable: true },
    length: { value: 1 },
    item: { value: (index: number) => (index === 0 ? file : null) },
    [Symbol.iterator]: { value: () => [file].values() },
  }) as FileList;
  Object.defineProperty(input, 'files', { configurable: true, enumerable: true, get: () => list });
  Object.defineProperty(input, 'value', {
    configurable: true,
    enumerable: true,
    get: () => `C:\\fakepath\\${file.name}`,
    set: () => {
      Reflect.deleteProperty(input, 'files');
      Reflect.deleteProperty(input, 'value');
    },
  });
  // The engine's own list stays empty, so that `required` would stop the form although a file is chosen.
  if (input.required && input.validity.valueMissing) input.removeAttribute('required');
  announceChange(gestures, input);
}
