/**
 * How perceptions of one drive relate to each other. In: timeline entries. Out: what tells two apart, which place each
 * changes, whether one puts back what was there before, and whether it stood long enough to be read.
 */
import { TOLD_VIRTUAL_MS } from '../../limits.ts';
import type { Perceived, PerceptionKind } from '../../model.ts';

/** What is perceived at once and stays so, whatever comes to its place. */
const SAID_AT_ONCE: ReadonlySet<PerceptionKind> = new Set([
  'alert',
  'confirm',
  'prompt',
  'notification',
  'download',
  'navigation',
  'focus',
  'text-removed',
]);

/** What a person could tell one entry from another by; time is no part of it. */
export function signature(entry: Perceived): string {
  return `${entry.kind} ${entry.where} ${entry.text}${isGone(entry) ? ' gone' : ''}`;
}

/** The same at the same moment, whatever the other drive was doing. */
export function timedSignature(entry: Perceived): string {
  return `${entry.at} ${signature(entry)}`;
}

/** Text, one attribute, value: changes of one place replace each other. */
export function placeOf(entry: Perceived): string {
  if (entry.kind.startsWith('text')) return `text ${entry.where}`;
  const name = /^[\w-]+(?==)/.exec(entry.text || (entry.before ?? ''))?.[0] ?? '';
  return `${entry.kind} ${entry.where} ${name}`;
}

/** An attribute that was taken away keeps its old text: `disabled=` before and after. */
function isGone(entry: Perceived): boolean {
  return !entry.kind.startsWith('text') && entry.text !== '' && entry.text === entry.before;
}

function textNow(entry: Perceived): string {
  return isGone(entry) ? '' : entry.text;
}

function textBefore(entry: Perceived): string {
  return entry.before ?? (entry.kind === 'text-removed' ? entry.text : '');
}

/** Whether an entry puts back what its place showed before the first of `entries`: an enabled button, no spinner. */
export function restoring(entries: readonly Perceived[]): (entry: Perceived) => boolean {
  const original = new Map<string, string>();
  const first = new Set<Perceived>();
  const putUp = new Set<string>();
  for (const entry of entries) {
    const place = placeOf(entry);
    if (!original.has(place)) {
      original.set(place, textBefore(entry));
      first.add(entry);
    }
    if (entry.kind === 'text-added' && entry.text !== original.get(place)) putUp.add(`${place} ${entry.text}`);
  }
  return (entry) => {
    const place = placeOf(entry);
    if (first.has(entry)) return false;
    if (entry.kind === 'text-removed') return putUp.has(`${place} ${textBefore(entry)}`);
    return original.get(place) === textNow(entry);
  };
}

/** A text that the page itself takes down within the same step told nobody unless it stood for a second. Of entries of `steps`. */
export function stoodLongEnough(steps: Iterable<readonly Perceived[]>): (entry: Perceived) => boolean {
  const goneAt = new Map<Perceived, number>();
  for (const entries of steps) {
    const open = new Map<string, Perceived>();
    const looks = looksByPlace(entries);
    for (const entry of entries) {
      const ends = endedBy(entry);
      const ended = ends === null ? undefined : open.get(ends);
      if (ended) goneAt.set(ended, entry.at);
      if (ended && entry.kind === 'text-removed')
        for (const look of looks.get(`${ended.at} ${ended.where}`) ?? []) goneAt.set(look, entry.at);
      if (ends !== null) open.delete(ends);
      if (entry.kind !== 'text-removed') open.set(standsAt(entry, entry.text), entry);
    }
  }
  const gone = (entry: Perceived): number => goneAt.get(entry) ?? Number.POSITIVE_INFINITY;
  return (entry) => SAID_AT_ONCE.has(entry.kind) || gone(entry) - entry.at >= TOLD_VIRTUAL_MS;
}

/** How new elements look, by the moment they came and by their own place and each that holds it: they go with its text. */
function looksByPlace(entries: readonly Perceived[]): Map<string, Perceived[]> {
  const looks = new Map<string, Perceived[]>();
  for (const entry of entries) {
    const { kind, at, where, before } = entry;
    if ((kind !== 'style' && kind !== 'attribute') || before !== undefined) continue;
    for (let end = where.length; end > 0; end = where.lastIndexOf(' > ', end - 1))
      looks.getOrInsertComputed(`${at} ${where.slice(0, end)}`, () => []).push(entry);
  }
  return looks;
}

function standsAt(entry: Perceived, text: string): string {
  return entry.kind.startsWith('text') ? `${placeOf(entry)} ${text}` : placeOf(entry);
}

/** What an entry puts an end to. A text that replaces none stands beside what was at its place: that moved on there. */
function endedBy(entry: Perceived): string | null {
  return entry.kind === 'text-added' && entry.before === undefined ? null : standsAt(entry, textBefore(entry));
}

/** The last entry of each place. */
export function endings(entries: readonly Perceived[]): Map<string, Perceived> {
  return new Map(entries.map((entry) => [placeOf(entry), entry]));
}

/** Whether both end a place the same way. */
export function endsAlike(entry: Perceived, one: Map<string, Perceived>, other: Map<string, Perceived>): boolean {
  const place = placeOf(entry);
  const [here, there] = [one.get(place), other.get(place)];
  return here !== entry || there === undefined || signature(there) === signature(entry);
}
