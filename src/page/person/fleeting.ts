/**
 * Controls that come and go by themselves: the Undo of a toast that stands for four seconds, the "Sure?" of a button that was
 * pressed. In: what the scene reads, and the time. Out: when to act on one while it stands, the deed that brings it up again, and
 * which ones came and went. What stands too short for a person to reach is named and not waited for.
 */
import type { Control, Controls } from './controls.ts';
import type { Deed } from './deed.ts';
import type { Presses } from './presses.ts';
import type { Reach } from './reach.ts';

/** Virtual milliseconds a person takes to see a control and press it; by then the message beside it has been read too. */
const NOTICED_MS = 1_000;
/** Times one kind of control is waited for, and kinds of controls in one visit. */
const TRIES = 2;
const KINDS = 6;

interface Gone {
  readonly control: Control;
  /** What brought it up; null when the page did so while it loaded. */
  readonly cause: Deed | null;
  readonly isShort: boolean;
  tries: number;
  isDone: boolean;
}

export class Fleeting {
  readonly #controls: Controls;
  readonly #reach: Reach;
  readonly #presses: Presses;
  readonly #read = new Set<Element>();
  /** What came into reach since the last action, or was pressed by it and says something else since, and when. */
  readonly #standing = new Map<Control, number>();
  readonly #left = new Map<Control, number>();
  readonly #gone = new Map<string, Gone>();
  #cause: Deed | null = null;

  constructor(controls: Controls, reach: Reach, presses: Presses) {
    this.#controls = controls;
    this.#reach = reach;
    this.#presses = presses;
  }

  /** Called for each element the scene reads. */
  note(element: Element): void {
    this.#read.add(element);
  }

  /** Called when something changed. Out: when the person wants to act; Infinity: whenever the page has come to rest. */
  watch(now: number): number {
    if (this.#read.size > 0) this.#controls.all();
    for (const element of this.#read) {
      const control = this.#controls.of(element);
      if (control?.kind !== 'press' || this.#standing.has(control) || this.#presses.wasInReach(control)) continue;
      if (!this.#presses.reached(control) && this.#reach.state(element) === 'ok') this.#standing.set(control, now);
    }
    this.#read.clear();
    const { turned } = this.#presses;
    if (turned && !this.#standing.has(turned)) this.#standing.set(turned, now);
    let wanted = Number.POSITIVE_INFINITY;
    for (const [control, since] of this.#standing)
      if (this.#presses.reached(control) ? control !== turned : this.#reach.state(control.element) === 'hidden') {
        this.#standing.delete(control);
        this.#left.set(control, now - since);
      } else if (this.#isAwaited(control)) wanted = Math.min(wanted, since + NOTICED_MS);
    return wanted;
  }

  #isAwaited(control: Control): boolean {
    return this.#gone.get(this.#kindOf(control))?.isDone === false;
  }

  /** Controls of a kind differ in their row alone; what one says once it was pressed is another kind. */
  #kindOf(control: Control): string {
    return this.#presses.reached(control) ? `${control.group} turned` : control.group;
  }

  /** The page has come to rest: what left is gone, unless its like stands in its place. */
  rested(): void {
    for (const [control, stood] of this.#left) {
      const kind = this.#kindOf(control);
      const isBack = this.#presses.open.some(({ key, group }) => key === control.key || group === control.group);
      if (stood === 0 || (isBack && kind === control.group) || this.#gone.has(kind)) continue;
      const isShort = stood <= NOTICED_MS;
      this.#gone.set(kind, { control, cause: this.#cause, isShort, tries: 0, isDone: false });
    }
    this.#left.clear();
  }

  /** What it waited for stands now. */
  press(): Deed | null {
    for (const control of this.#standing.keys())
      if (this.#isAwaited(control) && this.#reach.state(control.element) === 'ok') {
        this.#gone.get(this.#kindOf(control))!.isDone = true;
        return this.#presses.press(control);
      }
    return null;
  }

  /** Brings one up once more, to press it while it stands. */
  again(): Deed | null {
    let kinds = 0;
    for (const [kind, gone] of this.#gone) {
      kinds += 1;
      if (kinds > KINDS) return null;
      const isReached = gone.isDone || (kind === gone.control.group && this.#presses.reached(gone.control));
      if (gone.isShort || gone.tries >= TRIES || isReached) continue;
      const deed = this.#repeated(gone.cause);
      if (!deed) continue;
      gone.tries += 1;
      return deed;
    }
    return null;
  }

  #repeated(cause: Deed | null): Deed | null {
    if (cause?.control?.kind !== 'press') return cause && this.#reach.state(cause.element) === 'ok' ? cause : null;
    const { key, group } = cause.control;
    const open = this.#presses.open;
    const like = open.find((control) => control.key === key) ?? open.find((control) => control.group === group);
    return like ? this.#presses.press(like) : null;
  }

  /** The person begins to act. */
  acting(deed: Deed): void {
    this.#cause = deed;
    this.#standing.clear();
  }

  has(control: Control): boolean {
    return this.#gone.get(control.group)?.control.key === control.key;
  }
}
