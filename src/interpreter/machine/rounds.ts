/**
 * Doing something any number of times. In: one round. Out: what the last one gave. A round that changes something that was there
 * before is followed by another, which begins with what any number of rounds may have left.
 */

import { joinItems } from '../values/counts.ts';
import { isWithin, join } from '../values/joins.ts';
import type { Cell, Value } from '../values/values.ts';
import { STATE, top } from '../values/values.ts';
import type { Machine } from './machine.ts';
import type { Changed } from './watches.ts';

/** Rounds after which the rest is cut off. */
const MOST = 8;

interface Ways<T> {
  /** What a round gave says that none follows. */
  readonly isLast?: (given: T) => boolean;
  /** Widens what else is known to change, before a further round. */
  readonly between?: () => void;
}

/** Runs `round` until it leaves nothing that it could not have begun with; after a few rounds what changes may be anything. */
export function repeated<T>(machine: Machine, round: () => T, { isLast, between }: Ways<T> = {}): T {
  const news = new Map<Cell<unknown>, number>();
  let given!: T;
  for (let count = 1; count <= MOST; count += 1) {
    const changed = machine.heap.watch(() => {
      given = round();
    });
    if (isLast?.(given) || !isNews(machine, changed, news)) return given;
    for (const [cell, before] of changed.cells) machine.heap.set(cell, either(before, cell.v, news.get(cell) ?? 0));
    between?.();
  }
  machine.budget.truncated = true;
  return given;
}

/** Whether a round left something that it could not have begun with. `news`: how often each cell was such a thing. */
function isNews(machine: Machine, changed: Changed, news: Map<Cell<unknown>, number>): boolean {
  machine.tick(changed.cells.size);
  let found = changed.blurred;
  for (const [cell, before] of changed.cells) {
    const times = news.get(cell) ?? 0;
    if (times === ANY || isKnown(before, cell.v, times)) continue;
    news.set(cell, times + 1);
    found = true;
  }
  return found;
}

/** Times that a cell is news before it is taken to hold anything. */
const ANY = 2;

function isKnown(before: unknown, now: unknown, times: number): boolean {
  if (Array.isArray(now)) return before === now || times > 0;
  return isWithin(now as Value | undefined, before as Value | undefined);
}

function either(before: unknown, now: unknown, times: number): unknown {
  if (Array.isArray(now)) return joinItems(before as readonly Value[], now);
  const value = join(before as Value | undefined, now as Value | undefined);
  return times < ANY ? value : join(value, top(STATE));
}
