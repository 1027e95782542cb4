/**
 * Both worlds look the same though the page read the body of the answer: a real backend might have said what no stand-in
 * did. In: a comparison. Out: the fields the page looked for and did not find.
 */
import type { Signal } from '../contracts.ts';
import { looksTheSame } from './messages.ts';

export const notUnlocked: Signal = {
  code: 'not-unlocked',
  outcome: 'told',
  read(comparison) {
    const requests = [...comparison.inRefused, ...comparison.inAccepted];
    if (!looksTheSame(comparison) || !requests.some((request) => request.reads.includes('body'))) return null;
    return { code: 'not-unlocked', missing: [...new Set(requests.flatMap((request) => request.missingFields))] };
  },
};
