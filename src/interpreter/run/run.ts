/**
 * One run of a program under one reply: the machine, put together of the pieces of the interpreter.
 * In: the facts of the program, the page's markup, the reply every write gets. Out: a ledger, what ran, what was only made.
 */

import type { Reply } from '../../model.ts';
import type { Node } from '../../syntax/tree.ts';
import { BROWSER_GLOBALS, OTHER_GLOBALS } from '../browser/browser-globals.ts';
import { elementObject } from '../browser/dom.ts';
import { followScriptUrl } from '../browser/dynamic-code.ts';
import { windowObject } from '../browser/window-object.ts';
import { callValue, constructValue } from '../evaluation/calls.ts';
import { evaluateExpression } from '../evaluation/expressions.ts';
import { makeFunction } from '../evaluation/functions.ts';
import { getComputed, getMember, setMember } from '../evaluation/members.ts';
import { bindPattern } from '../evaluation/patterns.ts';
import { executeBlock, executeStatement } from '../evaluation/statements.ts';
import type { Effect, EffectKind } from '../ledger/ledger.ts';
import { Ledger } from '../ledger/ledger.ts';
import type { After } from '../ledger/recent.ts';
import { NOTHING } from '../ledger/recent.ts';
import { Activations } from '../machine/activations.ts';
import { Branches } from '../machine/branches.ts';
import { Budget } from '../machine/budget.ts';
import { Builtins } from '../machine/builtins.ts';
import type { Completion } from '../machine/completions.ts';
import { recordEffect } from '../machine/effects.ts';
import { Heap } from '../machine/heap.ts';
import type { HandlerSpec, Lateness, Machine, RequestSpec, Sent } from '../machine/machine.ts';
import type { Binding, BindKind, Env } from '../machine/scopes.ts';
import { recordRequest } from '../requests/requests.ts';
import { LANGUAGE_GLOBALS } from '../standard/language-globals.ts';
import type { PageModel } from '../trees/pages.ts';
import type { ProgramFacts } from '../trees/program-facts.ts';
import { object } from '../values/objects.ts';
import type { Obj, Spot, Value, Via } from '../values/values.ts';
import { STATE, text, top, UNK } from '../values/values.ts';
import { Schedule } from './schedule.ts';
import { settle } from './settle.ts';

const EXPRESSION_DEPTH = 700;

export class Run implements Machine {
  readonly facts: ProgramFacts;
  readonly page: PageModel;
  readonly reply: Reply;
  readonly heap = new Heap();
  readonly budget: Budget;
  readonly branches = new Branches(this.heap, this);
  readonly activations = new Activations();
  readonly ledger = new Ledger();
  readonly schedule = new Schedule(this);
  readonly globals = new Map<string, Binding>();
  readonly builtins: Builtins<Machine>;
  readonly windowObject = windowObject();
  readonly modules = new Map<string, (machine: Machine) => Value>();
  readonly exported: ((value: Value, site: Node) => void)[] = [];
  readonly exportsOf = new Map<number, Obj>();
  readonly scope = object({ kind: 'plain', name: 'state' });
  readonly instances = new Set<Obj>();
  readonly senders = new Set<object>();
  readonly visited = new Set<Node>();
  entry = 0;
  moment = 0;
  /** How many entries were begun so far. */
  entries = 0;
  unit = 0;
  mask = 0;
  forks = 0;
  rounds = 0;
  after: After = NOTHING;
  lateness: Lateness = 0;
  eventElement = -1;
  wrote = false;
  #expressionDepth = 0;
  /** The entry whose state, at its first wait, was seen as others may have left it. */
  #settledIn = -1;

  constructor(facts: ProgramFacts, page: PageModel, reply: Reply) {
    this.facts = facts;
    this.page = page;
    this.builtins = new Builtins<Machine>(this, [LANGUAGE_GLOBALS, BROWSER_GLOBALS]);
    for (const [name, make] of OTHER_GLOBALS) this.builtins.provide(make, name);
    this.reply = reply;
    this.scope.slots.set('component', true);
    this.budget = new Budget(facts.filesBeside);
  }

  tick(steps = 1): void {
    this.budget.spend(steps);
  }

  evaluate(node: Node, env: Env): Value {
    this.#expressionDepth += 1;
    try {
      if (this.#expressionDepth > EXPRESSION_DEPTH) {
        this.budget.truncated = true;
        return top(UNK);
      }
      return evaluateExpression(this, node, env);
    } finally {
      this.#expressionDepth -= 1;
    }
  }

  execute(node: Node, env: Env): Completion {
    return executeStatement(this, node, env);
  }

  block(statements: readonly Node[], env: Env): Completion {
    return executeBlock(this, statements, env);
  }

  bind(pattern: Node, value: Value, env: Env, kind: BindKind): void {
    bindPattern(this, pattern, value, env, kind);
  }

  call(callee: Value, self: Value, args: readonly Value[], site: Node): Value {
    return callValue(this, callee, self, args, site);
  }

  construct(callee: Value, args: readonly Value[], site: Node): Value {
    return constructValue(this, callee, args, site);
  }

  get(target: Value, key: string, site: Node): Value {
    return getMember(this, target, key, site);
  }

  getComputed(target: Value, key: Value, site: Node): Value {
    return getComputed(this, target, key, site);
  }

  set(target: Value, key: string, value: Value, site: Node): void {
    setMember(this, target, key, value, site);
  }

  makeFunction(node: Node, env: Env, home: Obj | null): Obj {
    return makeFunction(this, node, env, home);
  }

  request(spec: RequestSpec): Sent {
    return recordRequest(this, spec);
  }

  effect(kind: EffectKind, name: string, values: readonly Value[], site: Node, act: Effect['act'] = 'text'): void {
    recordEffect(this, kind, name, values, site, act);
    if (kind === 'nav') followScriptUrl(this, values[0], site);
  }

  listen(spec: HandlerSpec): void {
    this.schedule.listen(spec);
  }

  listenersOf(type: string): readonly Value[] {
    return this.schedule.listenersOf(type);
  }

  unlisten(type: string, fn: Value): void {
    this.schedule.unlisten(type, fn);
  }

  /** What was set before, others may have changed by now. Once something was written, what follows is followed as if nobody did. */
  passTime(others: readonly Value[] = []): void {
    if (this.wrote) return;
    if (this.#settledIn !== this.entry) this.tick(settle(this, [...this.schedule.functions(), ...others]));
    else if (others.length > 0) this.tick(settle(this, others));
    this.#settledIn = this.entry;
    this.entries += 1;
    this.moment = this.entries;
    if (this.forks === 0) this.heap.stamp = this.moment;
  }

  atLater<T>(act: () => T): T {
    const { moment, lateness } = this;
    this.passTime();
    this.lateness = 2;
    try {
      return act();
    } finally {
      this.moment = moment;
      this.lateness = lateness;
      if (this.forks === 0) this.heap.stamp = moment;
    }
  }

  later(job: () => void, late = false): void {
    this.schedule.later(job, late);
  }

  flush(): void {
    this.schedule.flush();
  }

  within<T>(after: After, mask: number, act: () => T): T {
    const before = { after: this.after, mask: this.mask };
    this.after = after;
    this.mask = mask;
    try {
      return act();
    } finally {
      this.after = before.after;
      this.mask = before.mask;
    }
  }

  array(items: readonly Value[], rest: Value | null = null): Obj {
    return object({ items, rest, born: this.moment + 1 });
  }

  plain(props: Readonly<Record<string, Value>> = {}, open = 0): Obj {
    return object({ props, open, born: this.moment + 1 });
  }

  error(message: string): Obj {
    return object({
      kind: 'error',
      name: 'TypeError',
      props: { message: text(message), name: text('TypeError') },
      open: STATE,
      born: this.moment + 1,
    });
  }

  element(index: number, selector: string, tag = ''): Obj {
    return elementObject(this, index, selector, tag);
  }

  here(site: Node): Spot {
    return { unit: this.unit, start: site.start };
  }

  via(site: Node, before: Via | null): Via {
    return { spot: this.here(site), before };
  }
}
