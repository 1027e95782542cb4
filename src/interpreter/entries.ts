/**
 * Everything that starts code, in order: programs of the document, the handlers they leave, functions nobody called.
 * In: a run. Out: its ledger filled. Each entry starts from the state the programs left and is undone.
 */

import { answeredKeys, follow } from './answered.ts';
import { eventOf, isFalse, runAttribute } from './attribute-code.ts';
import { adoptState } from './component-state.ts';
import { frameOf, namesOf } from './environments.ts';
import type { EventFacts, Prevention } from './events.ts';
import { eventObject, prevent } from './events.ts';
import type { FunctionFacts } from './facts.ts';
import { guarded } from './guarded.ts';
import type { ProgramUnit } from './program-facts.ts';
import { Programs } from './programs.ts';
import { Residual } from './residual.ts';
import { parameters, residualSelf } from './residual-calls.ts';
import type { Run } from './run.ts';
import type { QueuedHandler } from './schedule.ts';
import type { Env } from './scopes.ts';
import { canSend } from './senders.ts';
import type { Node } from './tree.ts';
import type { Obj, Value } from './values.ts';
import { alternatives, STATE, top, UNDEFINED } from './values.ts';

/** Handlers that were registered while a handler ran are run below it, down to here. */
const NESTED_ENTRIES = 5;
/** Events by which a page says that it is there. */
const LOADS = /^(?:DOMContentLoaded|load|pageshow|readystatechange)$/;
const RUNS_PER_FUNCTION = 6;

/** What stops the browser's own answer to an event on an element. */
export interface Listener {
  readonly element: number;
  readonly event: string;
  readonly prevented: Prevention | null;
}

export interface EntriesResult {
  readonly listeners: readonly Listener[];
  /** Functions whose entry fired no write, to be left out under other replies. */
  readonly idle: ReadonlySet<Node>;
  readonly overflow: boolean;
}

export class Entries {
  readonly #run: Run;
  readonly #skip: ReadonlySet<Node>;
  readonly #listeners: Listener[] = [];
  readonly #idle = new Set<Node>();
  readonly #busy = new Set<Node>();
  readonly #runsOf = new Map<Node, number>();
  readonly #hasForms: boolean;
  readonly #programs: Programs;
  #overflow = false;

  constructor(run: Run, skip: ReadonlySet<Node>) {
    this.#run = run;
    this.#skip = skip;
    this.#programs = new Programs(run);
    this.#hasForms = run.page.elements.some((element) => element.tag === 'form');
  }

  all(): EntriesResult {
    const { units } = this.#run.facts;
    units.forEach((unit, index) => {
      if (!unit.lazy && (unit.unit.role === 'script' || unit.unit.role === 'module')) this.#programs.run(index);
    });
    this.#component(units);
    const handlers = this.#run.schedule.handlers;
    this.#run.schedule.handlers = [];
    units.forEach((unit, index) => {
      if (unit.unit.role === 'handler' || unit.unit.role === 'javascript-url' || unit.unit.role === 'expression')
        this.#attribute(unit, index);
    });
    this.#drain(handlers, 0);
    this.#residual();
    return { listeners: this.#listeners, idle: this.#idle.difference(this.#busy), overflow: this.#overflow };
  }

  /** One entry from the state as it stands; handlers it registers run below it; then all is undone. */
  #entry(level: number, act: () => void, below?: () => boolean): boolean {
    const run = this.#run;
    if (run.budget.isExhausted()) {
      this.#overflow = true;
      return true;
    }
    const { entry, unit, eventElement } = run;
    run.eventElement = -1;
    run.entries += 1;
    run.entry = run.entries;
    const outer = run.schedule.handlers;
    run.schedule.handlers = [];
    const depth = run.heap.depth;
    const mark = run.heap.mark();
    const { stamp } = run.heap;
    run.heap.stamp = run.entry;
    const writes = run.ledger.sent;
    guarded(this.#run, false, () => {
      act();
      run.flush();
    });
    const nested = run.schedule.handlers;
    run.schedule.handlers = outer;
    run.heap.restoreDepth(depth + 1);
    let wrote = run.ledger.sent !== writes;
    if (nested.length > 0 && level < NESTED_ENTRIES) wrote = this.#drain(nested, level + 1) || wrote;
    if (below) wrote = below() || wrote;
    run.heap.stamp = stamp;
    run.heap.takeBack(mark);
    run.heap.restoreDepth(depth);
    run.entry = entry;
    run.unit = unit;
    run.eventElement = eventElement;
    return wrote;
  }

  #drain(handlers: readonly QueuedHandler[], level: number): boolean {
    let wrote = false;
    for (const handler of handlers) wrote = this.#handler(handler, level) || wrote;
    return wrote;
  }

  #handler(handler: QueuedHandler, level: number): boolean {
    const run = this.#run;
    const node = nodeOf(handler.fn);
    const isFormEvent =
      (this.#hasForms || handler.settled !== undefined) &&
      /^(?:submit|click|keydown|keypress|pointerdown|mousedown|DOMContentLoaded|load|pageshow|readystatechange|)$/.test(
        handler.event ?? '',
      );
    const answers = answeredKeys(run, handler.event ?? '', -1);
    if (node && !isFormEvent && answers.length === 0 && !canSend(run.facts, handler.fn as Obj)) return false;
    if (node && this.#skip.has(node)) return false;
    if (node) {
      const runs = (this.#runsOf.get(node) ?? 0) + 1;
      this.#runsOf.set(node, runs);
      if (runs > RUNS_PER_FUNCTION && !(isFormEvent && runs < 200)) return false;
    }
    const facts: EventFacts = { prevented: null };
    const wrote = run.activations.during(node, () =>
      this.#entry(level, () => {
        const element = handler.element ?? -1;
        if (LOADS.test(handler.event ?? '')) run.ledger.loads.add(run.entry);
        run.eventElement = hasId(run, element) ? element : -1;
        const event = eventObject(run, element, facts);
        follow(run, event, answers);
        const args = handler.args ?? [event, top(STATE)];
        run.unit = handler.unit;
        const returned = run.enterFunction(
          handler.fn,
          handler.self ?? event.props.get('currentTarget')?.v ?? UNDEFINED,
          args,
        );
        if (handler.returnsDecide && alternatives(returned).every(isFalse)) prevent(run, facts);
        else if (handler.returnsDecide && alternatives(returned).some(isFalse)) facts.prevented ??= 'may';
      }),
    );
    handler.settled?.(facts.prevented);
    this.#listeners.push({ element: handler.element ?? -1, event: handler.event ?? '', prevented: facts.prevented });
    if (node) (wrote || answers.length > 0 ? this.#busy : this.#idle).add(node);
    return wrote;
  }

  /** Code in an attribute: the body of a handler, with the event and the component's state in scope. */
  #attribute({ unit, program }: ProgramUnit, index: number): void {
    const run = this.#run;
    if (this.#skip.has(program)) return;
    if (unit.attribute && /^(?:x-data|v-scope)$/.test(unit.attribute)) return;
    const isForm = this.#hasForms && /submit|click/.test(unit.attribute ?? '');
    const answers = answeredKeys(run, unit.attribute ?? '', unit.element);
    if (!isForm && answers.length === 0 && !this.#mentionsRelevant(index)) return;
    const facts: EventFacts = { prevented: /\.prevent\b/.test(unit.attribute ?? '') ? 'must' : null };
    const wrote = run.activations.during(program, () =>
      this.#entry(0, () => {
        run.unit = index;
        const event = eventObject(run, unit.element, facts);
        follow(run, event, answers);
        const env: Env = {
          vars: namesOf(run.facts.scopeOf(program)),
          parent: { ...this.#programs.globalEnv(), scopeObject: run.scope },
          frame: frameOf(run, null, event.props.get('currentTarget')!.v!),
          unit: index,
          scopeObject: null,
        };
        for (const name of ['event', '$event']) env.vars.set(name, { v: event, kind: 'param', stale: false });
        env.vars.set('$el', { v: event.props.get('currentTarget')!.v!, kind: 'param', stale: false });
        runAttribute(run, program, env, event, facts, unit.attribute ?? '');
      }),
    );
    this.#listeners.push({ element: unit.element, event: eventOf(unit.attribute ?? ''), prevented: facts.prevented });
    (wrote || answers.length > 0 ? this.#busy : this.#idle).add(program);
  }

  #mentionsRelevant(index: number): boolean {
    const facts = this.#run.facts.facts[index]!;
    if (facts.sinks.length > 0) return true;
    for (const name of facts.mentions.keys()) if (this.#run.facts.relevantNames.has(name)) return true;
    return false;
  }

  /** `x-data`, `v-scope`: the state that handlers of the page see. */
  #component(units: readonly ProgramUnit[]): void {
    const run = this.#run;
    units.forEach((unit, index) => {
      if (!/^(?:x-data|v-scope)$/.test(unit.unit.attribute ?? '')) return;
      guarded(this.#run, false, () => {
        run.unit = index;
        const first = (unit.program.body as readonly Node[])[0];
        if (first?.type !== 'ExpressionStatement') return;
        const env: Env = { ...this.#programs.globalEnv(), unit: index, scopeObject: run.scope };
        let value = run.evaluate(first.expression, env);
        if (value.t === 'obj' && value.closure) value = run.call(value, UNDEFINED, [], first);
        adoptState(run.scope, value);
        const start = run.scope.props.get('init')?.v;
        if (start && value.t === 'obj') run.listen({ fn: start, kind: 'event', self: run.scope });
      });
    });
  }

  /** Functions that hold a sink nobody reached: called with parameters nobody knows, callers before those they call. */
  #residual(): void {
    const residual = new Residual(this.#run);
    if (!residual.isEmpty) this.#residualBelow(residual, null, 0);
  }

  /** Runs what nobody ran; functions made while one runs are run before its state is undone. */
  #residualBelow(residual: Residual, within: FunctionFacts | null, level: number): boolean {
    const run = this.#run;
    let wrote = false;
    for (const facts of residual.candidates(within)) {
      if (run.activations.entered.has(facts.node) || this.#skip.has(facts.node)) continue;
      const fn = run.activations.closures.get(facts.node);
      if (!fn || !residual.isWanted(facts)) continue;
      run.activations.enter(facts.node);
      const below = (): boolean => this.#residualBelow(residual, facts, level + 1);
      const didWrite = run.activations.during(facts.node, () =>
        this.#entry(level, () => this.#residualCall(fn), level < NESTED_ENTRIES ? below : undefined),
      );
      (didWrite ? this.#busy : this.#idle).add(facts.node);
      if (didWrite) this.#keepMakers(facts.node);
      wrote = didWrite || wrote;
    }
    return wrote;
  }

  /** Entries without a write of their own that made what writes: it cannot be run without them. */
  #keepMakers(node: Node): void {
    for (let maker = this.#run.activations.makers.get(node) ?? null; maker; maker = maker.outer)
      this.#busy.add(maker.node);
  }

  #residualCall(fn: Obj): void {
    const run = this.#run;
    run.isResidual = true;
    const self = residualSelf(run, fn);
    run.unit = (fn.closure!.env as Env).unit;
    run.enterFunction(fn, self, parameters(fn.closure!.node));
    run.isResidual = false;
  }
}

/** An element that both halves know by its id. */
function hasId(run: Run, element: number): boolean {
  return element >= 0 && run.page.elements[element]?.attributes.id !== undefined;
}

function nodeOf(fn: Value): Node | null {
  if (fn.t !== 'obj') return null;
  if (fn.closure) return fn.closure.node;
  const target = fn.slots.get('target') as Obj | undefined;
  return target?.closure?.node ?? null;
}
