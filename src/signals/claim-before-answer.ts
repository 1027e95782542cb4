/**
 * A text that claims success was put up before the answer came, and the refusal neither takes it back nor is followed by
 * a failure. In: a comparison. Out: the claim.
 */
import { classOfWords } from '../claims.ts';
import type { Comparison, Signal } from '../contracts.ts';
import type { Perceived } from '../model.ts';
import { failureInBothWorlds, isNewLabel, isTakenDown, says } from './messages.ts';

export const claimBeforeAnswer: Signal = {
  code: 'claim-before-answer',
  settles: { outcome: 'untold', counts: 'lost' },
  read(comparison) {
    if (failed(comparison) || failureInBothWorlds(comparison)) return null;
    const takenBack = [...comparison.onlyRefused, ...comparison.restoredRefused];
    const claim = comparison.putUp.find(
      (entry, at) =>
        says(entry) &&
        classOfWords(entry.text) === 'claim' &&
        !isNewLabel(entry, comparison) &&
        !isTakenDown(entry, comparison.putUp.slice(at + 1)) &&
        !isTakenDown(entry, takenBack),
    );
    return claim ? { code: 'claim-before-answer', claim: claim.text, at: claim.at } : null;
  },
};

/** Failure words anywhere, or any message of the refusing world alone that neither claims nor waits. */
function failed({ onlyRefused }: Comparison): boolean {
  return onlyRefused.some((entry: Perceived) => {
    const words = classOfWords(entry.text);
    return words === 'failure' || (says(entry) && words === 'neutral');
  });
}
