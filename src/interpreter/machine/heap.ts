/**
 * Mutable state with a way back. In: assignments to cells. Out: what changed since a mark, undone or redone.
 * Branches that the page decides are run one after the other from the same state and joined cell by cell.
 */

import { joinItems } from '../values/counts.ts';
import { join } from '../values/joins.ts';
import type { Cell, Value } from '../values/values.ts';
import { UNDEFINED } from '../values/values.ts';
import { anyOf } from '../values/ways.ts';
import type { Changed } from './watches.ts';
import { Watch } from './watches.ts';

/** Cells and the values they had at the end of a branch. */
export type Delta = Map<Cell<unknown>, unknown>;

/** What a cell belongs to: an object or a scope. */
interface Holder {
  readonly serial: number;
}

/** Of always: what belongs to nobody. */
const NOBODY: Holder = { serial: 0 };

export class Heap {
  #log: { cell: Cell<unknown>; old: unknown; at: number | undefined }[] = [];
  #marks = 0;
  #isKept = false;
  #watch: Watch | null = null;
  /** The entry that runs, while no branch is open; else 0. */
  stamp = 0;

  /** Gives a cell of `holder` a value. */
  set<T>(cell: Cell<T>, value: T, holder: Holder = NOBODY): void {
    for (let watch = this.#watch; watch; watch = watch.outer) watch.note(cell as Cell<unknown>, holder.serial);
    this.#put(cell, value);
  }

  /** What is known of `holder` beside its cells has become less. */
  blur(holder: Holder): void {
    for (let watch = this.#watch; watch; watch = watch.outer) watch.noteBlurred(holder.serial);
  }

  /** Runs `act`; says what it changed of what was there before. */
  watch(act: () => void): Changed {
    const watch = new Watch(this.#watch);
    this.#watch = watch;
    try {
      act();
    } finally {
      this.#watch = watch.outer;
    }
    return watch;
  }

  #put<T>(cell: Cell<T>, value: T): void {
    if (this.#marks > 0 || this.#isKept) this.#log.push({ cell: cell as Cell<unknown>, old: cell.v, at: cell.at });
    cell.v = value;
    if (this.stamp > 0 || cell.at !== undefined) cell.at = this.stamp;
  }

  /** Where the log of changes stands. */
  get position(): number {
    return this.#log.length;
  }

  /** Whether changes are kept though no branch is open, for what has left early. */
  keep(isKept: boolean): void {
    this.#isKept = isKept;
    if (!isKept && this.#marks === 0) this.#log.length = 0;
  }

  mark(): number {
    this.#marks += 1;
    return this.#log.length;
  }

  get depth(): number {
    return this.#marks;
  }

  /** After a cut: the branches that were open then are open still. */
  restoreDepth(depth: number): void {
    this.#marks = depth;
  }

  /** Undoes everything since the mark and says what it was. */
  takeBack(mark: number): Delta {
    const delta: Delta = new Map();
    for (let index = this.#log.length - 1; index >= mark; index -= 1) {
      const entry = this.#log[index];
      if (!entry) continue;
      if (!delta.has(entry.cell)) delta.set(entry.cell, entry.cell.v);
      entry.cell.v = entry.old;
    }
    this.#log.length = mark;
    this.#marks -= 1;
    return delta;
  }

  /** Undoes everything since the mark, for good. */
  undo(mark: number): void {
    for (let index = this.#log.length - 1; index >= mark; index -= 1) {
      const { cell, old } = this.#log[index]!;
      cell.v = old;
    }
    this.#log.length = mark;
    this.#marks -= 1;
  }

  /** Ends a branch that was cut short; what it did stays. */
  forget(): void {
    this.#marks -= 1;
  }

  redo(delta: Delta): void {
    for (const [cell, value] of delta) this.#put(cell, value);
  }

  /** The state after either of two branches, which came by these writes. */
  either(a: Delta, b: Delta, sides: Sides): void {
    for (const [cell, value] of a) this.#put(cell, joinCells(value, b.has(cell) ? b.get(cell) : cell.v, sides));
    for (const [cell, value] of b) if (!a.has(cell)) this.#put(cell, joinCells(cell.v, value, sides));
  }

  /**
   * The state if a branch that left early, the second of the sides, may also have come here: its own changes, and nothing of what was
   * changed in the log from `from` to `to`.
   */
  weaken(delta: Delta, from: number, to: number, sides: Sides): void {
    const { stamp } = this;
    this.stamp = 0;
    if (from < to) this.#turnBack(delta, from, to, sides);
    for (const [cell, value] of delta) this.#put(cell, joinCells(cell.v, value, sides));
    this.stamp = stamp;
  }

  #turnBack(delta: Delta, from: number, to: number, sides: Sides): void {
    const seen = new Set<Cell<unknown>>();
    for (let index = from; index < to; index += 1) {
      const { cell, old, at } = this.#log[index]!;
      if (seen.has(cell) || delta.has(cell)) continue;
      seen.add(cell);
      if (old !== cell.v && !(old === undefined && isDeclared(cell))) this.#mayBe(cell, old, at, sides);
    }
  }

  /** A cell may hold what it held at an earlier moment. What others made of that since, on a way that wrote nothing, is no claim. */
  #mayBe(cell: Cell<unknown>, old: unknown, at: number | undefined, sides: Sides): void {
    const { at: since } = cell;
    this.#put(cell, joinCells(cell.v, old, sides));
    if (since && (sides || at === since)) cell.at = since;
  }
}

/** Variables, which have nothing before they are declared. */
function isDeclared(cell: Cell<unknown>): boolean {
  return 'stale' in cell;
}

/** What two branches had written; null where that is the same. `sent`: how often something was written so far. */
export type Sides = {
  readonly one: ReadonlySet<string>;
  readonly other: ReadonlySet<string>;
  readonly sent: number;
} | null;

function joinCells(a: unknown, b: unknown, sides: Sides): unknown {
  if (Array.isArray(a) || Array.isArray(b)) return joinItems(listed(a), listed(b));
  if (a === undefined && b === undefined) return undefined;
  const [one, other] = [(a ?? UNDEFINED) as Value, (b ?? UNDEFINED) as Value];
  if (!sides) return join(one, other);
  return anyOf(
    [
      { value: one, after: sides.one },
      { value: other, after: sides.other },
    ],
    sides.sent,
  );
}

function listed(value: unknown): readonly Value[] {
  return Array.isArray(value) ? value : [];
}
