/**
 * Messages that still stand. In: the write-backs of one drive, each settled by itself. Out: the same; one that looks the
 * same in both worlds has the outcome of an earlier one by the same call if what the page said of that, refused or
 * accepted, still stands.
 */
import { classOfWords } from '../../claims.ts';
import type { Comparison } from '../../contracts.ts';
import type { Evidence, Perceived } from '../../model.ts';
import type { IndexedDrive } from './drive.ts';
import type { Fired } from './fired.ts';
import { byLabel } from './label.ts';
import { placeOf } from './perceived.ts';

type Compared = Fired & { readonly comparison: Comparison };

interface Message {
  readonly teller: Fired;
  readonly evidence: Evidence;
  readonly from: number;
  readonly until: number;
}

/** A page that sets "Not saved" a second time changes nothing, whatever becomes of the second write. */
export function withStandingMessages(settled: readonly Fired[], refused: IndexedDrive): Fired[] {
  const fired = withLikes(settled);
  const messages = Map.groupBy(messagesOf(fired, refused), ({ teller }) => callOf(teller));
  const claims = Map.groupBy(claimsOf(fired), ({ teller }) => callOf(teller));
  return fired.map((each) => {
    if (!saysNothingOfItsOwn(each)) return each;
    const call = callOf(each);
    const standing = failureFor(each, messages.get(call)) ?? claimFor(each.comparison, claims.get(call));
    if (!standing) return each;
    const { outcome, counts } = standing.teller;
    return { ...each, outcome, counts, evidence: [{ ...standing.evidence, standing: true }] };
  });
}

/** A write-back that no accepting world made, since it came of pressing again, is what the same call was elsewhere. */
function withLikes(fired: readonly Fired[]): Fired[] {
  const alike = Map.groupBy(fired, callOf);
  return fired.map((each) => {
    if (each.outcome !== 'undecided') return each;
    // Undecided counts as inconclusive, which no decided one is better than.
    const [like] = alike.get(callOf(each))?.toSorted((a, b) => byLabel(a.counts, b.counts)) ?? [];
    return like ? { ...each, outcome: like.outcome, counts: like.counts, evidence: like.evidence } : each;
  });
}

/** What the page said when the same call was refused before. */
function failureFor({ request, comparison }: Compared, messages: readonly Message[] = []): Message | undefined {
  if (!comparison.inRefused.some(({ reads }) => reads.length > 0)) return undefined;
  const answered = request.answeredAt ?? request.at;
  return messages.find(({ from, until }) => from <= answered && answered < until);
}

/** What the page said when the same call was accepted before, in the drive that accepted both. */
function claimFor({ accepted, inAccepted }: Comparison, claims: readonly Message[] = []): Message | undefined {
  const [request] = inAccepted;
  if (!request) return undefined;
  const answered = request.answeredAt ?? request.at;
  return claims.find(
    ({ teller, from, until }) => teller.comparison?.accepted === accepted && from <= answered && answered < until,
  );
}

/** What each told write-back said, and from when to when it stood in the refusing world. */
function messagesOf(fired: readonly Fired[], refused: IndexedDrive): Message[] {
  const { timeline } = refused.observation;
  const shown = new Map(timeline.map((entry) => [`${entry.at} ${entry.text}`, entry]));
  const goneAt = takenDown(timeline);
  return fired.flatMap((teller): Message[] => {
    const evidence = teller.evidence.find(({ told }) => told !== undefined);
    const entry = evidence && shown.get(`${evidence.at} ${evidence.told}`);
    return entry ? [{ teller, evidence, from: entry.at, until: goneAt.get(entry) ?? Number.POSITIVE_INFINITY }] : [];
  });
}

/** What each write-back that the refusing world held back, or told of, brought up where it was accepted. */
function claimsOf(fired: readonly Fired[]): Message[] {
  const gone = new Map<readonly Perceived[], ReadonlyMap<Perceived, number>>();
  return fired.flatMap((teller): Message[] => {
    const { comparison } = teller;
    if (!comparison) return [];
    const only = new Set(comparison.onlyAccepted);
    const entry = comparison.claims.find((claim) => only.has(claim));
    const [evidence] = teller.evidence;
    if (!entry || !evidence) return [];
    const { timeline } = comparison.accepted;
    const goneAt = gone.get(timeline) ?? takenDown(timeline);
    gone.set(timeline, goneAt);
    return [{ teller, evidence, from: entry.at, until: goneAt.get(entry) ?? Number.POSITIVE_INFINITY }];
  });
}

/** When each entry's place changed next. */
function takenDown(timeline: readonly Perceived[]): ReadonlyMap<Perceived, number> {
  const goneAt = new Map<Perceived, number>();
  const last = new Map<string, Perceived>();
  for (const entry of timeline) {
    const earlier = last.get(placeOf(entry));
    if (earlier && !DIALOGS.has(earlier.kind)) goneAt.set(earlier, entry.at);
    last.set(placeOf(entry), entry);
  }
  return goneAt;
}

/** A dialog was answered: the person has read it, and it stays read. */
const DIALOGS: ReadonlySet<Perceived['kind']> = new Set(['alert', 'confirm', 'prompt']);

/** The page made no claim, and both worlds look the same. */
function saysNothingOfItsOwn(fired: Fired): fired is Compared {
  const { evidence, comparison } = fired;
  if (!comparison || !evidence.some(({ code }) => code === 'identical-outcome')) return false;
  const claims = comparison.putUp.some((entry) => entry.kind === 'text-added' && classOfWords(entry.text) === 'claim');
  return !claims && comparison.claims.length === 0;
}

/** The same place in the code, or, where none is known, the same endpoint. */
function callOf({ request }: Fired): string {
  const { site, endpoint, channel } = request;
  return JSON.stringify([channel, endpoint.method, site ?? endpoint.url]);
}
