/**
 * Builds the comparison of one write-back in two worlds. In: two indexed drives and the write-back's key. Out: what was
 * put up before the answer, what was shown because of it, and what one world alone shows. No opinion on what it means.
 */
import type { Comparison, Host } from '../contracts.ts';
import { TOLD_VIRTUAL_MS } from '../limits.ts';
import type { Perceived, PerceptionKind, Recorded } from '../model.ts';
import type { IndexedDrive } from './judge-drive.ts';

/** What is said at once and stays said, however soon it goes. */
const SAID_AT_ONCE: ReadonlySet<PerceptionKind> = new Set([
  'alert',
  'confirm',
  'prompt',
  'notification',
  'download',
  'navigation',
  'focus',
]);
const CAN_CLAIM: ReadonlySet<PerceptionKind> = new Set([
  'text-added',
  'alert',
  'confirm',
  'prompt',
  'notification',
  'title',
  'canvas',
]);

interface Side {
  readonly drive: IndexedDrive;
  readonly requests: readonly Recorded[];
  /** The write-back's own steps, before and after its first answer in each. */
  readonly before: readonly Perceived[];
  readonly after: readonly Perceived[];
  /** Everything from the first answer to the end, or `after` alone where other answers differ as well. */
  readonly rest: readonly Perceived[];
  /** When each step's first answer came. */
  readonly answered: ReadonlyMap<number, number>;
}

export function compare(host: Host, refused: IndexedDrive, accepted: IndexedDrive, key: string): Comparison {
  const alone = onlyAnswerThatDiffers(accepted, key);
  const no = sideOf(refused, key, alone);
  const yes = sideOf(accepted, key, alone);
  const differences = differenceOf(no, yes);
  const seenBefore = new Set(no.before.map(signature));
  const restores = restoresOf(yes);
  return {
    host,
    refused: refused.observation,
    accepted: accepted.observation,
    inRefused: no.requests,
    inAccepted: yes.requests,
    putUp: no.before,
    shownRefused: no.after,
    shownAccepted: yes.after,
    ...differences,
    claims: yes.after.filter(
      (entry) => CAN_CLAIM.has(entry.kind) && !restores(entry) && !seenBefore.has(signature(entry)),
    ),
  };
}

/** The timelines of two drives of the same page up to the first answer that differs are equal, or the page is unstable. */
export function sameBeforeAnswers(refused: IndexedDrive, accepted: IndexedDrive): boolean {
  const until = firstDifferentAnswer(refused, accepted);
  const early = (drive: IndexedDrive): string[] =>
    drive.observation.timeline
      .filter((entry) => entry.at < until)
      .map((entry) => `${entry.at} ${entry.step} ${signature(entry)}`);
  const [a, b] = [early(refused), early(accepted)];
  return a.length === b.length && a.every((entry, at) => entry === b[at]);
}

function firstDifferentAnswer(refused: IndexedDrive, accepted: IndexedDrive): number {
  const others = new Map(accepted.observation.requests.map((request) => [request.id, request.answer]));
  const differing = refused.observation.requests.filter((request) => others.get(request.id) !== request.answer);
  return Math.min(...differing.map((request) => request.answeredAt ?? request.at), Number.POSITIVE_INFINITY);
}

function onlyAnswerThatDiffers(accepted: IndexedDrive, key: string): boolean {
  return accepted.observation.requests.every(
    (request) => request.answer !== 'accepted' || accepted.keys.get(request) === key,
  );
}

function sideOf(drive: IndexedDrive, key: string, alone: boolean): Side {
  const requests = drive.writeBacks.get(key) ?? [];
  const answered = new Map<number, number>();
  for (const request of requests) {
    const at = request.answeredAt ?? request.at;
    answered.set(request.step, Math.min(at, answered.get(request.step) ?? at));
  }
  const before: Perceived[] = [];
  const after: Perceived[] = [];
  for (const [step, at] of answered) {
    for (const entry of drive.timeline.get(step) ?? []) (entry.at < at ? before : after).push(entry);
  }
  const first = Math.min(...answered.values());
  const rest = alone ? drive.observation.timeline.filter((entry) => entry.at >= first) : after;
  return { drive, requests, before, after, rest, answered };
}

/** What a person could tell one entry from another by; time is no part of it. */
export function signature(entry: Perceived): string {
  return `${entry.kind} ${entry.where} ${entry.text}`;
}

type Differences = Pick<Comparison, 'onlyRefused' | 'onlyAccepted' | 'restoredRefused' | 'restoredAccepted'>;

function differenceOf(no: Side, yes: Side): Differences {
  const [refused, restoredRefused] = partition(onlyIn(no, yes), restoresOf(no));
  const [accepted, restoredAccepted] = partition(onlyIn(yes, no), restoresOf(yes));
  return { onlyRefused: refused, onlyAccepted: accepted, restoredRefused, restoredAccepted };
}

function partition(entries: readonly Perceived[], test: (entry: Perceived) => boolean): [Perceived[], Perceived[]] {
  return [entries.filter((entry) => !test(entry)), entries.filter(test)];
}

/** Entries of one side that the other never shows, or does not end on, and that stood long enough to be read. */
function onlyIn(one: Side, other: Side): Perceived[] {
  const shown = new Set(other.rest.map(signature));
  const timed = new Set(other.drive.observation.timeline.map((entry) => `${entry.at} ${signature(entry)}`));
  const ticking = tickingPlaces(one.rest, timed);
  const stood = standing(one.drive);
  const endings = lastAt(one.rest);
  const otherEndings = lastAt(other.rest);
  return one.rest.filter((entry) => {
    if (timed.has(`${entry.at} ${signature(entry)}`) || ticking.has(entry.where)) return false;
    const otherEnding = otherEndings.get(entry.where);
    const endsOn =
      endings.get(entry.where) === entry && otherEnding !== undefined && signature(otherEnding) !== signature(entry);
    return (endsOn || !shown.has(signature(entry))) && stood(entry);
  });
}

function lastAt(entries: readonly Perceived[]): Map<string, Perceived> {
  return new Map(entries.map((entry) => [entry.where, entry]));
}

/** Places that change at the same times in both worlds, whatever was answered: clocks, counters, carousels. */
function tickingPlaces(entries: readonly Perceived[], timed: ReadonlySet<string>): Set<string> {
  const together = new Map<string, number>();
  for (const entry of entries) {
    if (timed.has(`${entry.at} ${signature(entry)}`)) together.set(entry.where, (together.get(entry.where) ?? 0) + 1);
  }
  return new Set([...together].filter(([, count]) => count >= 3).map(([where]) => where));
}

/** A text that the page itself takes down within the same step told nobody unless it stood for a second. */
function standing(drive: IndexedDrive): (entry: Perceived) => boolean {
  const nextAt = new Map<Perceived, number>();
  for (const entries of drive.timeline.values()) {
    const open = new Map<string, Perceived>();
    for (const entry of entries) {
      const gone = entry.kind === 'text-removed' ? (entry.before ?? entry.text) : '';
      for (const place of [`${family(entry)} ${entry.where}`, `text ${gone}`]) {
        const earlier = open.get(place);
        if (earlier && !nextAt.has(earlier) && earlier !== entry) nextAt.set(earlier, entry.at);
      }
      open.set(`${family(entry)} ${entry.where}`, entry);
      if (entry.kind === 'text-added' && entry.text !== '') open.set(`text ${entry.text}`, entry);
    }
  }
  return (entry) =>
    SAID_AT_ONCE.has(entry.kind) || (nextAt.get(entry) ?? Number.POSITIVE_INFINITY) - entry.at >= TOLD_VIRTUAL_MS;
}

function family(entry: Perceived): string {
  return entry.kind.startsWith('text') ? 'text' : entry.kind;
}

/** Whether an entry puts back what its place showed before the action: an enabled button, an old label, no spinner. */
function restoresOf(side: Side): (entry: Perceived) => boolean {
  const original = new Map<string, string>();
  const added = new Set<string>();
  for (const entry of [...side.before, ...side.after]) {
    const place = `${family(entry)} ${entry.where}`;
    if (entry.kind === 'text-added' && (entry.before ?? '') === '') added.add(`${entry.where} ${entry.text}`);
    if (!original.has(place))
      original.set(place, entry.kind === 'text-removed' ? (entry.before ?? entry.text) : (entry.before ?? ''));
  }
  const first = new Map<string, Perceived>();
  for (const entry of [...side.before, ...side.after]) {
    const place = `${family(entry)} ${entry.where}`;
    if (!first.has(place)) first.set(place, entry);
  }
  return (entry) => {
    const place = `${family(entry)} ${entry.where}`;
    if (first.get(place) === entry || !first.has(place)) return false;
    if (entry.kind === 'text-removed') return added.has(`${entry.where} ${entry.before ?? entry.text}`);
    return original.get(place) === entry.text;
  };
}
