/**
 * Settles the write-backs of one host, one after the other. In: the worlds that were driven. Out: for each key the world
 * that told most, and the outcome in it; what no world could settle is undecided.
 */
import type { Comparison, Host, Signal } from '../contracts.ts';
import type { Recorded } from '../model.ts';
import { compare, sameBeforeAnswers } from './judge-compare.ts';
import type { IndexedDrive } from './judge-drive.ts';
import type { Settled } from './judge-outcome.ts';
import { SETTLED_BY_CHANNEL, settle } from './judge-outcome.ts';
import type { Worlds } from './judge-worlds.ts';
import { acceptedWorlds } from './judge-worlds.ts';

export interface SettledKey {
  readonly comparison: Comparison;
  readonly settled: Settled;
}

/**
 * An answer nobody looked at cannot have made a difference, so such a write-back needs no other world. The first world
 * that shows a difference settles the others; without any, the best one does.
 */
export function settler(
  worlds: Worlds,
  refused: IndexedDrive,
  host: Host,
  signals: readonly Signal[],
): (key: string, requests: readonly Recorded[]) => SettledKey {
  const stable = new Map<IndexedDrive, boolean>();
  return (key, requests) => {
    const others = acceptedWorlds(worlds, key);
    const results = (others.length > 0 ? others : [refused]).map((accepted) => {
      const comparison = compare(host, refused, accepted, key);
      return { accepted, comparison, settled: settle(comparison, signals) };
    });
    const best = results.find(({ settled }) => !isSame(settled)) ?? (results[0] as (typeof results)[number]);
    const { accepted, comparison, settled } = best;
    if (others.length === 0 && !isSettledAlone(requests, settled)) return { comparison, settled: UNDECIDED };
    const known = stable.get(accepted) ?? sameBeforeAnswers(refused, accepted);
    stable.set(accepted, known);
    return known ? best : { comparison, settled: shaken(settled, accepted) };
  };
}

const UNDECIDED: Settled = {
  outcome: 'undecided',
  counts: 'inconclusive',
  confidence: 'low',
  evidence: [{ code: 'world-timed-out' }],
};

function isSettledAlone(requests: readonly Recorded[], { outcome }: Settled): boolean {
  return SETTLED_BY_CHANNEL.has(outcome) || requests.every(({ reads }) => reads.length === 0);
}

function isSame({ evidence }: Settled): boolean {
  return evidence.some(({ code }) => code === 'identical-outcome' || code === 'not-unlocked');
}

function shaken(settled: Settled, { observation }: IndexedDrive): Settled {
  const evidence = [...settled.evidence, { code: 'unstable', world: observation.world.kind }];
  return { ...settled, confidence: 'low', evidence };
}
