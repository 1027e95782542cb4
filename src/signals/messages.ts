/**
 * What signals ask about single perceptions: does it say something, is it a state of waiting, was it taken down. In:
 * perceptions of one comparison. Out: yes or no. A builder of the signals; words are a hint, places and kinds decide.
 */
import { classOfWords } from '../claims.ts';
import type { Comparison } from '../contracts.ts';
import type { Perceived, PerceptionKind } from '../model.ts';

const SAYS: ReadonlySet<PerceptionKind> = new Set([
  'text-added',
  'alert',
  'confirm',
  'prompt',
  'notification',
  'title',
  'canvas',
]);

/** A text, dialog, notification, title or drawing with words in it. */
export function says(entry: Perceived): boolean {
  return SAYS.has(entry.kind) && entry.text !== '';
}

/** A progress text, a busy or disabled control, a spinner. */
export function isWaiting(entry: Perceived): boolean {
  if (says(entry)) return classOfWords(entry.text) === 'progress';
  if (entry.kind !== 'state' && entry.kind !== 'style' && entry.kind !== 'attribute') return false;
  if (/\b(?:disabled|busy|inert|wait)\b/i.test(entry.text)) return true;
  return classOfWords(entry.text) === 'progress' || classOfWords(entry.where) === 'progress';
}

/** Text, control state, style: changes of one place that replace each other. */
export function samePlace(a: Perceived, b: Perceived): boolean {
  const text = (kind: PerceptionKind): string => (kind.startsWith('text') ? 'text' : kind);
  return a.where === b.where && text(a.kind) === text(b.kind);
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

/** Claims of the accepting world that the refusing world makes as well. */
export function repeatedClaims(comparison: Comparison): Perceived[] {
  const claimed = new Set(comparison.claims.map((entry) => `${entry.kind} ${entry.text}`));
  return comparison.shownRefused.filter((entry) => claimed.has(`${entry.kind} ${entry.text}`));
}
