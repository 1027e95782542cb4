/**
 * How to get back to a control that went out of reach. In: what each press brought up, and what is in reach. Out: a control
 * to press for it: what brought it up before, else what leads elsewhere. Each a few times; what submits is none.
 */
import type { Control } from './controls.ts';
import type { Deed } from './deed.ts';
import { isDestructive, isSubmitter, pressClass } from './press-order.ts';

/** Times one control is pressed to go back. */
const REVISITS = 2;

export class WaysBack {
  /** Controls that came into reach by a press, by the key of the control that was pressed. */
  readonly #revealers = new Map<string, Set<string>>();
  readonly #revisits = new Map<string, number>();
  /** What else brought a control into reach, by its key, and how often it was done again. */
  readonly #leaves = new Map<string, Deed>();
  readonly #again = new WeakMap<Element, number>();

  /** A press of `by` brought the control up. */
  note(control: Control, by: Control): void {
    this.#revealers.getOrInsertComputed(control.key, () => new Set()).add(by.key);
  }

  /** A press of something that is no control of its own brought it up. */
  noteLeaf(control: Control, leaf: Deed): void {
    if (!this.#leaves.has(control.key)) this.#leaves.set(control.key, leaf);
  }

  /** What brought it up and is no control; each a few times. */
  takeLeaf(to: Control, isInReach: (element: Element) => boolean): Deed | null {
    const leaf = this.#leaves.get(to.key);
    const times = leaf ? (this.#again.get(leaf.element) ?? 0) : REVISITS;
    if (!leaf || times >= REVISITS || !isInReach(leaf.element)) return null;
    this.#again.set(leaf.element, times + 1);
    return leaf;
  }

  /** `pressed`: whether one was pressed before; `modal`: a dialog covers the rest. What submits would send again. */
  take(to: Control, open: ReadonlyMap<string, Control>, pressed: (control: Control) => boolean, modal: boolean) {
    const usable = (way: Control | undefined): way is Control =>
      way?.kind === 'press' &&
      pressed(way) &&
      (this.#revisits.get(way.key) ?? 0) < REVISITS &&
      !isSubmitter(way.element);
    const leads = (way: Control): boolean => {
      const own = pressClass(way);
      return own === 1 || (own === 2 && (modal || !isDestructive(way)));
    };
    const revealers = [...(this.#revealers.get(to.key) ?? [])].map((key) => open.get(key));
    const way = revealers.find(usable) ?? [...open.values()].find((each) => leads(each) && usable(each));
    if (way) this.#revisits.set(way.key, (this.#revisits.get(way.key) ?? 0) + 1);
    return way ?? null;
  }
}
