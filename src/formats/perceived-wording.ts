/**
 * What a page showed, in words. In: perceptions of one write-back in one world. Out: the texts in order, or, where there
 * are none, what else changed; and single perceptions as lines of a timeline.
 */
import type { Perceived, PerceptionKind } from '../model.ts';
import { clean } from '../untrusted.ts';
import { quoted } from './wording.ts';

const TEXTS: ReadonlySet<PerceptionKind> = new Set(['text-added', 'title', 'canvas']);
const NAMED: Readonly<Partial<Record<PerceptionKind, string>>> = {
  alert: 'alert',
  confirm: 'confirm',
  prompt: 'prompt',
  notification: 'notification',
  download: 'download',
  navigation: 'goes to',
};
const SHORT = 3;

/** `“Saving…”, then “Saved”`; at most three, the last ones. `nothing` where nothing changed. */
export function saidWords(entries: readonly Perceived[]): string {
  const said = entries
    .filter((entry) => (TEXTS.has(entry.kind) && entry.text !== '') || NAMED[entry.kind])
    .map(oneWords);
  const words = said.length > 0 ? said : entries.map(changeWords);
  const distinct = words.filter((word, at) => word !== words[at - 1]);
  if (distinct.length === 0) return 'nothing';
  const shown = distinct.slice(-SHORT);
  return `${distinct.length > SHORT ? '…, ' : ''}${shown.join(', then ')}`;
}

function oneWords(entry: Perceived): string {
  const name = NAMED[entry.kind];
  return name ? `${name} ${quoted(entry.text)}` : quoted(entry.text);
}

/** One perception as a line: what, where, and what it was before. */
export function changeWords(entry: Perceived): string {
  const where = clean(entry.where, 40);
  if (NAMED[entry.kind]) return oneWords(entry);
  if (entry.kind === 'text-removed') return `${where} loses ${quoted(entry.before ?? entry.text)}`;
  if (TEXTS.has(entry.kind)) return `${where} shows ${quoted(entry.text)}`;
  return `${where} ${KINDS[entry.kind] ?? entry.kind} ${clean(entry.text, 60)}`.trim();
}

const KINDS: Readonly<Partial<Record<PerceptionKind, string>>> = {
  value: 'holds',
  state: 'is',
  style: 'looks',
  attribute: 'has',
  focus: 'gets the focus',
};
