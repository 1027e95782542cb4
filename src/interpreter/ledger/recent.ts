/**
 * What came before an effect, within bounds. In: keys of writes, oldest first. Out: the latest of them; an effect that comes
 * after more writes than that is laid to the nearest ones.
 */
const KEPT_WRITES = 64;

export const NO_WRITES: ReadonlySet<string> = new Set();

/** What came before: writes that were started, and those whose answer was waited for. */
export interface After {
  readonly fired: ReadonlySet<string>;
  readonly awaited: ReadonlySet<string>;
}

/** Before the first write. */
export const NOTHING: After = { fired: NO_WRITES, awaited: NO_WRITES };

/** What is in either, the first one's before the second's. Sets of writes are shared: none is ever changed. */
export function both(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  if (a === b || b.size === 0) return a;
  return a.size === 0 ? b : a.union(b);
}

/** What is in the first one only. */
export function without(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  if (a === b) return NO_WRITES;
  return a.isDisjointFrom(b) ? a : a.difference(b);
}

export function recent(keys: ReadonlySet<string>): ReadonlySet<string> {
  return keys.size > KEPT_WRITES ? new Set([...keys].slice(-KEPT_WRITES)) : keys;
}

/** The writes that came since, started or waited for. */
export function writtenSince(before: After, after: After): ReadonlySet<string> {
  if (before === after) return NO_WRITES;
  return without(both(after.awaited, after.fired), both(before.awaited, before.fired));
}
