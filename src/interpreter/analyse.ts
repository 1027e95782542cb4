/**
 * A whole program under four replies. In: its units and markup, the primitives. Out: decided writes, native forms, and the
 * sinks nothing explains. The replies beside `ok` are tried only when some write stays on this machine.
 */
import type { MarkupElement } from '../contracts.ts';
import type { Reply } from '../model.ts';
import { REPLIES } from '../model.ts';
import type { Node } from '../syntax/tree.ts';
import type { Primitive } from './contract.ts';
import type { Decision, ReplyFacts } from './decision/decide.ts';
import { decide } from './decision/decide.ts';
import type { FormFinding } from './decision/forms.ts';
import { formFindings } from './decision/forms.ts';
import { newsOf } from './decision/news.ts';
import type { Ledger, Opaque, Write } from './ledger/ledger.ts';
import { packageNames } from './names/imports.ts';
import type { EntriesResult } from './run/entries.ts';
import { runEntries } from './run/entries.ts';
import { Run } from './run/run.ts';
import { isCodeCall } from './trees/code-texts.ts';
import { pageModel } from './trees/pages.ts';
import type { ProgramUnit } from './trees/program-facts.ts';
import { ProgramFacts } from './trees/program-facts.ts';
import { isFormRequest } from './trees/sinks.ts';
import { untakenTemplates } from './trees/untaken-templates.ts';
import type { Spot } from './values/values.ts';

export interface Program {
  readonly units: readonly ProgramUnit[];
  readonly elements: readonly MarkupElement[];
  readonly base: string | undefined;
}

export interface DecidedWrite {
  readonly write: Write;
  readonly decision: Decision;
  /** Replies under which the proof is reached. */
  readonly replies: readonly Reply[];
}

/** A sink that nothing explains. */
export interface Unexplained extends Spot {
  /** It runs a text as code. */
  readonly isCode: boolean;
}

export interface Analysis {
  readonly writes: readonly DecidedWrite[];
  readonly forms: readonly FormFinding[];
  readonly unexplained: readonly Unexplained[];
  /** What may hold a write-back and could not be looked at. */
  readonly opaque: readonly Opaque[];
  /** The program's units and those its scripts made; a spot's unit is an index of this list. */
  readonly units: readonly ProgramUnit[];
  readonly sinks: number;
  readonly truncated: boolean;
}

/** Attributes by which a control sets a piece of state. */
const BOUND = /^(?:x-model|v-model|ng-model|\[\(ngmodel\)\]|bind:(?:value|checked|group))(?:$|[.:])/i;

/** Longer texts of elements are no labels. */
const LABEL_CHARS = 60;
/** Elements whose text is a label. */
const CONTROLS = /^(?:button|a|label|summary|option|textarea|output)$/;

/** What is kept of a run: its values are let go before the next one starts. */
interface Finished {
  readonly ledger: Ledger;
  readonly truncated: boolean;
  readonly result: EntriesResult;
}

export function analyse(program: Program, primitives: readonly Primitive[]): Analysis {
  const page = pageModel(program.elements, program.base);
  const { globals, packages } = namesOf(primitives);
  const facts = new ProgramFacts(program.units, {
    isGlobal: (name) => globals.has(name) || page.byName(name) >= 0,
    isPackage: (source) => packageNames(source).some((name) => packages.has(name)),
  });
  for (const { attributes } of program.elements)
    for (const [name, value] of Object.entries(attributes)) if (BOUND.test(name)) facts.noteBound(value);
  const visited = new Set<Node>();
  const start = (reply: Reply, skip: ReadonlySet<Node>, called: ReadonlySet<Node>): Finished => {
    const run = new Run(facts, page, reply);
    install(run, primitives, program.elements);
    const result = runEntries(run, skip, called);
    for (const node of run.visited) visited.add(node);
    return { ledger: run.ledger, result, truncated: run.budget.truncated || result.overflow };
  };
  const ok = start('ok', new Set(), new Set());
  const runs: Partial<Record<Reply, Finished>> = { ok };
  const candidates = [...ok.ledger.writes.values()].filter(isWriteBack);
  if (candidates.length > 0)
    for (const reply of REPLIES.slice(1)) runs[reply] = start(reply, ok.result.idle, ok.result.called);
  const finished = REPLIES.flatMap((reply) => runs[reply] ?? []);
  return {
    writes: decided(runs, program.elements),
    forms: formFindings({
      elements: program.elements,
      listeners: ok.result.listeners,
      sentByScript: ok.ledger.sentForms,
      sets: ok.ledger.formSets,
      untaken: untakenTemplates(
        facts.units.map(({ unit }) => unit),
        program.elements,
      ),
      requested: facts.facts.some(({ sinks }) => sinks.some(isFormRequest)),
      base: page.base,
    }),
    unexplained: unexplained(facts, visited, finished),
    opaque: [...new Map(finished.flatMap((one) => [...one.ledger.opaque])).values()],
    units: facts.units,
    sinks: facts.facts.reduce((sum, one) => sum + one.sinks.length, 0),
    truncated: finished.some((one) => one.truncated),
  };
}

function install(run: Run, primitives: readonly Primitive[], elements: readonly MarkupElement[]): void {
  for (const primitive of primitives) primitive.install?.(run);
  for (const primitive of primitives) {
    if (!primitive.markup) continue;
    run.unit = -1;
    elements.forEach((element, index) => {
      primitive.markup?.(run, element, index);
    });
    run.unit = 0;
  }
}

interface Names {
  readonly globals: ReadonlySet<string>;
  readonly packages: ReadonlySet<string>;
}
const NO_NAMES = { isGlobal: () => false, isPackage: () => false };
const namesByPrimitives = new WeakMap<readonly Primitive[], Names>();

/** The names that every page has of the platform and of these primitives. */
function namesOf(primitives: readonly Primitive[]): Names {
  const known = namesByPrimitives.get(primitives);
  if (known) return known;
  const run = new Run(new ProgramFacts([], NO_NAMES), pageModel([], undefined), 'ok');
  install(run, primitives, []);
  const found = { globals: run.builtins.names(), packages: new Set(run.modules.keys()) };
  namesByPrimitives.set(primitives, found);
  return found;
}

/** A library's wrapper, called by nobody with a URL of its own, is no write-back of this artifact. */
function isWriteBack(write: Write): boolean {
  const relevant = write.urls.filter((url) => url.reach !== 'remote');
  return relevant.length > 0 && !relevant.every((url) => url.fromParameter);
}

function decided(runs: Partial<Record<Reply, Finished>>, elements: readonly MarkupElement[]): readonly DecidedWrite[] {
  const keys = new Map<string, Write>();
  for (const reply of REPLIES)
    for (const [key, write] of runs[reply]?.ledger.writes ?? [])
      if (!keys.has(key) && isWriteBack(write)) keys.set(key, write);
  const labels = new Set(
    elements
      .filter(({ tag }) => CONTROLS.test(tag))
      .map(({ text }) => text.trim())
      .filter((label) => label !== '' && label.length < LABEL_CHARS)
      .map((label) => label.toLowerCase()),
  );
  return [...keys].map(([key, write]) => {
    const writes = REPLIES.map((reply) => runs[reply]?.ledger.writes.get(key)).filter((one) => one !== undefined);
    const replies = Object.fromEntries(REPLIES.map((reply) => [reply, replyFacts(runs[reply]?.ledger, key)])) as Record<
      Reply,
      ReplyFacts
    >;
    const whole = merged(write, writes);
    const decision = decide({
      write: whole,
      key,
      replies,
      consulted: writes.some((one) => one.consulted),
      escaped: writes.some((one) => one.escaped),
      labels,
    });
    const { proof } = decision;
    const reached = proof
      ? REPLIES.filter((reply) =>
          [...replies[reply].after, ...replies[reply].before].some(
            (effect) =>
              effect.spot.unit === proof.spot.unit &&
              effect.spot.start === proof.spot.start &&
              effect.name === proof.name,
          ),
        )
      : [];
    return { write: whole, decision, replies: reached };
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
  return { after: newsOf(ledger, ledger.after(key)), before: newsOf(ledger, before.slice(-200)) };
}

function unexplained(
  facts: ProgramFacts,
  visited: ReadonlySet<Node>,
  runs: readonly Finished[],
): readonly Unexplained[] {
  const dead = runs.flatMap((run) => run.ledger.dead);
  const byUnit = new Map<number, { start: number; end: number }[]>();
  for (const range of dead) byUnit.set(range.unit, [...(byUnit.get(range.unit) ?? []), range]);
  const found: Unexplained[] = [];
  facts.facts.forEach((one, unit) => {
    for (const sink of one.sinks) {
      if (visited.has(sink)) continue;
      if ((byUnit.get(unit) ?? []).some((range) => range.start <= sink.start && sink.start < range.end)) continue;
      found.push({ unit, start: sink.start, isCode: isCodeCall(sink) });
    }
  });
  return found;
}
