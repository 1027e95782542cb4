/**
 * After the refusal the page claims what it claims after acceptance, in the same words but for numbers, and says nothing
 * that speaks against it; whatever else the accepting world adds. In: a comparison. Out: the claim.
 */
import { classOfWords } from '../claims.ts';
import type { Signal } from '../contracts.ts';
import type { Perceived } from '../model.ts';
import { isNewLabel, isTakenDown, looksTheSame, says } from './messages.ts';

export const claimAllTheSame: Signal = {
  code: 'claim-all-the-same',
  outcome: 'untold',
  read(comparison) {
    if (looksTheSame(comparison)) return null;
    const { shownRefused, claims, onlyRefused } = comparison;
    const accepted = new Set(claims.map(bareText));
    const claim = shownRefused.find(
      (entry, at) =>
        says(entry) &&
        classOfWords(entry.text) === 'claim' &&
        accepted.has(bareText(entry)) &&
        !isNewLabel(entry, comparison) &&
        !isTakenDown(entry, shownRefused.slice(at + 1)),
    );
    if (!claim || onlyRefused.some((entry) => speaksAgainst(entry, accepted))) return null;
    return { code: 'claim-all-the-same', claim: claim.text, at: claim.at };
  },
};

/** Anything of the refusing world alone but the claim itself with another number in it. */
function speaksAgainst(entry: Perceived, accepted: ReadonlySet<string>): boolean {
  return !says(entry) || !accepted.has(bareText(entry));
}

/** The words of a text without what an answer fills in: numbers, and what stands for nothing. */
function bareText({ kind, text }: Perceived): string {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  return [kind, ...words.filter((word) => !NOTHING.has(word))].join(' ');
}

const NOTHING: ReadonlySet<string> = new Set(['undefined', 'null', 'nan']);
