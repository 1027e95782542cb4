/**
 * Gets a modal dialog out of the way when nothing in it is left to do. In: the dialog on top. Out: a deed 'key': Escape,
 * which closes a `<dialog>` unless the page prevents it (HTML, "close requests"). A few times a dialog, no more.
 */
import type { Where } from '../scene/where.ts';
import type { Deed } from './deed.ts';
import type { Gestures } from './gestures.ts';
import type { Reach } from './reach.ts';

const TIMES = 3;

export class Escaping {
  readonly #times = new Map<string, number>();
  readonly #where: Where;
  readonly #reach: Reach;
  readonly #gestures: Gestures;

  constructor(where: Where, reach: Reach, gestures: Gestures) {
    this.#where = where;
    this.#reach = reach;
    this.#gestures = gestures;
  }

  next(): Deed | null {
    const modal = this.#reach.modal;
    if (!modal) return null;
    const key = this.#where.of(modal);
    const times = this.#times.get(key) ?? 0;
    if (times >= TIMES) return null;
    this.#times.set(key, times + 1);
    return { kind: 'key', element: modal, name: 'Escape', perform: () => this.#escape(modal) };
  }

  #escape(modal: Element): void {
    const press = { key: 'Escape' };
    const active = (modal.getRootNode() as Document).activeElement;
    const target = active && modal.contains(active) ? active : modal;
    const goesOn = this.#gestures.key(target, 'keydown', press);
    this.#gestures.key(target, 'keyup', press);
    if (!goesOn || modal.localName !== 'dialog' || !modal.hasAttribute('open')) return;
    const dialog = modal as HTMLDialogElement;
    const window = this.#gestures.realm(dialog);
    if (dialog.dispatchEvent(new window.Event('cancel', { cancelable: true }))) dialog.close();
  }
}
