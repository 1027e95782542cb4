/**
 * The decision table: what the code does with the answer to one write. In: the write, and what followed it under each reply.
 * Out: a consequence and the effect that proves it. Pure; the first row that fits wins.
 */
import { isWriteMethod } from '../../endpoint.ts';
import type { Consequence, Reply } from '../../model.ts';
import { classOf, isBehavioural, isShown, mayClaimNothing, saysEither } from '../ledger/effect-classes.ts';
import type { Effect, Write } from '../ledger/ledger.ts';
import { placeOf } from '../ledger/ledger.ts';
import { ENV, HOLE, RESP, UNK } from '../values/values.ts';

export interface ReplyFacts {
  /** Effects that come after the write. */
  readonly after: readonly Effect[];
  /** Effects of the same entries that came before it. */
  readonly before: readonly Effect[];
}

export interface WriteFacts {
  readonly write: Write;
  readonly key: string;
  readonly replies: Readonly<Record<Reply, ReplyFacts>>;
  readonly consulted: boolean;
  readonly escaped: boolean;
  /** Texts of controls as they stand in the markup: putting one back tells nobody anything. */
  readonly labels: ReadonlySet<string>;
}

export interface Decision {
  readonly consequence: Consequence;
  readonly proof?: Effect;
}

type Row = (facts: WriteFacts) => Decision | null;

/** Conditions that only the environment or nothing at all decides. */
const UNPROVED = ENV | HOLE | UNK;

function isLocal(write: Write): boolean {
  return write.urls.some((url) => url.reach === 'own-origin' || url.reach === 'loopback');
}

const unprovedUrl: Row = ({ write }) => (isLocal(write) ? null : { consequence: 'unproved-url' });
const unprovedMethod: Row = ({ write }) =>
  write.methodUnknown && ![...write.methods].some(isWriteMethod) ? { consequence: 'unproved-method' } : null;
const unprovedReceiver: Row = ({ write }) => (write.receiverUnproved ? { consequence: 'unproved-receiver' } : null);
const unprovedGuard: Row = ({ write }) =>
  write.masks.every((mask) => (mask & UNPROVED) !== 0) ? { consequence: 'unproved-guard' } : null;

const noAnswer: Row = ({ write }) => {
  if (write.channel === 'beacon') return { consequence: 'beacon' };
  if (write.channel === 'socket') return { consequence: 'no-answer' };
  // A page may not read what it asks of another origin in this mode; its own origin answers as usual.
  if (write.noCors && write.urls.some((url) => url.reach === 'loopback')) return { consequence: 'no-answer' };
  if (write.channel !== 'form') return null;
  return { consequence: write.mayBePrevented ? 'native-form-maybe' : 'native-form' };
};

const downloadFallback: Row = ({ replies }) => {
  const normal = new Set(downloads(replies.ok).map(placeOf));
  for (const reply of ['html', 'json', 'net'] as const) {
    const proof = downloads(replies[reply]).find((effect) => !normal.has(placeOf(effect)));
    if (proof) return { consequence: 'download-fallback', proof };
  }
  return null;
};

function downloads(facts: ReplyFacts): readonly Effect[] {
  return facts.after.filter((effect) => effect.kind === 'download');
}

function isDecided(effect: Effect): boolean {
  return (effect.mask & RESP) === 0;
}

function claims(facts: ReplyFacts): readonly Effect[] {
  return facts.after.filter((effect) => classOf(effect) === 'claim');
}

function failures(facts: ReplyFacts): readonly Effect[] {
  return facts.after.filter((effect) => isShown(effect) && (classOf(effect) === 'failure' || saysEither(effect)));
}

/** The same statement claims under `ok` and when the answer is a page that says 404. */
const claimsUnread: Row = ({ replies }) => {
  const spoken = new Set(claims(replies.ok).map(placeOf));
  const refused = claims(replies.html).filter(
    (effect) => spoken.has(placeOf(effect)) && isDecided(effect) && !saysEither(effect),
  );
  const proof = refused.find((effect) => !mayBeOther(effect)) ?? refused[0];
  if (!proof) return null;
  if (mayBeOther(proof) && failures(replies.html).length > 0) return null;
  return { consequence: 'claims-unread', proof };
};

/** A name in code or of a class, what is drawn anew, and what may as well say no such thing, may tell of something else than the answer. */
function mayBeOther(effect: Effect): boolean {
  return effect.kind === 'state' || effect.act === 'style' || isDrawnAnew(effect) || mayClaimNothing(effect);
}

/** Markup with parts that only the run tells: a claim in it may be about something else that is drawn with it. */
function isDrawnAnew(effect: Effect): boolean {
  return effect.texts.every((text) => (effect.isDrawn || text.includes('<')) && text.includes('\u2026'));
}

const actsAsSaved: Row = ({ replies, key, labels }) => {
  if (failures(replies.html).length > 0 || shownOnlyWhenRefused({ replies, key })) return null;
  const whenCut = byPlace(replies.net.after);
  const accepted = byPlace(
    replies.ok.after.filter((effect) => effect.awaited.has(key) && isDecided(effect) && isBehavioural(effect, labels)),
  );
  const proof = replies.html.after.find(
    (effect) =>
      isDecided(effect) &&
      isBehavioural(effect, labels) &&
      (accepted.get(placeOf(effect)) ?? []).some((other) => sameTexts(other, effect)) &&
      !(whenCut.get(placeOf(effect)) ?? []).some((other) => other.act !== 'text' || saysNoMore(effect, other)),
  );
  return proof ? { consequence: 'acts-as-saved', proof } : null;
};

/** One of them says nothing that the other does not. */
function saysNoMore(a: Effect, b: Effect): boolean {
  const within = (some: readonly string[], all: readonly string[]): boolean => some.every((text) => all.includes(text));
  return within(a.texts, b.texts) || within(b.texts, a.texts) || (a.ofAnswer && b.ofAnswer);
}

function byPlace(effects: readonly Effect[]): ReadonlyMap<string, readonly Effect[]> {
  return Map.groupBy(effects, placeOf);
}

function sameTexts(a: Effect, b: Effect): boolean {
  return a.texts.length === 0 || a.texts.some((text) => b.texts.includes(text)) || (a.ofAnswer && b.ofAnswer);
}

/** A person sees something under refusal that acceptance does not show, whatever its words. */
function shownOnlyWhenRefused({ replies, key }: Pick<WriteFacts, 'replies' | 'key'>): Effect | undefined {
  const normal = byPlace(replies.ok.after);
  return replies.html.after.find((effect) => {
    if (!effect.awaited.has(key) || !isShown(effect) || classOf(effect) === 'progress') return false;
    const others = normal.get(placeOf(effect));
    if (!others) return effect.kind !== 'nav' || effect.name !== '';
    return (
      effect.act === 'text' &&
      effect.texts.length > 0 &&
      !effect.ofAnswer &&
      !others.some((other) => other.ofAnswer || effect.texts.some((text) => other.texts.includes(text)))
    );
  });
}

const implicitCheck: Row = ({ replies, key, labels }) => {
  const spoken = new Set(claims(replies.ok).map(placeOf));
  const refused = new Set(claims(replies.html).map(placeOf));
  const proof = claims(replies.json).find(
    (effect) => spoken.has(placeOf(effect)) && !refused.has(placeOf(effect)) && isDecided(effect),
  );
  if (proof) return { consequence: 'implicit-check', proof };
  const acted = new Set(
    replies.ok.after.filter((effect) => effect.awaited.has(key) && isBehavioural(effect, labels)).map(placeOf),
  );
  const html = new Set(replies.html.after.map(placeOf));
  const quiet = replies.json.after.find(
    (effect) => acted.has(placeOf(effect)) && !html.has(placeOf(effect)) && isDecided(effect),
  );
  return quiet && failures(replies.json).length === 0 ? { consequence: 'implicit-check', proof: quiet } : null;
};

const degraded: Row = ({ replies }) => {
  const spoken = new Set(claims(replies.ok).map(placeOf));
  const proof = claims(replies.html).find((effect) => !spoken.has(placeOf(effect)) && isDecided(effect));
  return proof ? { consequence: 'degraded', proof } : null;
};

const optimistic: Row = ({ replies, key }) => {
  if (failures(replies.html).length > 0 || shownOnlyWhenRefused({ replies, key })) return null;
  const proof = replies.html.before.findLast((effect) => classOf(effect) === 'claim' && isDecided(effect));
  return proof ? { consequence: 'optimistic', proof } : null;
};

const checked: Row = ({ replies, key }) => {
  const proof = failures(replies.html)[0] ?? failures(replies.json)[0] ?? shownOnlyWhenRefused({ replies, key });
  return proof ? { consequence: 'checked', proof } : null;
};

const escapes: Row = ({ escaped }) => (escaped ? { consequence: 'escapes' } : null);
const checkedSilent: Row = ({ consulted }) => (consulted ? { consequence: 'checked-silent' } : null);

/** In the order of precedence; where none fits the answer was not read and nothing was said. */
const ROWS: readonly Row[] = [
  unprovedUrl,
  unprovedMethod,
  unprovedReceiver,
  unprovedGuard,
  noAnswer,
  downloadFallback,
  claimsUnread,
  actsAsSaved,
  implicitCheck,
  degraded,
  optimistic,
  checked,
  escapes,
  checkedSilent,
];

export function decide(facts: WriteFacts): Decision {
  for (const row of ROWS) {
    const decision = row(facts);
    if (decision) return decision;
  }
  return { consequence: 'unread-silent' };
}
