/**
 * Steps instead of a clock. In: steps spent. Out: nothing, or a `Cut` when a call, an entry or the run has had its share.
 * A cut is remembered: what it kept from running must be reported.
 */
import { ENTRY_STEPS, PROGRAM_STEPS, RUN_STEPS } from '../limits.ts';
import { Cut } from './completions.ts';

/** Steps of a call that cannot matter for a write. */
const SIDE_STEPS = 1_200;

export class Budget {
  #spent = 0;
  #entryEnd = PROGRAM_STEPS;
  #callEnd = Number.POSITIVE_INFINITY;
  truncated = false;

  spend(steps = 1): void {
    this.#spent += steps;
    if (this.#spent > this.#callEnd) throw new Cut('call');
    if (this.#spent > this.#entryEnd) throw new Cut('entry');
    if (this.#spent > RUN_STEPS) throw new Cut('program');
  }

  get spent(): number {
    return this.#spent;
  }

  isExhausted(): boolean {
    return this.#spent > RUN_STEPS;
  }

  startEntry(isProgram: boolean): void {
    this.#callEnd = Number.POSITIVE_INFINITY;
    this.#entryEnd = this.#spent + (isProgram ? PROGRAM_STEPS : ENTRY_STEPS);
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
