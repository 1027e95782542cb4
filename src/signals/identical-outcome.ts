/**
 * To the person both worlds look the same. In: a comparison. Out: the claim both make, where there is one, whether it is
 * one of success that stands after the answer, and whether the body was read for nothing.
 */
import { classOfWords } from '../claims.ts';
import type { Signal } from '../contracts.ts';
import { claimUnderRefusal, looksTheSame, repeatedClaims, says } from './messages.ts';

export const identicalOutcome: Signal = {
  code: 'identical-outcome',
  settles: { outcome: 'untold', counts: 'lost' },
  read(comparison) {
    if (!looksTheSame(comparison)) return null;
    const success = claimUnderRefusal(comparison);
    const shown = [...repeatedClaims(comparison), ...comparison.putUp.filter(says)];
    const claim = success ?? shown.find((entry) => classOfWords(entry.text) === 'claim') ?? shown[0];
    const requests = [...comparison.inRefused, ...comparison.inAccepted];
    const body = requests.some(({ reads }) => reads.includes('body')) ? { body: 'read' } : {};
    return claim
      ? { code: 'identical-outcome', claim: claim.text, at: claim.at, ...(success ? { stands: true } : {}), ...body }
      : { code: 'identical-outcome', at: comparison.inRefused[0]?.at ?? 0, ...body };
  },
};
