/**
 * The refusing world gives a message and then claims success all the same. In: a comparison. Out: both texts. A claim
 * without a claiming word counts only where it replaces the message; two at the same moment are read in order unless both stand.
 */
import { classOfWords } from '../claims.ts';
import type { Signal } from '../contracts.ts';
import type { Perceived } from '../model.ts';
import { isNewLabel, repeatedClaims, samePlace, says } from './messages.ts';

export const contradictedClaim: Signal = {
  code: 'contradicted-claim',
  settles: { outcome: 'contradicted', counts: 'lost' },
  read(comparison) {
    const order = new Map(comparison.shownRefused.map((entry, index) => [entry, index]));
    const stood = new Set(comparison.stoodRefused);
    const turn = (entry: Perceived): number => order.get(entry) ?? -1;
    const claims = repeatedClaims(comparison).filter((entry) => !isNewLabel(entry, comparison));
    for (const message of comparison.onlyRefused.filter((entry) => order.has(entry) && says(entry))) {
      const claim = claims.find((entry) => overrules(entry, message, turn(entry) > turn(message) || stood.has(entry)));
      if (claim) return { code: 'contradicted-claim', message: message.text, claim: claim.text, at: claim.at };
    }
    return null;
  },
};

/** Of two at the same moment the claim counts where it is the later one, or stands beside the message: `counts`. */
function overrules(claim: Perceived, message: Perceived, counts: boolean): boolean {
  if (classOfWords(message.text) === 'claim') return false;
  if (classOfWords(claim.text) === 'claim') return claim.at > message.at || (claim.at === message.at && counts);
  return samePlace(claim, message) && claim.at > message.at && classOfWords(claim.text) === 'neutral';
}
