/**
 * The refusing world gives a message and then claims success all the same. In: a comparison. Out: both texts. A claim
 * without a claiming word counts only where it replaces the message; one at the same moment counts as after it.
 */
import { classOfWords } from '../claims.ts';
import type { Signal } from '../contracts.ts';
import type { Perceived } from '../model.ts';
import { isNewLabel, repeatedClaims, samePlace, says } from './messages.ts';

export const contradictedClaim: Signal = {
  code: 'contradicted-claim',
  outcome: 'contradicted',
  read(comparison) {
    const claims = repeatedClaims(comparison).filter((entry) => !isNewLabel(entry, comparison));
    const own = new Set(comparison.shownRefused);
    for (const message of comparison.onlyRefused.filter((entry) => own.has(entry) && says(entry))) {
      const claim = claims.find((entry) => overrules(entry, message));
      if (claim) return { code: 'contradicted-claim', message: message.text, claim: claim.text, at: claim.at };
    }
    return null;
  },
};

function overrules(claim: Perceived, message: Perceived): boolean {
  if (classOfWords(message.text) === 'claim') return false;
  if (classOfWords(claim.text) === 'claim') return claim.at >= message.at;
  return samePlace(claim, message) && claim.at > message.at && classOfWords(claim.text) === 'neutral';
}
