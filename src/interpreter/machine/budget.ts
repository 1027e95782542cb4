/**
 * Steps instead of a clock. In: steps spent, and by the code of which file. Out: nothing, or a `Cut` when a call, an entry or
 * the file has had its share. A cut is remembered: what it kept from running must be reported.
 */
import { ENTRY_STEPS, PROGRAM_STEPS, RESERVED_STEPS, RUN_STEPS } from '../../limits.ts';
import { OWN_FILE } from '../trees/program-facts.ts';
import { Cut } from './completions.ts';

/** Steps of a call that cannot matter for a write. */
const SIDE_STEPS = 1_200;

/**
 * All draw from what is common; once that is gone, each file has something left that is kept for it alone. So a large
 * library that takes all it gets does not keep the page's own code, written behind it, from being looked at.
 */
export class Budget {
  #spent = 0;
  #entryEnd = PROGRAM_STEPS;
  #fileEnd = RUN_STEPS;
  #callEnd = Number.POSITIVE_INFINITY;
  #common = RUN_STEPS;
  readonly #kept = new Map<string, number>();
  #file = OWN_FILE;
  #startedAt = 0;
  truncated = false;

  /** `beside`: the files beside the page; without any, all there is is common. */
  constructor(beside: ReadonlySet<string> = new Set()) {
    if (beside.size > 0) this.#kept.set(OWN_FILE, RESERVED_STEPS);
    for (const file of beside) this.#kept.set(file, Math.floor(RESERVED_STEPS / beside.size));
  }

  spend(steps: number): void {
    this.#spent += steps;
    if (this.#spent > this.#callEnd) throw new Cut('call');
    if (this.#spent > this.#entryEnd) throw new Cut('entry');
    if (this.#spent > this.#fileEnd) throw new Cut('program');
  }

  get spent(): number {
    return this.#spent;
  }

  /** Nothing is left for code of this file. */
  isExhausted(file: string): boolean {
    this.#settle();
    return this.#leftFor(file) <= 0;
  }

  startEntry(isProgram: boolean, file: string): void {
    this.#settle();
    this.#file = file;
    this.#callEnd = Number.POSITIVE_INFINITY;
    this.#fileEnd = this.#spent + this.#leftFor(file);
    this.#entryEnd = this.#spent + (isProgram ? PROGRAM_STEPS : ENTRY_STEPS);
  }

  #leftFor(file: string): number {
    return this.#common + (this.#kept.get(file) ?? 0);
  }

  /** Takes what was spent since the last time from what is common, then from what is kept for the file. */
  #settle(): void {
    const spent = this.#spent - this.#startedAt;
    this.#startedAt = this.#spent;
    const shared = Math.min(spent, this.#common);
    this.#common -= shared;
    const kept = this.#kept.get(this.#file) ?? 0;
    this.#kept.set(this.#file, Math.max(0, kept - (spent - shared)));
  }

  /** Runs `act` with few steps; null when they did not suffice. */
  aside<T>(act: () => T): T | null {
    if (this.#callEnd !== Number.POSITIVE_INFINITY) return act();
    this.#callEnd = this.#spent + SIDE_STEPS;
    try {
      return act();
    } catch (error) {
      if (error instanceof Cut && error.scope === 'call') return null;
      throw error;
    } finally {
      this.#callEnd = Number.POSITIVE_INFINITY;
    }
  }
}
