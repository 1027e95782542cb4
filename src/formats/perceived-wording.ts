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
  const { words, cut } = saidList(entries);
  return words.length === 0 ? 'nothing' : `${cut ? '…, ' : ''}${words.join(', then ')}`;
}

/** The texts, or what else changed, in order; `cut` when earlier ones are left out. */
export function saidList(entries: readonly Perceived[]): { readonly words: string[]; readonly cut: boolean } {
  const said = entries.filter((entry) => (TEXTS.has(entry.kind) && entry.text !== '') || NAMED[entry.kind]);
  const words = said.length > 0 ? said.map(oneWords) : entries.map(changeWords);
  const distinct = words.filter((word, at) => word !== words[at - 1]);
  return { words: distinct.slice(-SHORT), cut: distinct.length > SHORT };
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
  if (entry.kind === 'value') return entry.text === '' ? `${where} is emptied` : `${where} holds ${quoted(entry.text)}`;
  if (entry.kind === 'focus') return `${where} gets the focus`;
  return `${where} ${attributeWords(entry)}`;
}

/** `is disabled`, `is no longer disabled`, `is checked`, `has class=error`, `has an empty class`. */
function attributeWords({ kind, text, before }: Perceived): string {
  const gone = text === before;
  const [name = '', value = ''] = text.split('=', 2);
  if (kind === 'state' && value === '') return `is ${gone ? 'no longer ' : ''}${clean(name, 40)}`;
  if (gone) return `loses ${clean(name, 40)}`;
  return text === `${name}=` ? `has an empty ${clean(name, 40)}` : `has ${clean(text, 60)}`;
}
