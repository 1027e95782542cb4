/**
 * Numbers for the users that cells run under: no two living cells of this process share one, and cells of other processes
 * rarely do. In: nothing. Out: a uid, or null where this process cannot choose.
 */

/** No account of a usual system is here: above people, below `nobody`. */
const FIRST_UID = 61_000;
const BLOCK = 66;
const BLOCKS = 60;

const taken = new Set<number>();

/** A free number, taken until `giveUid`. */
export function takeUid(): number | null {
  if (process.getuid?.() !== 0) return null;
  const first = FIRST_UID + (process.pid % BLOCKS) * BLOCK;
  let uid = first;
  while (taken.has(uid)) uid += 1;
  taken.add(uid);
  return uid;
}

/** Safe to call for a cell that has none. */
export function giveUid(uid: number | null): void {
  if (uid !== null) taken.delete(uid);
}
