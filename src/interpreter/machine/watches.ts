/**
 * What code changes of what was there before it ran. In: cells as they are set, and how old is what they belong to. Out: those
 * that are older than the code's run, with what they held.
 */

import { latestSerial } from '../values/serials.ts';
import type { Cell } from '../values/values.ts';

export interface Changed {
  /** Cells and what they held before. */
  readonly cells: ReadonlyMap<Cell<unknown>, unknown>;
  /** Something is known less well than before, that no cell tells of. */
  readonly blurred: boolean;
}

export class Watch implements Changed {
  readonly cells = new Map<Cell<unknown>, unknown>();
  blurred = false;
  readonly outer: Watch | null;
  readonly #since = latestSerial();

  constructor(outer: Watch | null) {
    this.outer = outer;
  }

  note(cell: Cell<unknown>, serial: number): void {
    if (serial <= this.#since && !this.cells.has(cell)) this.cells.set(cell, cell.v);
  }

  noteBlurred(serial: number): void {
    if (serial <= this.#since) this.blurred = true;
  }
}
