/**
 * Builds the comparison of one write-back in two worlds. In: two indexed drives and the write-back's key. Out: what was
 * put up before the answer, what was shown because of it, and what one world alone shows. No opinion on what it means.
 */
import type { Comparison, Host } from '../../contracts.ts';
import type { Perceived, Recorded } from '../../model.ts';
import { WORDED } from '../../model.ts';
import type { IndexedDrive } from './drive.ts';
import { endings, endsAlike, placeOf, restoring, signature, timedSignature } from './perceived.ts';

/** Changes at equal times in both worlds that make a place a clock. */
const TICKS = 3;

interface Side {
  readonly drive: IndexedDrive;
  readonly requests: readonly Recorded[];
  /** The write-back's own steps, before and after its first answer in each. */
  readonly before: readonly Perceived[];
  readonly after: readonly Perceived[];
  /** Everything from the first answer to the end, or `after` alone where other answers differ as well. */
  readonly rest: readonly Perceived[];
}

export function compare(host: Host, refused: IndexedDrive, accepted: IndexedDrive, key: string): Comparison {
  const alone = onlyAnswerThatDiffers(accepted, key);
  const no = sideOf(refused, key, alone);
  const yes = sideOf(accepted, key, alone);
  const differences = differenceOf(no, yes);
  const seenBefore = new Set(no.before.map(signature));
  const restores = restoring([...yes.before, ...yes.after]);
  return {
    host,
    refused: refused.observation,
    accepted: accepted.observation,
    inRefused: no.requests,
    inAccepted: yes.requests,
    putUp: no.before,
    shownRefused: no.after,
    shownAccepted: yes.after,
    stoodRefused: no.after.filter((entry) => refused.stood(entry)),
    ...differences,
    claims: yes.after.filter(
      (entry) => WORDED.has(entry.kind) && !restores(entry) && !seenBefore.has(signature(entry)),
    ),
  };
}

/** The timelines of two drives of the same page up to the first answer that differs are equal, or the page is unstable. */
export function sameBeforeAnswers(refused: IndexedDrive, accepted: IndexedDrive): boolean {
  const until = firstDifferentAnswer(refused, accepted);
  const early = (drive: IndexedDrive): string[] =>
    drive.observation.timeline
      .filter((entry) => entry.at < until)
      .map((entry) => `${entry.step} ${timedSignature(entry)}`);
  const [a, b] = [early(refused), early(accepted)];
  return a.length === b.length && a.every((entry, at) => entry === b[at]);
}

function firstDifferentAnswer(refused: IndexedDrive, accepted: IndexedDrive): number {
  const others = new Map(accepted.observation.requests.map((request) => [request.id, request.answer]));
  const differing = refused.observation.requests.filter((request) => others.get(request.id) !== request.answer);
  return Math.min(...differing.map((request) => request.answeredAt ?? request.at), Number.POSITIVE_INFINITY);
}

function onlyAnswerThatDiffers({ accepted }: IndexedDrive, key: string): boolean {
  return accepted.size === 0 || (accepted.size === 1 && accepted.has(key));
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
  const early = new Set(before);
  const rest = alone ? drive.observation.timeline.filter((entry) => entry.at >= first && !early.has(entry)) : after;
  return { drive, requests, before, after, rest };
}

type Differences = Pick<Comparison, 'onlyRefused' | 'onlyAccepted' | 'restoredRefused' | 'restoredAccepted'>;

function differenceOf(no: Side, yes: Side): Differences {
  const [onlyRefused, restoredRefused] = newAndRestored(no, onlyIn(no, yes));
  const [onlyAccepted, restoredAccepted] = newAndRestored(yes, onlyIn(yes, no));
  return { onlyRefused, onlyAccepted, restoredRefused, restoredAccepted };
}

/** What puts back a state that came only after the answer is neither: what it takes down was seen, or stood too short. */
function newAndRestored({ before, after }: Side, entries: readonly Perceived[]): [Perceived[], Perceived[]] {
  const restores = restoring([...before, ...after]);
  const early = endings(before);
  return [
    entries.filter((entry) => !restores(entry)),
    entries.filter((entry) => restores(entry) && early.has(placeOf(entry))),
  ];
}

/**
 * Entries of one side that the other never shows, or does not end on, and that stood long enough to be read. What belongs
 * to the write-back's own steps is looked for in those of the other side: elsewhere the same text has another cause.
 */
function onlyIn(one: Side, other: Side): Perceived[] {
  const own = new Set(one.after);
  const { timed } = other.drive;
  const ticking = tickingPlaces(one.rest, timed);
  const inOwnSteps = missingFrom(one.after, other.after);
  const later = missingFrom(one.rest, other.rest);
  return one.rest.filter((entry) => {
    if (timed.has(timedSignature(entry)) || ticking.has(placeOf(entry))) return false;
    return (own.has(entry) ? inOwnSteps(entry) : later(entry)) && one.drive.stood(entry);
  });
}

function missingFrom(entries: readonly Perceived[], others: readonly Perceived[]): (entry: Perceived) => boolean {
  const shown = new Set(others.map(signature));
  const [ends, otherEnds] = [endings(entries), endings(others)];
  return (entry) => !shown.has(signature(entry)) || !endsAlike(entry, ends, otherEnds);
}

/**
 * Places that go on changing by themselves at the same times in both worlds, whatever was answered: clocks, counters,
 * carousels. A box that each press uses once is none.
 */
function tickingPlaces(entries: readonly Perceived[], timed: ReadonlySet<string>): Set<string> {
  const times = new Map<string, { readonly place: string; readonly at: Set<number> }>();
  for (const entry of entries) {
    if (!timed.has(timedSignature(entry))) continue;
    const place = placeOf(entry);
    const cause = `${entry.step} ${entry.kind} ${place}`;
    const known = times.get(cause) ?? { place, at: new Set() };
    known.at.add(entry.at);
    times.set(cause, known);
  }
  return new Set([...times.values()].filter(({ at }) => at.size >= TICKS).map(({ place }) => place));
}
