/**
 * Which class of words a text belongs to. In: a text the page shows, a class name, or a name in code. Out: one of four
 * classes, tried in the order failure, progress, claim, neutral. A hint only: behaviour decides where it can.
 */

import { ABSENCE, BY_LANGUAGE, NEGATIONS, NONE, SETTLED, THIS_DEVICE, UNSPACED } from './claim-words.ts';

export type WordClass = 'failure' | 'progress' | 'claim' | 'neutral';

/** Words between a negation and the claim it denies. */
const NEGATION_REACH = 4;

/** Characters looked at; what a person reads first decides. */
const LOOKED_AT = 2_000;

interface Lexicon {
  readonly words: ReadonlySet<string>;
  readonly beginnings: ReadonlyMap<string, readonly string[]>;
  readonly phrases: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly unspaced: readonly string[];
}

const FAILURE = lexicon('failure');
const PROGRESS = lexicon('progress');
const CLAIM = lexicon('claim');

/** Texts remembered: a page shows few of them, often. */
const REMEMBERED = 10_000;
const remembered = new Map<string, WordClass>();

/** The class of a text by its words. Empty text and text of an unknown language are `neutral`. */
export function classOfWords(text: string): WordClass {
  const known = remembered.get(text);
  if (known) return known;
  if (remembered.size >= REMEMBERED) remembered.clear();
  const found = readWords(text);
  remembered.set(text, found);
  return found;
}

function readWords(text: string): WordClass {
  const shown = text.slice(0, LOOKED_AT).normalize('NFC');
  const words = wordsOf(shown);
  const claims = positions(words, CLAIM);
  const claimed = claims.length > 0 || contains(shown, CLAIM);
  if (fails(words, claims) || (claimed && NONE.test(shown) && countsNone(shown)) || contains(shown, FAILURE))
    return 'failure';
  const trailsOff = /(?:…|\.\.\.)\s*$/.test(shown);
  const under = positions(words, PROGRESS);
  if (under.length > 0 || contains(shown, PROGRESS)) {
    const isOver =
      words.some((word) => SETTLED.has(word)) || (under.length > 0 && areNouns(shown, words, under, claims));
    return !trailsOff && isOver ? 'claim' : 'progress';
  }
  if (claimed) return 'claim';
  return trailsOff ? 'progress' : 'neutral';
}

/** The count of nothing stands in the sentence that claims: in `Saved. Score: 0/3` it counts something else. */
function countsNone(text: string): boolean {
  return text
    .split(/[.!?]\s+(?=\p{Lu})/u)
    .some(
      (sentence) =>
        NONE.test(sentence) && (positions(wordsOf(sentence), CLAIM).length > 0 || contains(sentence, CLAIM)),
    );
}

/** What may follow a claim that is complete: `Posting saved to your drafts`. */
const COMPLEMENT = /^(?:\P{L}*$|\s*[.!,;:)✓✔–—]|\s+(?:successfully|to|in|on|at|by|for|from|with|and|as)(?!\p{L}))/u;

/** `Recording uploaded`: a word for what goes on that names what is done with. `Saving updated profile` says it goes on. */
function areNouns(
  text: string,
  words: readonly string[],
  under: readonly number[],
  claims: readonly number[],
): boolean {
  return under.every((at) => {
    const noun = words[at]!;
    if (!noun.endsWith('ing') || !claims.includes(at + 1)) return false;
    const both = new RegExp(`${noun}\\P{L}+${words[at + 1]}(?!\\p{L})`, 'iu').exec(text);
    return both !== null && COMPLEMENT.test(text.slice(both.index + both[0].length));
  });
}

/** Whether a text says that something is kept on the person's own machine. */
export function namesThisDevice(text: string): boolean {
  return THIS_DEVICE.test(text.slice(0, LOOKED_AT));
}

function wordsOf(text: string): string[] {
  const spread = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return spread.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
}

/** A failure word counts unless its absence is stated; a claim word behind a negation counts as one. */
function fails(words: readonly string[], claims: readonly number[]): boolean {
  const failures = new Set(positions(words, FAILURE));
  for (const at of failures) if (!ABSENCE.has(words[at - 1] ?? '') || isPhraseAt(words, at)) return true;
  const negates = (at: number): boolean => NEGATIONS.has(words[at] ?? '') && !failures.has(at + 1);
  return claims.some((claim) => {
    for (let at = Math.max(0, claim - NEGATION_REACH); at < claim; at++) if (negates(at)) return true;
    return false;
  });
}

function isPhraseAt(words: readonly string[], at: number): boolean {
  return (FAILURE.phrases.get(words[at] ?? '') ?? []).some((phrase) => follows(words, at, phrase));
}

function positions(words: readonly string[], lexicon: Lexicon): number[] {
  const found: number[] = [];
  words.forEach((word, at) => {
    const begins = (lexicon.beginnings.get(word.slice(0, 2)) ?? []).some((stem) => word.startsWith(stem));
    const phrase = (lexicon.phrases.get(word) ?? []).some((parts) => follows(words, at, parts));
    if (begins || phrase || lexicon.words.has(word)) found.push(at);
  });
  return found;
}

function follows(words: readonly string[], at: number, phrase: readonly string[]): boolean {
  return phrase.every((part, i) => {
    const word = words[at + i] ?? '';
    return part.endsWith('*') ? word.startsWith(part.slice(0, -1)) : word === part;
  });
}

function contains(text: string, lexicon: Lexicon): boolean {
  return lexicon.unspaced.some((part) => text.includes(part));
}

function lexicon(kind: 'failure' | 'progress' | 'claim'): Lexicon {
  const words = new Set<string>();
  const beginnings = new Map<string, string[]>();
  const phrases = new Map<string, string[][]>();
  for (const entry of Object.values(BY_LANGUAGE).flatMap((language) => language[kind].split(' '))) {
    const parts = entry.split(/[|-]/);
    if (parts.length > 1) phrases.set(parts[0] as string, [...(phrases.get(parts[0] as string) ?? []), parts]);
    else if (entry.endsWith('*')) {
      const key = entry.slice(0, 2);
      beginnings.set(key, [...(beginnings.get(key) ?? []), entry.slice(0, -1)]);
    } else words.add(entry);
  }
  return { words, beginnings, phrases, unspaced: UNSPACED[kind] };
}
