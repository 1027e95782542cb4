/**
 * The refusing world shows something that the accepting world does not: a message, a mark, or taking back what the
 * action had put up. Ending a state of waiting tells nobody. In: a comparison. Out: what was shown.
 */
import { classOfWords } from '../claims.ts';
import type { Comparison, Signal } from '../contracts.ts';
import type { Perceived } from '../model.ts';
import { isWaiting, samePlace, says } from './messages.ts';

export const failureShown: Signal = {
  code: 'failure-shown',
  settles: { outcome: 'told', counts: 'suspect' },
  read(comparison) {
    const telling = [...comparison.onlyRefused, ...takenBack(comparison)];
    const best =
      telling.find((entry) => says(entry) && classOfWords(entry.text) === 'failure') ??
      telling.find(says) ??
      telling[0];
    return best ? { code: 'failure-shown', told: best.text, kind: best.kind, where: best.where, at: best.at } : null;
  },
};

function takenBack({ restoredRefused, putUp }: Comparison): Perceived[] {
  return restoredRefused.filter((entry) => !putUp.some((earlier) => samePlace(earlier, entry) && isWaiting(earlier)));
}
