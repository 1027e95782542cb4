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

export function recent(keys: readonly string[]): ReadonlySet<string> {
  if (keys.length === 0) return NO_WRITES;
  return new Set(keys.length > KEPT_WRITES ? keys.slice(-KEPT_WRITES) : keys);
}
