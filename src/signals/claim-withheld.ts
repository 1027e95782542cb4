/**
 * The accepting world says or does something after the answer, the refusing world says nothing. In: a comparison.
 * Out: what is withheld.
 */
import type { Signal } from '../contracts.ts';
import { says } from './messages.ts';

export const claimWithheld: Signal = {
  code: 'claim-withheld',
  settles: { outcome: 'silent', counts: 'suspect' },
  read(comparison) {
    const withheld = [...comparison.onlyAccepted, ...comparison.restoredAccepted, ...comparison.restoredRefused];
    const best = withheld.find(says) ?? withheld[0];
    return best ? { code: 'claim-withheld', claim: best.text, kind: best.kind, where: best.where, at: best.at } : null;
  },
};
