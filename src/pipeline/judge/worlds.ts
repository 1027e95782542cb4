/**
 * Which drives of one host speak for the artifact. In: all drives of a host. Out: the refusing drive, and for each
 * write-back the drive that accepted it. A repaired page is taken only where the page as it is wrote nothing.
 */
import type { HostDrives, Observation } from '../../model.ts';
import { keyCovers } from '../../write-back-key.ts';
import type { IndexedDrive } from './drive.ts';
import { indexDrive } from './drive.ts';

export interface Worlds {
  readonly refused: IndexedDrive | null;
  /** Every request accepted; the first as the host would shape it, then with the fields the page missed. */
  readonly accepting: readonly IndexedDrive[];
  readonly forOne: readonly IndexedDrive[];
  readonly repaired: boolean;
}

export function worldsOf(drives: HostDrives): Worlds {
  const asItIs = drives.observations.filter((observation) => observation.repairs.length === 0);
  const repaired = drives.observations.filter((observation) => observation.repairs.length > 0);
  const plain = sortOut(asItIs, false);
  if (repaired.length === 0 || writes(plain)) return plain;
  return sortOut(repaired, true);
}

function sortOut(observations: readonly Observation[], repaired: boolean): Worlds {
  const of = (kind: Observation['world']['kind']): IndexedDrive[] =>
    observations.filter((observation) => observation.world.kind === kind).map(indexDrive);
  return {
    refused: of('refusing')[0] ?? null,
    accepting: of('accepting'),
    forOne: of('refusing-but-for-one'),
    repaired,
  };
}

function writes(worlds: Worlds): boolean {
  return [worlds.refused, ...worlds.accepting].some((drive) => drive !== null && drive.writeBacks.size > 0);
}

/**
 * The drives to compare the refusing one with, best first: the one in which only this write-back was accepted (its own
 * or one shared by its like), else the one in which everything was; then the one with the fields the page missed.
 */
export function acceptedWorlds(worlds: Worlds, key: string): IndexedDrive[] {
  const forOne = acceptedAlone(worlds, key);
  const all = worlds.accepting.filter((drive) => drive.writeBacks.has(key));
  return forOne ? [forOne, ...all.filter(isUnlocked)] : all;
}

/** The drive in which only this write-back, or its like, was accepted. */
export function acceptedAlone(worlds: Worlds, key: string): IndexedDrive | undefined {
  return worlds.forOne.find(
    ({ observation: { world } }) => world.kind === 'refusing-but-for-one' && keyCovers(world.key, key),
  );
}

function isUnlocked({ observation: { world } }: IndexedDrive): boolean {
  return world.kind === 'accepting' && world.unlocked.length > 0;
}
