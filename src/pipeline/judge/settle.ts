/**
 * Settles the write-backs of one host, one after the other. In: the worlds that were driven. Out: for each key the world
 * that told most, and the outcome in it; what no world could settle is undecided.
 */
import type { Comparison, Host, Signal } from '../../contracts.ts';
import type { Recorded } from '../../model.ts';
import { compare, sameBeforeAnswers } from './compare.ts';
import type { IndexedDrive } from './drive.ts';
import type { Settled } from './outcome.ts';
import { SETTLED_BY_CHANNEL, settle } from './outcome.ts';
import type { Worlds } from './worlds.ts';
import { acceptedAlone, acceptedWorlds } from './worlds.ts';

export interface SettledKey {
  readonly comparison: Comparison;
  readonly settled: Settled;
}

/**
 * An answer nobody looked at cannot have made a difference, so such a write-back needs no other world. The first world
 * that shows a difference settles the others; without any, the best one does. So does the best one where refusal is
 * claimed to be success in the words of plain acceptance: more in the body of an answer takes nothing of that back.
 */
export function settler(
  worlds: Worlds,
  refused: IndexedDrive,
  host: Host,
  signals: readonly Signal[],
): (key: string, requests: readonly Recorded[]) => SettledKey {
  const stable = new Map<IndexedDrive, boolean>();
  const against = (key: string, accepted: IndexedDrive): Result => {
    const comparison = compare(host, refused, accepted, key);
    return { accepted, comparison, settled: settle(comparison, signals) };
  };
  return (key, requests) => {
    const others = acceptedWorlds(worlds, key);
    const results = (others.length > 0 ? others : [refused]).map((accepted) => against(key, accepted));
    const [plain] = results as [Result];
    const alone = claimsAlike(plain.settled) ? plain : (results.find(({ settled }) => !isSame(settled)) ?? plain);
    const best = isSame(alone.settled) ? (together(worlds, refused, key, against) ?? alone) : alone;
    const { accepted, comparison, settled } = best;
    if (!wasAccepted(comparison, others) && !isSettledAlone(requests, settled))
      return { comparison, settled: UNDECIDED };
    const known = stable.get(accepted) ?? sameBeforeAnswers(refused, accepted);
    stable.set(accepted, known);
    return known ? best : { comparison, settled: shaken(settled, accepted) };
  };
}

interface Result extends SettledKey {
  readonly accepted: IndexedDrive;
}

/**
 * Writes of one action that the page calls saved only when all were: each accepted alone changes nothing, so the world
 * in which all were accepted settles those whose answer was looked at.
 */
function together(
  worlds: Worlds,
  refused: IndexedDrive,
  key: string,
  against: (key: string, accepted: IndexedDrive) => Result,
): Result | null {
  const all = worlds.accepting.find((drive) => drive.writeBacks.has(key));
  if (!all || !acceptedAlone(worlds, key)) return null;
  const mates = matesOf(refused, key);
  const tellsAlone = mates.some((mate) => {
    const alone = acceptedAlone(worlds, mate);
    return alone !== undefined && !isSame(against(mate, alone).settled);
  });
  if (mates.length === 0 || tellsAlone) return null;
  const result = against(key, all);
  const looked = result.comparison.inAccepted.some(({ reads }) => reads.some((what) => what !== 'fate'));
  return looked ? result : null;
}

/** The other write-backs of the same actions. */
function matesOf({ writeBacks }: IndexedDrive, key: string): string[] {
  const steps = new Set((writeBacks.get(key) as readonly Recorded[]).map(({ step }) => step));
  return [...writeBacks]
    .filter(([other, all]) => other !== key && all.some(({ step }) => steps.has(step)))
    .map(([other]) => other);
}

const UNDECIDED: Settled = {
  outcome: 'undecided',
  counts: 'inconclusive',
  confidence: 'low',
  evidence: [{ code: 'world-timed-out' }],
};

function wasAccepted({ inAccepted }: Comparison, others: readonly IndexedDrive[]): boolean {
  return others.length > 0 && inAccepted.length > 0;
}

/** A request that failed ran other code than one that was answered, whoever looked. */
function isSettledAlone(requests: readonly Recorded[], { outcome }: Settled): boolean {
  if (SETTLED_BY_CHANNEL.has(outcome)) return true;
  return requests.every(({ reads, answer }) => reads.length === 0 && answer !== 'blocked');
}

function isSame({ evidence }: Settled): boolean {
  return evidence.some(({ code }) => code === 'identical-outcome' || code === 'not-unlocked');
}

function claimsAlike({ evidence }: Settled): boolean {
  return evidence.some(({ code, stands }) => code === 'identical-outcome' && stands === true);
}

function shaken(settled: Settled, { observation }: IndexedDrive): Settled {
  const evidence = [...settled.evidence, { code: 'unstable', world: observation.world.kind }];
  return { ...settled, confidence: 'low', evidence };
}
