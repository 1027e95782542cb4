/**
 * Requests as facts. In: what a primitive says it sends. Out: a write in the ledger and the reply it gets, or neither for
 * a read, a remote endpoint, or what is no endpoint. The call site is the outermost call that handed the URL on.
 */

import type { TextPattern } from '../../endpoint.ts';
import { classifyPattern, isWriteMethod, PAGE_URL } from '../../endpoint.ts';
import type { Ledger, UrlChoice, Write } from '../ledger/ledger.ts';
import { both, NO_WRITES, recent, without } from '../ledger/recent.ts';
import type { Machine, RequestSpec, Sent } from '../machine/machine.ts';
import { shownBy } from '../values/texts.ts';
import type { Spot, Value } from '../values/values.ts';
import { alternatives, exact, meant, PARAM, taintOf } from '../values/values.ts';
import { urlParts } from './locations.ts';

const UNANSWERED: Sent = { key: null, reply: 'unknown', writes: NO_WRITES };

/** Places in the course of a run that are kept of one write. */
const OCCURRENCES = 200;

const NO_METHODS: ReadonlySet<string> = new Set();
const ONE_METHOD: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'].map((method) => [method, new Set([method])]),
);

interface Choice extends UrlChoice {
  readonly site: Spot;
}

/** What addresses are taken against. */
function basesOf({ ledger, page }: Machine, { base }: RequestSpec): readonly string[] {
  return base === undefined && ledger.isBaseTaken ? [PAGE_URL, page.base] : [base ?? page.base];
}

export function recordRequest(machine: Machine, spec: RequestSpec): Sent {
  const { ledger } = machine;
  const seq = ledger.next();
  const { known: named, isOpen } = methodsOf(spec.method);
  const writes = named.filter(isWriteMethod);
  if (writes.length === 0 && !isOpen) return UNANSWERED;
  const sink = machine.here(spec.site);
  const choices = meant(spec.url)
    .flatMap((option) => meant((option.t === 'obj' && shownBy(option)) || option))
    .flatMap((option) => basesOf(machine, spec).map((base) => choiceOf(option, base, sink)))
    .filter((choice) => choice !== null);
  const relevant = choices.filter((choice) => choice.reach !== 'remote');
  if (relevant.length === 0) return UNANSWERED;
  const site = (relevant.find((choice) => choice.reach !== 'unresolved') ?? relevant[0]!).site;
  const key = `${spec.primitive}:${sink.unit}:${sink.start}:${site.unit}:${site.start}${spec.element === undefined ? '' : `#${spec.element}`}`;
  const element = spec.element ?? machine.eventElement;
  const place = { entry: machine.entry, seq };
  const known = ledger.writes.get(key);
  const write = known ?? newWrite(key, spec, { sink, site, element, choice: choices[0]!, mask: machine.mask, place });
  if (known) noteAgain(ledger, known, element, machine.mask, place);
  else ledger.writes.set(key, write);
  for (const choice of choices) addChoice(write, choice);
  for (const method of writes.length > 0 ? writes : named) write.methods = withMethod(write.methods, method);
  if (writes.length === 0) write.methodUnknown = true;
  if (spec.noCors) write.noCors = true;
  if (spec.mayBePrevented) write.mayBePrevented = true;
  write.receiverUnproved ||= spec.receiverUnproved === true;
  const own = new Set([key]);
  ledger.noteOccurrence(key, machine.entry);
  noteFired(machine, own);
  return { key, reply: machine.reply, writes: own };
}

/** What comes next comes after this write, whose answer nobody has waited for so far. */
function noteFired(machine: Machine, own: ReadonlySet<string>): void {
  machine.wrote = true;
  for (const key of own) machine.ledger.noteSent(key);
  const { fired, awaited } = machine.after;
  machine.after = { fired: recent(both(without(fired, own), own)), awaited: without(awaited, own) };
}

function noteAgain(ledger: Ledger, write: Write, element: number, mask: number, place: Place): void {
  if (write.element !== element) write.element = -1;
  if (!write.masks.includes(mask)) write.masks.push(mask);
  if (write.occurrences.length < OCCURRENCES) write.occurrences.push(place);
  else ledger.noteMuch(write.key, 'this write is sent from more places than are looked at');
}

type Place = Write['occurrences'][number];

interface First {
  readonly sink: Spot;
  readonly site: Spot;
  readonly element: number;
  readonly choice: Choice;
  readonly mask: number;
  readonly place: Place;
}

/** Its lists are made with what they hold: to most, nothing is added, and room for more is what a page of many writes has not. */
function newWrite(key: string, spec: RequestSpec, { sink, site, element, choice, mask, place }: First): Write {
  return {
    key,
    primitive: spec.primitive,
    channel: spec.channel,
    sink,
    site,
    urls: [shownChoice(choice)],
    methods: NO_METHODS,
    methodUnknown: false,
    receiverUnproved: false,
    noCors: false,
    mayBePrevented: false,
    masks: [mask],
    occurrences: [place],
    consulted: false,
    escaped: false,
    element,
  };
}

/** Nearly every write has one method: they share its set. */
function withMethod(methods: ReadonlySet<string>, method: string): ReadonlySet<string> {
  if (methods.has(method)) return methods;
  return (methods.size === 0 ? ONE_METHOD.get(method) : undefined) ?? new Set([...methods, method]);
}

function addChoice(write: Write, choice: Choice): void {
  const isFull = write.urls.length >= 16 && write.urls.some((other) => other.reach === choice.reach);
  if (!isFull && !write.urls.some((other) => other.url === choice.url)) write.urls.push(shownChoice(choice));
}

function shownChoice({ url, reach, fromParameter }: Choice): UrlChoice {
  return { url, reach, fromParameter };
}

function methodsOf(method: Value): { readonly known: readonly string[]; readonly isOpen: boolean } {
  const options = alternatives(method);
  const known = options
    .map((option) => (option.t === 'prim' && (option.v === undefined || option.v === null) ? 'GET' : exact(option)))
    .filter((name) => name !== null);
  return { known: known.map((name) => name.toUpperCase()), isOpen: known.length < options.length };
}

function choiceOf(value: Value, base: string, sink: Spot): Choice | null {
  const parts = urlParts(value);
  const pattern: TextPattern = parts.map((part) => (typeof part === 'string' ? part : null));
  const reach = classifyPattern(pattern, base);
  if (reach === null) return null;
  const first = parts[0];
  const fromParameter =
    first !== undefined && typeof first !== 'string' && (taintOf(value) & PARAM) !== 0 && first.taint === PARAM;
  return { url: shownUrl(parts, base), reach, fromParameter, site: siteOf(value) ?? sink };
}

function shownUrl(parts: readonly (string | { readonly taint: number })[], base: string): string {
  const shown = parts.map((part) => (typeof part === 'string' ? part : '{…}')).join('');
  if (parts.some((part) => typeof part !== 'string')) return shown;
  // A path stands for itself: nothing of it needs parsing.
  if (/^\/[^/\\]/.test(shown)) return shown;
  const absolute = URL.parse(shown, base);
  const page = new URL(base);
  if (!absolute) return shown;
  return absolute.origin === page.origin && !/^[a-z][a-z0-9+.-]*:/i.test(shown)
    ? shown || absolute.pathname
    : absolute.href;
}

function siteOf(value: Value): Spot | null {
  const shown = value.t === 'obj' ? shownBy(value) : value;
  if (shown?.t !== 'str') return null;
  let via = shown.via;
  while (via?.before) via = via.before;
  return via?.spot ?? null;
}
