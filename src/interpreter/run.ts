/**
 * One run of a program under one reply: puts the pieces of the interpreter together and keeps its state.
 * In: the trees, the page's markup, the reply every write gets. Out: a ledger, what ran, what is proved dead.
 */
import type { Reply } from '../model.ts';
import { Branches } from './branches.ts';
import { Budget } from './budget.ts';
import { callValue, constructValue } from './calls.ts';
import { choose } from './choose.ts';
import { runClass } from './classes.ts';
import { adoptState } from './component-state.ts';
import { elementObject } from './dom.ts';
import { textsOf } from './effect-texts.ts';
import { namesOf } from './environments.ts';
import { escaped } from './escaped.ts';
import { evaluateExpression } from './expressions.ts';
import { noteFormSubmit, noteJsxForm } from './form-calls.ts';
import { invoke, makeFunction } from './functions.ts';
import { Heap } from './heap.ts';
import type { LazyMap } from './lazy-map.ts';
import { Ledger } from './ledger.ts';
import type {
  Abrupt,
  After,
  Binding,
  Completion,
  Effect,
  EffectKind,
  Env,
  HandlerSpec,
  Machine,
  PageModel,
  PromiseState,
  RequestSpec,
  Sent,
} from './machine.ts';
import { Thrown } from './machine.ts';
import { getComputed, getMember, setMember } from './members.ts';
import { assign, grown, lookup, lookupGlobal } from './names.ts';
import { bindPattern } from './patterns.ts';
import type { ProgramFacts } from './program-facts.ts';
import { awaitValue, forced, newPromise, settle, stateOf, thenPromise } from './promises.ts';
import { NO_WRITES, recent } from './recent.ts';
import { recordRequest } from './requests.ts';
import type { QueuedHandler } from './schedule.ts';
import { NOWHERE, Schedule } from './schedule.ts';
import { canSend, holdsSender } from './senders.ts';
import { executeBlock, executeStatement } from './statements.ts';
import type { Node } from './tree.ts';
import type { Obj, Spot, Value, Via } from './values.ts';
import { native, object, RESP, STATE, taintOf, text, top, UNDEFINED, UNK } from './values.ts';
import { windowObject } from './window-object.ts';

/** An entry that is being run, and the one that registered it. */
export interface Maker {
  readonly node: Node;
  readonly outer: Maker | null;
}

const NOTHING: After = { fired: NO_WRITES, awaited: NO_WRITES };

export class Run implements Machine {
  readonly heap = new Heap();
  readonly budget = new Budget();
  readonly branches = new Branches(this.heap);
  readonly ledger = new Ledger();
  readonly globals = new Map<string, Binding>();
  readonly builtins = new Map<string, Value>();
  readonly modules = new Map<string, (machine: Machine) => Value>();
  readonly windowObject: Obj;
  readonly reply: Reply;
  readonly page: PageModel;
  readonly facts: ProgramFacts;
  readonly visited: Set<Node>;
  readonly entered: Set<Node>;
  readonly dead: { readonly unit: number; readonly start: number; readonly end: number }[] = [];
  /** Functions that were made and not entered so far. */
  readonly closures = new Map<Node, Obj>();
  /** The entries during which a function was made. */
  readonly makers = new Map<Node, Maker>();
  maker: Maker | null = null;
  readonly forms: { readonly element: number; readonly spot: Spot; readonly certain: boolean }[] = [];
  readonly inactive = new Set<Node>();
  readonly exportsOf = new Map<number, Obj>();
  readonly instances = new Set<Obj>();
  readonly scope: Obj;
  isResidual = false;
  handlers: QueuedHandler[] = [];
  entry = 0;
  entries = 0;
  mask = 0;
  forks = 0;
  unit = 0;
  eventElement = -1;
  seq = 0;
  after: After = NOTHING;
  wrote = false;
  readonly #schedule: Schedule;
  #open = new Map<Node, number>();
  #depth = 0;
  #writes = 0;
  #expressionDepth = 0;

  constructor(
    facts: ProgramFacts,
    page: PageModel,
    reply: Reply,
    seen: { readonly visited: Set<Node>; readonly entered: Set<Node> },
  ) {
    this.facts = facts;
    this.page = page;
    this.reply = reply;
    this.visited = seen.visited;
    this.entered = seen.entered;
    this.windowObject = windowObject();
    this.#schedule = new Schedule(this);
    this.scope = object({ kind: 'plain', name: 'state' });
    this.scope.slots.set('component', true);
  }

  tick(steps = 1): void {
    this.budget.spend(steps);
  }

  evaluate(node: Node, env: Env): Value {
    this.#expressionDepth += 1;
    try {
      if (this.#expressionDepth > 700) {
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
    for (const statement of statements) {
      const declared =
        statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
          ? statement.declaration
          : statement;
      if (declared?.type === 'FunctionDeclaration' && declared.id && declared.body) this.#hoistOne(declared, env);
    }
    return executeBlock(this, statements, env);
  }

  #hoistOne(node: Node, env: Env): void {
    const known = env.vars.get(node.id!.name);
    const value = this.makeFunction(node, env, null);
    if (known) this.heap.set(known, value);
    else env.vars.set(node.id!.name, { v: value, kind: 'function', stale: false });
  }

  bind(pattern: Node, value: Value, env: Env, kind: Binding['kind'] | 'assign'): void {
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

  scopeNames(node: Node): LazyMap<string, Binding> {
    return namesOf(this.facts.scopeOf(node));
  }

  lookup(name: string, env: Env, site: Node): Value {
    return lookup(this, name, env, site);
  }

  grown(value: Value, name: string): Value {
    return grown(this, value, name);
  }

  lookupGlobal(name: string): Value {
    return lookupGlobal(this, name);
  }

  assign(name: string, value: Value, env: Env, site: Node): void {
    assign(this, name, value, env, site);
  }

  makeFunction(node: Node, env: Env, home: Obj | null): Obj {
    const made = makeFunction(this, node, env, home);
    if (!this.entered.has(node)) this.closures.set(node, made);
    if (this.maker) this.makers.set(node, this.maker);
    return made;
  }

  runClass(made: Obj, self: Value, args: readonly Value[], site: Node): Value | null {
    return runClass(this, made, self, args, site);
  }

  enter(fn: Obj): number {
    const node = fn.closure!.node;
    const open = (this.#open.get(node) ?? 0) + 1;
    this.#open.set(node, open);
    this.#depth += 1;
    this.noteEntered(node);
    return open;
  }

  /** What was entered is never run for its own sake: its closure, with all it sees, is let go. */
  noteEntered(node: Node): void {
    this.entered.add(node);
    this.closures.delete(node);
  }

  exit(fn: Obj): void {
    const node = fn.closure!.node;
    this.#open.set(node, (this.#open.get(node) ?? 1) - 1);
    this.#depth -= 1;
  }

  depth(): number {
    return this.#depth;
  }

  truncate(): void {
    this.budget.truncated = true;
  }

  limited(fn: Obj, args: readonly Value[], act: () => Value): Value {
    if (this.wrote || this.canSend(fn) || args.some((argument) => holdsSender(this.facts, argument, 0))) return act();
    const { mask, unit, forks, after } = this;
    const from = this.branches.count;
    const marks = this.heap.depth;
    const result = this.budget.aside(act);
    if (result) return result;
    this.branches.drop(from);
    this.heap.restoreDepth(marks);
    Object.assign(this, { mask, unit, forks, after });
    return top(STATE);
  }

  canSend(fn: Obj): boolean {
    return canSend(this.facts, fn, 0);
  }

  leaveAsync(before: After): void {
    const fired = [...this.after.fired, ...this.after.awaited].filter((key) => !before.awaited.has(key));
    this.after = { fired: recent(fired), awaited: before.awaited };
  }

  nativeFunction(name: string, call: (args: readonly Value[], self: Value, site: Node) => Value): Obj {
    return native<Machine>(name, (_machine, self, args, site) => call(args, self, site));
  }

  fork<T>(
    taint: number,
    one: () => T | Abrupt,
    other: () => T | Abrupt,
  ): { readonly one: T | Abrupt; readonly other: T | Abrupt } {
    return this.branches.fork(this, taint, one, other);
  }

  choose(
    condition: Value,
    one: () => Value,
    other: () => Value,
    dead: { readonly one: Node | null; readonly other: Node | null },
  ): Value {
    return choose(this, condition, one, other, dead);
  }

  markDead(node: Node | null): void {
    if (node && this.facts.holdsSink(this.unit, node.start, node.end))
      this.dead.push({ unit: this.unit, start: node.start, end: node.end });
  }

  mayThrow(error: Value, taint: number): void {
    this.branches.mayThrow(this, error, taint);
  }

  takeExits(from: number, wanted: (exit: Abrupt) => boolean): readonly (Abrupt & { readonly mask: number })[] {
    return this.branches.take(this, from, wanted);
  }

  exitCount(): number {
    return this.branches.count;
  }

  exitMask(from: number): number {
    return this.branches.mask(from);
  }

  moduleOf(source: string): Obj | null {
    const target = this.facts.units[this.unit]?.imports.get(source);
    const exports = target === undefined ? this.modules.get(source)?.(this) : this.exportsOf.get(target);
    return exports?.t === 'obj' ? exports : null;
  }

  dynamicUnit(source: string, site: Node): ReturnType<Machine['dynamicUnit']> {
    const unit = this.facts.dynamic(source, this.unit, site.start);
    if (unit === null) return null;
    const { program } = this.facts.units[unit]!;
    for (const [name, binding] of this.scopeNames(program))
      if (!this.globals.has(name)) this.globals.set(name, binding);
    const frame = {
      node: null,
      entry: this.entry,
      self: this.windowObject,
      home: null,
      args: [],
      newTarget: UNDEFINED,
      yielded: [],
    };
    return { unit, program, env: { vars: this.globals, parent: null, frame, unit, scopeObject: null } };
  }

  opaque(code: string, detail: string, site: Node): void {
    const spot = this.here(site);
    this.ledger.opaque.set(`${code}:${spot.unit}:${spot.start}`, { code, detail, spot });
  }

  request(spec: RequestSpec): Sent {
    this.seq += 1;
    const sent = recordRequest(this, this.ledger, spec, this.seq);
    if (sent.key === null) return sent;
    this.wrote = true;
    this.#writes += 1;
    const fired = [...this.after.fired].filter((key) => key !== sent.key);
    this.after = {
      fired: recent([...fired, sent.key]),
      awaited: without(this.after.awaited, sent.key),
    };
    return sent;
  }

  effect(kind: EffectKind, name: string, values: readonly Value[], site: Node, act: Effect['act'] = 'text'): void {
    this.seq += 1;
    this.tick();
    this.ledger.note({
      kind,
      name,
      texts: textsOf(values),
      act,
      spot: this.here(site),
      awaited: this.after.awaited,
      fired: this.after.fired,
      mask: this.mask,
      entry: this.entry,
      seq: this.seq,
      ofAnswer: values.some((value) => (taintOf(value) & RESP) !== 0),
    });
  }

  consult(key: string | null): void {
    const write = key === null ? undefined : this.ledger.writes.get(key);
    if (write) write.consulted = true;
  }

  escape(value: Value): void {
    escaped(this.ledger, value, 0);
  }

  listen(spec: HandlerSpec): void {
    this.#schedule.listen(spec);
  }

  later(act: () => void, late = false): void {
    this.#schedule.later(act, late);
  }

  flush(): void {
    this.#schedule.flush();
  }

  resetRuns(): void {
    this.#schedule.resetRuns();
  }

  /** Forgets what was to run, and who was running. */
  clearJobs(): void {
    this.#schedule.clear();
    this.#open.clear();
    this.#depth = 0;
    this.#expressionDepth = 0;
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

  promise(): Obj {
    return newPromise(this);
  }

  resolved(value: Value, writes: Iterable<string> = []): Obj {
    const made = newPromise(this);
    settle(this, made, 'ok', value, writes);
    return made;
  }

  rejected(error: Value, writes: Iterable<string> = []): Obj {
    const made = newPromise(this);
    settle(this, made, 'err', error, writes);
    return made;
  }

  settle(promise: Obj, state: 'ok' | 'err', value: Value, writes: Iterable<string> = []): void {
    settle(this, promise, state, value, writes);
  }

  stateOf(promise: Obj): PromiseState {
    return stateOf(promise);
  }

  force(promise: Obj): PromiseState {
    return forced(this, promise);
  }

  awaitValue(value: Value): Value {
    return awaitValue(this, value);
  }

  chain(promise: Obj, onOk: Value, onErr: Value, site: Node): Obj {
    return thenPromise(this, promise, onOk, onErr, site);
  }

  array(items: readonly Value[], rest: Value | null = null): Obj {
    return object({ items, rest, born: this.entry + 1 });
  }

  plain(props: Readonly<Record<string, Value>> = {}, open = 0): Obj {
    return object({ props, open, born: this.entry + 1 });
  }

  error(message: string): Obj {
    return object({
      kind: 'error',
      name: 'TypeError',
      props: { message: text(message), name: text('TypeError') },
      open: STATE,
      born: this.entry + 1,
    });
  }

  element(index: number, selector: string, tag = ''): Obj {
    return elementObject(this, index, selector, tag);
  }

  fragment(_value: Value, _site: Node): void {}

  jsxForm(props: Obj, site: Node): void {
    noteJsxForm(this, props, site);
  }

  formSubmit(element: Value, site: Node): void {
    noteFormSubmit(this, element, site);
  }

  isStaleProperty(key: string): boolean {
    return this.facts.isAssignedProperty(key);
  }

  here(site: Node): Spot {
    return { unit: this.unit, start: site.start };
  }

  via(site: Node, before: Via | null): Via {
    return { spot: this.here(site), before };
  }

  /** How often something was written so far. */
  seqOfWrites(): number {
    return this.#writes;
  }

  adoptState(value: Value): void {
    adoptState(this.scope, value);
  }

  /** Calls a function from outside: an event, a residual entry. What it throws is nobody's. */
  enterFunction(fn: Value, self: Value, args: readonly Value[]): Value {
    const closure = fn.t === 'obj' ? fn.closure : null;
    try {
      return closure && !closure.classNode
        ? invoke(this, fn as Obj, self, args, NOWHERE)
        : this.call(fn, self, args, closure?.node ?? NOWHERE);
    } catch (error) {
      if (error instanceof Thrown) return UNDEFINED;
      throw error;
    }
  }
}

function without(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return keys.has(key) ? new Set([...keys].filter((other) => other !== key)) : keys;
}
