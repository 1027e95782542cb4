/**
 * Both worlds look the same, but a real backend might have changed the page where no stand-in did: the page looked at
 * something in the body of the answer, or looked at the answer and says in both worlds that it failed. In: a comparison.
 * Out: the fields the page looked for and did not find, or what it says. Not where the page claims success all the same.
 */
import type { Comparison, Signal } from '../contracts.ts';
import { claimUnderRefusal, failureInBothWorlds, looksTheSame } from './messages.ts';

export const notUnlocked: Signal = {
  code: 'not-unlocked',
  settles: { outcome: 'told', counts: 'suspect', confidence: 'low' },
  read(comparison) {
    if (!looksTheSame(comparison)) return null;
    const requests = [...comparison.inRefused, ...comparison.inAccepted];
    const missing = [...new Set(requests.flatMap(({ missingFields }) => missingFields))];
    const failure = failureInBothWorlds(comparison);
    if (failure) return { code: 'not-unlocked', missing, told: failure.text, at: failure.at };
    if (!requests.some(({ reads }) => reads.includes('body'))) return null;
    return claimUnderRefusal(comparison) || wasThrownAway(comparison) ? null : { code: 'not-unlocked', missing };
  },
};

/** The accepted body was parsed, and nothing in it was ever looked at: whatever a backend sends changes nothing. */
function wasThrownAway({ inAccepted }: Comparison): boolean {
  const read = inAccepted.filter(({ reads }) => reads.includes('body'));
  return read.length > 0 && read.every(({ looked }) => looked === false);
}
