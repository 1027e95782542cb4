/**
 * A whole program under four replies. In: its units and markup, the primitives. Out: decided writes, native forms, and the
 * sinks nothing explains. The replies beside `ok` are tried only when some write stays on this machine.
 */
import type { MarkupElement } from '../contracts.ts';
import type { Reply } from '../model.ts';
import { REPLIES } from '../model.ts';
import type { Node } from '../syntax/tree.ts';
import type { Primitive } from './contract.ts';
import type { DecidedWrite } from './decision/decided-writes.ts';
import { decidedWrites, isWriteBack } from './decision/decided-writes.ts';
import type { FormFinding } from './decision/forms.ts';
import { formFindings } from './decision/forms.ts';
import type { Ledger, Opaque } from './ledger/ledger.ts';
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

/** What is kept of a run: its values are let go before the next one starts. */
interface Finished {
  readonly ledger: Ledger;
  readonly truncated: boolean;
}

/** `setOutside`: names that scripts of other documents may set. */
export function analyse(
  program: Program,
  primitives: readonly Primitive[],
  setOutside: readonly string[] = [],
): Analysis {
  const page = pageModel(program.elements, program.base);
  const { globals, packages } = namesOf(primitives);
  const facts = new ProgramFacts(program.units, {
    isGlobal: (name) => globals.has(name) || page.byName(name) >= 0,
    isPackage: (source) => packageNames(source).some((name) => packages.has(name)),
  });
  for (const { attributes } of program.elements)
    for (const [name, value] of Object.entries(attributes)) if (BOUND.test(name)) facts.noteBound(value);
  for (const name of setOutside) facts.noteBound(name);
  const ledgers: Partial<Record<Reply, Ledger>> = {};
  const visited = new Set<Node>();
  const finished: Finished[] = [];
  const start = (reply: Reply, skip: ReadonlySet<Node>, called: ReadonlySet<Node>): EntriesResult => {
    const run = new Run(facts, page, reply);
    install(run, primitives, program.elements);
    const result = runEntries(run, skip, called);
    for (const node of run.visited) visited.add(node);
    ledgers[reply] = run.ledger;
    finished.push({ ledger: run.ledger, truncated: run.budget.truncated || result.overflow });
    return result;
  };
  const { idle, called, listeners } = start('ok', new Set(), new Set());
  const ledger = ledgers.ok!;
  if ([...ledger.writes.values()].some(isWriteBack)) for (const reply of REPLIES.slice(1)) start(reply, idle, called);
  return {
    writes: decidedWrites(ledgers, program.elements),
    forms: formFindings({
      elements: program.elements,
      listeners,
      sentByScript: ledger.sentForms,
      sets: ledger.formSets,
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
