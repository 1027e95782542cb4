/**
 * What came before an effect, within bounds. In: keys of writes, oldest first. Out: the latest of them; an effect that comes
 * after more writes than that is laid to the nearest ones.
 */
const KEPT_WRITES = 64;

export function recent(keys: readonly string[]): ReadonlySet<string> {
  return new Set(keys.length > KEPT_WRITES ? keys.slice(-KEPT_WRITES) : keys);
}
