/**
 * The writes of a program over all replies. In: the ledgers of its runs, the markup. Out: each write-back once, with what the
 * code does about its answer and the replies under which that shows.
 */
import type { MarkupElement } from '../../contracts.ts';
import type { Reply } from '../../model.ts';
import { REPLIES } from '../../model.ts';
import type { Effect, Ledger, Write } from '../ledger/ledger.ts';
import { placeOf } from '../ledger/ledger.ts';
import type { Decision, ReplyFacts } from './decide.ts';
import { decide } from './decide.ts';
import { newsOf } from './news.ts';

export interface DecidedWrite {
  readonly write: Write;
  readonly decision: Decision;
  /** Replies under which the proof is reached. */
  readonly replies: readonly Reply[];
}

/** Ledgers by the reply their run got; replies that were not tried have none. */
export type Ledgers = Readonly<Partial<Record<Reply, Ledger>>>;

/** Longer texts of elements are no labels. */
const LABEL_CHARS = 60;
/** Elements whose text is a label. */
const CONTROLS = /^(?:button|a|label|summary|option|textarea|output)$/;

/** A library's wrapper, called by nobody with a URL of its own, is no write-back of this artifact. */
export function isWriteBack(write: Write): boolean {
  const relevant = write.urls.filter((url) => url.reach !== 'remote');
  return relevant.length > 0 && !relevant.every((url) => url.fromParameter);
}

export function decidedWrites(ledgers: Ledgers, elements: readonly MarkupElement[]): readonly DecidedWrite[] {
  const labels = labelsOf(elements);
  return [...writeBacks(ledgers)].map(([key, first]) => {
    const writes = REPLIES.flatMap((reply) => ledgers[reply]?.writes.get(key) ?? []);
    const facts = Object.fromEntries(REPLIES.map((reply) => [reply, replyFacts(ledgers[reply], key)]));
    const replies = facts as Record<Reply, ReplyFacts>;
    const write = merged(first, writes);
    const consulted = writes.some((one) => one.consulted);
    const escaped = writes.some((one) => one.escaped);
    const decision = decide({ write, key, replies, consulted, escaped, labels });
    return { write, decision, replies: decision.proof ? reaching(decision.proof, replies) : [] };
  });
}

/** Each write-back by its key, as the first reply had it. */
function writeBacks(ledgers: Ledgers): ReadonlyMap<string, Write> {
  const found = new Map<string, Write>();
  for (const reply of REPLIES)
    for (const [key, write] of ledgers[reply]?.writes ?? [])
      if (!found.has(key) && isWriteBack(write)) found.set(key, write);
  return found;
}

function labelsOf(elements: readonly MarkupElement[]): ReadonlySet<string> {
  const texts = elements.filter(({ tag }) => CONTROLS.test(tag)).map(({ text }) => text.trim());
  return new Set(texts.filter((text) => text !== '' && text.length < LABEL_CHARS).map((text) => text.toLowerCase()));
}

/** The replies under which an effect is reached. */
function reaching(proof: Effect, replies: Readonly<Record<Reply, ReplyFacts>>): readonly Reply[] {
  const place = placeOf(proof);
  return REPLIES.filter((reply) => {
    const { after, before } = replies[reply];
    return [...after, ...before].some((effect) => placeOf(effect) === place);
  });
}

/** One write over all replies: a URL or condition seen in one counts for all. */
function merged(first: Write, all: readonly Write[]): Write {
  const urls = [...first.urls];
  for (const write of all)
    for (const url of write.urls) if (!urls.some((other) => other.url === url.url)) urls.push(url);
  const methods = all.every((write) => write.methods === first.methods)
    ? first.methods
    : new Set(all.flatMap((write) => [...write.methods]));
  return {
    ...first,
    urls,
    methods,
    masks: all.flatMap((write) => write.masks),
    methodUnknown: all.some((write) => write.methodUnknown),
  };
}

function replyFacts(ledger: Ledger | undefined, key: string): ReplyFacts {
  const write = ledger?.writes.get(key);
  if (!ledger || !write) return { after: [], before: [] };
  const before = write.occurrences.flatMap(({ entry, seq }) =>
    ledger.inEntry(entry).filter((effect) => effect.seq < seq),
  );
  return { after: newsOf(ledger, ledger.after(key)), before: newsOf(ledger, before) };
}
