/**
 * After the refusal the page claims what it claims after acceptance, but for numbers and for what acceptance says at its
 * end, and says nothing that speaks against it: to wait for longer says nothing. Whatever else acceptance adds. In: a
 * comparison. Out: the claim.
 */
import { classOfWords } from '../claims.ts';
import type { Signal } from '../contracts.ts';
import type { Perceived } from '../model.ts';
import { isNewLabel, isTakenDown, isWaiting, looksTheSame, says } from './messages.ts';

export const claimAllTheSame: Signal = {
  code: 'claim-all-the-same',
  settles: { outcome: 'untold', counts: 'lost' },
  read(comparison) {
    if (looksTheSame(comparison)) return null;
    const { shownRefused, claims, onlyRefused } = comparison;
    const accepted = new Set(claims.flatMap(beginnings));
    const claim = shownRefused.find(
      (entry, at) =>
        isRepeated(entry, accepted) &&
        !isNewLabel(entry, comparison) &&
        !isTakenDown(entry, shownRefused.slice(at + 1)),
    );
    const waits = (entry: Perceived): boolean =>
      isWaiting(entry) && isTakenDown(entry, shownRefused.slice(shownRefused.indexOf(entry) + 1));
    if (!claim || !onlyRefused.every((entry) => isRepeated(entry, accepted) || waits(entry))) return null;
    return { code: 'claim-all-the-same', claim: claim.text, at: claim.at };
  },
};

/** Words from the start of a claim within which the refusing world's may end. */
const LONGEST_BEGINNING = 24;

function isRepeated(entry: Perceived, accepted: ReadonlySet<string>): boolean {
  return says(entry) && classOfWords(entry.text) === 'claim' && accepted.has(wordsOf(entry).join(' '));
}

/** A claim and what it begins with: "Saved as number 7" is what acceptance makes of "Saved". */
function beginnings(claim: Perceived): string[] {
  const [kind = '', ...words] = wordsOf(claim);
  const longest = Math.min(words.length, LONGEST_BEGINNING);
  const shorter = Array.from({ length: longest }, (_, at) => [kind, ...words.slice(0, at + 1)].join(' '));
  return [...shorter, [kind, ...words].join(' ')];
}

/** How it was put up, then its words without what an answer fills in: numbers but none at all, and what stands for nothing. */
function wordsOf({ kind, text }: Perceived): string[] {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*|(?<![\p{N}.,:])0(?![\p{N}.,:])/gu) ?? [];
  return [kind, ...words.filter((word) => !NOTHING.has(word))];
}

const NOTHING: ReadonlySet<string> = new Set(['undefined', 'null', 'nan']);
