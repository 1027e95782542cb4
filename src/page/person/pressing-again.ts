/**
 * What is pressed once more because it was pressed too early: a Save that said "Nothing to save yet". In: presses, and
 * whether each action changed anything a person sees. Out: a control whose presses wrote nothing though others changed
 * something since, or did anything at all, where it is a save or its presses did nothing that is seen. What throws work
 * away, and what switches itself, is left as it is.
 */
import type { Control } from './controls.ts';
import { isSaving, pressClass } from './press-order.ts';

/** Presses beyond the first in one round: of controls that differ in their row alone, and of all that do not look like a save. */
const LIKES = 2;
const OTHERS = 8;

/** Times a save is pressed again. */
const MOST = 2;

interface Early {
  /** The steps in which it was pressed. */
  readonly steps: number[];
  /** Changes by other actions that had been seen, and actions done, when its last press was over. */
  seen: number;
  acts: number;
  /** No press of it changed anything a person sees. */
  silent: boolean;
  /** What it looked like when it was pressed first. */
  readonly look: string;
  again: number;
}

export class PressingAgain {
  readonly #early = new Map<string, Early>();
  readonly #likes = new Map<string, number>();
  readonly #wrote: (step: number) => boolean;
  #others = 0;
  #changes = 0;
  #acts = 0;

  /** `wrote`: whether the action of a step made the page send anything that writes. */
  constructor(wrote: (step: number) => boolean) {
    this.#wrote = wrote;
  }

  /** Changes of which a person was the cause, so far. */
  get changes(): number {
    return this.#changes;
  }

  note(control: Control, step: number): void {
    const early = this.#early.get(control.key);
    if (early) early.steps.push(step);
    else
      this.#early.set(control.key, {
        steps: [step],
        seen: 0,
        acts: 0,
        silent: true,
        look: lookOf(control.element),
        again: 0,
      });
  }

  /** After each action: `changed` says whether a person sees a difference, `pressed` what was pressed. */
  observe(changed: boolean, pressed: Control | null): void {
    this.#acts++;
    if (changed) this.#changes++;
    const early = pressed && this.#early.get(pressed.key);
    if (!early) return;
    early.seen = this.#changes;
    early.acts = this.#acts;
    if (changed) early.silent = false;
  }

  /** What looks like a save comes first, and may come `times` times; of the rest a few once, where `times` is 1. */
  next(inReach: Iterable<Control>, times: number): Control | null {
    let other: Control | null = null;
    for (const control of inReach) {
      const early = this.#early.get(control.key);
      if (!early || early.again >= times || this.#liked(control, times) >= LIKES) continue;
      if (!this.#isDue(control, early) && !(times === 1 && this.#mayBeDue(control, early))) continue;
      if (isSaving(control)) return this.#take(control, times);
      if (times === 1 && this.#others < OTHERS && lookOf(control.element) === early.look) other ??= control;
    }
    if (!other) return null;
    this.#others++;
    return this.#take(other, times);
  }

  #liked(control: Control, times: number): number {
    return this.#likes.get(`${times} ${control.group}`) ?? 0;
  }

  /** Whether a save that is out of reach is worth going back to. */
  isAwaited(control: Control): boolean {
    const early = this.#early.get(control.key);
    return early !== undefined && early.again < MOST && isSaving(control) && this.#isDue(control, early);
  }

  /** Whether a save was pressed and wrote nothing. */
  isWaiting(control: Control): boolean {
    const early = this.#early.get(control.key);
    return early !== undefined && isSaving(control) && this.#mayCount(control, early);
  }

  #take(control: Control, times: number): Control {
    const early = this.#early.get(control.key);
    if (early) early.again++;
    this.#likes.set(`${times} ${control.group}`, this.#liked(control, times) + 1);
    return control;
  }

  #isDue(control: Control, early: Early): boolean {
    return early.seen < this.#changes && this.#mayCount(control, early);
  }

  /** What was done since may have changed what nobody sees: a flag, a choice that is shown nowhere. */
  #mayBeDue(control: Control, early: Early): boolean {
    return early.acts < this.#acts && (early.silent || isSaving(control)) && this.#mayCount(control, early);
  }

  #mayCount(control: Control, { steps }: Early): boolean {
    return pressClass(control) === 0 && !steps.some((step) => this.#wrote(step));
  }
}

/** What a switch changes on itself when it is pressed. */
function lookOf(element: Element): string {
  const attributes = element.getAttributeNames().map((name) => `${name}=${element.getAttribute(name)}`);
  return [...attributes.sort(), element.textContent ?? ''].join('\n');
}
