/**
 * What is written on a control each time it is pressed: "Pay" that became "Sure?", or "Edit" that became "Save", is
 * another control to a person. In: controls. Out: whether one says something it did not say when it was pressed.
 */
import { accessibleName } from './accessible-name.ts';
import type { Control } from './controls.ts';

/** Says that it is done, or under way: nothing more to press. */
const SETTLED =
  /saved|saving|sent|sending|done|copied|loading|added|✓|✔|…|\.\.\.|gespeichert|enregistré|guardado|salvato|сохранен|保存済|已保存/i;
const LEADS_ON =
  /^(?:next|continue|go on|weiter|nächste|suivant|continuer|siguiente|continuar|avanti|próximo|далее|下一|继续|次へ|进む|続ける|[→›»▶⏭])(?=$|[^\p{L}])/iu;

/** A text by which two views are told apart: a number alone is no difference. */
const plain = (text: string): string => text.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().slice(0, 200);

/** The words a control stands among. */
export const surroundings = (element: Element): string => plain(element.parentElement?.textContent ?? '');

export class Faces {
  readonly #pressed = new Map<string, Set<string>>();

  note(control: Control): void {
    this.#pressed.getOrInsertComputed(control.key, () => new Set()).add(faceOf(control.element));
  }

  hasChanged(control: Control): boolean {
    const faces = this.#pressed.get(control.key);
    if (!faces) return false;
    const face = faceOf(control.element);
    return face !== '' && !faces.has(face) && !SETTLED.test(face) && !holdsContent(control.element);
  }
}

const NATURAL: ReadonlySet<string> = new Set(['button', 'a', 'input', 'summary']);
const CONTENT = 'textarea, input, select, pre, p, ul, ol, table, [contenteditable]';

/** What an editor or a list holds is no name of it. */
const holdsContent = (element: Element): boolean =>
  !NATURAL.has(element.localName) && element.querySelector(CONTENT) !== null;

function faceOf(element: Element): string {
  return plain(element.localName === 'input' ? (element as HTMLInputElement).value : (element.textContent ?? ''));
}

/** Brings up the next of a row of views, as far as its name says. */
export const leadsOn = (control: Control): boolean => LEADS_ON.test(control.name);

/** The name as it stands now. */
export const nameNow = (control: Control): string => accessibleName(control.element) || control.name;
