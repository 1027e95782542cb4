/**
 * Messages that still stand. In: the write-backs of one drive, each settled by itself. Out: the same; one that looks the
 * same in both worlds is told if the same call was refused before and what the page said then still stands.
 */
import { classOfWords } from '../claims.ts';
import type { Evidence, Perceived } from '../model.ts';
import type { IndexedDrive } from './judge-drive.ts';
import type { Fired } from './judge-fired.ts';
import { placeOf } from './judge-perceived.ts';

interface Message {
  readonly teller: Fired;
  readonly evidence: Evidence;
  readonly from: number;
  readonly until: number;
}

/** A page that sets "Not saved" a second time changes nothing, whatever becomes of the second write. */
export function withStandingMessages(fired: readonly Fired[], refused: IndexedDrive): Fired[] {
  if (!fired.some(saysNothingOfItsOwn)) return [...fired];
  const messages = Map.groupBy(messagesOf(fired, refused), ({ teller }) => callOf(teller));
  return fired.map((each) => {
    if (!saysNothingOfItsOwn(each)) return each;
    const answered = each.request.answeredAt ?? each.request.at;
    const standing = messages.get(callOf(each))?.find(({ from, until }) => from <= answered && answered < until);
    if (!standing) return each;
    const { outcome, counts } = standing.teller;
    return { ...each, outcome, counts, evidence: [{ ...standing.evidence, standing: true }] };
  });
}

/** What each told write-back said, and from when to when it stood in the refusing world. */
function messagesOf(fired: readonly Fired[], refused: IndexedDrive): Message[] {
  const shown = new Map<string, Perceived>();
  const goneAt = new Map<Perceived, number>();
  const last = new Map<string, Perceived>();
  for (const entry of refused.observation.timeline) {
    const earlier = last.get(placeOf(entry));
    if (earlier && !DIALOGS.has(earlier.kind)) goneAt.set(earlier, entry.at);
    last.set(placeOf(entry), entry);
    shown.set(`${entry.at} ${entry.text}`, entry);
  }
  return fired.flatMap((teller): Message[] => {
    if (!teller.comparison || (teller.outcome !== 'told' && teller.outcome !== 'kept-locally')) return [];
    const evidence = teller.evidence.find(({ code }) => code === 'failure-shown' || code === 'kept-locally');
    const entry = evidence && shown.get(`${evidence.at} ${evidence.told}`);
    return entry ? [{ teller, evidence, from: entry.at, until: goneAt.get(entry) ?? Number.POSITIVE_INFINITY }] : [];
  });
}

/** A dialog was answered: the person has read it, and it stays read. */
const DIALOGS: ReadonlySet<Perceived['kind']> = new Set(['alert', 'confirm', 'prompt']);

/** The page looked at the answer, made no claim, and both worlds look the same. */
function saysNothingOfItsOwn({ outcome, evidence, comparison }: Fired): boolean {
  if (outcome !== 'untold' || !comparison || !evidence.some(({ code }) => code === 'identical-outcome')) return false;
  const looked = comparison.inRefused.some(({ reads }) => reads.length > 0);
  const claims = comparison.putUp.some((entry) => entry.kind === 'text-added' && classOfWords(entry.text) === 'claim');
  return looked && !claims && comparison.claims.length === 0;
}

/** The same place in the code, or, where none is known, the same endpoint. */
function callOf({ request }: Fired): string {
  const { site, endpoint, channel } = request;
  return JSON.stringify([channel, endpoint.method, site ?? endpoint.url]);
}
