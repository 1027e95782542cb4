/**
 * What signals ask about single perceptions: does it say something, is it a state of waiting, was it taken down. In:
 * perceptions of one comparison. Out: yes or no. A builder of the signals; words are a hint, places and kinds decide.
 */
import { classOfWords } from '../claims.ts';
import type { Comparison } from '../contracts.ts';
import type { Perceived } from '../model.ts';
import { WORDED } from '../model.ts';

/** A text, dialog, notification, title or drawing with words in it. */
export function says(entry: Perceived): boolean {
  return WORDED.has(entry.kind) && entry.text !== '';
}

/** The label of a control that came up with it: "OK" below a message claims nothing. A label that replaces another may. */
export function isNewLabel(entry: Perceived, { refused }: Comparison): boolean {
  if (entry.kind !== 'text-added' || entry.before !== undefined) return false;
  return refused.coverage.controls.some(({ on }) => on.selector === entry.where);
}

/** A progress text, a busy or disabled control, a spinner. */
export function isWaiting(entry: Perceived): boolean {
  if (says(entry)) return classOfWords(entry.text) === 'progress';
  if (entry.kind !== 'state' && entry.kind !== 'style' && entry.kind !== 'attribute') return false;
  if (entry.text === entry.before) return isSpinner(entry) && entry.text.startsWith('hidden');
  if (/^(?:disabled|inert|aria-disabled=true|aria-busy=true)/.test(entry.text)) return true;
  return classOfWords(entry.text) === 'progress' || (isSpinner(entry) && !entry.text.startsWith('hidden'));
}

/** Text, one attribute, value: changes of one place replace each other. */
export function samePlace(a: Perceived, b: Perceived): boolean {
  if (a.where !== b.where) return false;
  if (a.kind.startsWith('text')) return b.kind.startsWith('text');
  return a.kind === b.kind && attributeOf(a) === attributeOf(b);
}

function attributeOf({ text, before }: Perceived): string {
  return /^[\w-]+(?==)/.exec(text || (before ?? ''))?.[0] ?? '';
}

function isSpinner(entry: Perceived): boolean {
  return classOfWords(entry.where) === 'progress';
}

/** Whether a later entry of `entries` changes the place of `entry`, or removes its text with what held it. */
export function isTakenDown(entry: Perceived, entries: readonly Perceived[]): boolean {
  return entries.some(
    (later) =>
      samePlace(entry, later) || (later.kind === 'text-removed' && (later.before ?? later.text) === entry.text),
  );
}

/** Nothing a person perceives differs between the two worlds. */
export function looksTheSame(comparison: Comparison): boolean {
  const { onlyRefused, onlyAccepted, restoredRefused, restoredAccepted } = comparison;
  return onlyRefused.length + onlyAccepted.length + restoredRefused.length + restoredAccepted.length === 0;
}

/** A claim of success that both worlds make after the answer, not followed by a failure in the refusing one. */
export function claimUnderRefusal(comparison: Comparison): Perceived | undefined {
  const { shownRefused } = comparison;
  const claim = repeatedClaims(comparison).findLast(
    (entry) => says(entry) && classOfWords(entry.text) === 'claim' && !isNewLabel(entry, comparison),
  );
  const later = claim ? shownRefused.slice(shownRefused.indexOf(claim) + 1) : [];
  return later.some((entry) => says(entry) && classOfWords(entry.text) === 'failure') ? undefined : claim;
}

/**
 * A failure that both worlds show after an answer that was looked at, in words that stand, beside no claim: what a page
 * that waits for 201 says of 200, and what it says of the refusal.
 */
export function failureInBothWorlds(comparison: Comparison): Perceived | undefined {
  const { inRefused, inAccepted, shownRefused, stoodRefused } = comparison;
  if (!looksTheSame(comparison)) return undefined;
  if (![...inRefused, ...inAccepted].some(({ reads }) => reads.some((what) => what !== 'fate'))) return undefined;
  const claims = shownRefused.filter((entry) => says(entry) && classOfWords(entry.text) === 'claim');
  if (claims.some((entry) => !isNewLabel(entry, comparison))) return undefined;
  return stoodRefused.find((entry) => says(entry) && classOfWords(entry.text) === 'failure');
}

/** Claims of the accepting world that the refusing world makes as well. */
export function repeatedClaims(comparison: Comparison): Perceived[] {
  const claimed = new Set(comparison.claims.map((entry) => `${entry.kind} ${entry.text}`));
  return comparison.shownRefused.filter((entry) => claimed.has(`${entry.kind} ${entry.text}`));
}
