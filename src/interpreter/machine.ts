/**
 * What the pieces of the interpreter ask of each other while a program runs. Types only: `run.ts` puts them together,
 * so that expressions, statements, calls and models need not import one another.
 */
import type { MarkupElement } from '../contracts.ts';
import type { Channel, Reply } from '../model.ts';
import type { Heap } from './heap.ts';
import type { LazyMap } from './lazy-map.ts';
import type { Node } from './tree.ts';
import type { Cell, Obj, Spot, Value, Via } from './values.ts';

export interface Binding extends Cell<Value | undefined> {
  readonly kind: 'var' | 'let' | 'const' | 'function' | 'param' | 'class' | 'import';
  /** Another function than the owner assigns it: read later, it may have changed. */
  readonly stale: boolean;
}

/** One activation of a function, or of a program. */
export interface Frame {
  readonly node: Node | null;
  readonly entry: number;
  readonly self: Value;
  readonly home: Obj | null;
  readonly args: readonly Value[];
  readonly newTarget: Value;
  /** Values a generator has yielded so far. */
  readonly yielded: Value[];
}

/** The names of one scope. */
export interface Names {
  get(name: string): Binding | undefined;
  has(name: string): boolean;
  set(name: string, binding: Binding): unknown;
}

export interface Env {
  readonly vars: Names;
  readonly parent: Env | null;
  readonly frame: Frame;
  readonly unit: number;
  /** Properties of this object are names in scope: component state, `with`. */
  readonly scopeObject: Obj | null;
}

export type Abrupt = {
  readonly kind: 'return' | 'throw' | 'break' | 'continue';
  readonly label: string;
  readonly value: Value;
};
/** How a statement ended; null is "went on". */
export type Completion = Abrupt | null;

export type EffectKind = 'dom' | 'dialog' | 'nav' | 'state' | 'call' | 'local' | 'console' | 'download';

export interface Effect {
  readonly kind: EffectKind;
  readonly name: string;
  /** The texts it may show, holes as `…`. */
  readonly texts: readonly string[];
  /** Shows something (`text`), takes something away or puts it back (`hide`), or changes what is there (`change`). */
  readonly act: 'text' | 'hide' | 'change';
  readonly spot: Spot;
  readonly awaited: ReadonlySet<string>;
  readonly fired: ReadonlySet<string>;
  readonly mask: number;
  readonly entry: number;
  readonly seq: number;
  /** Shows what an answer held. */
  readonly ofAnswer: boolean;
}

export interface UrlChoice {
  readonly url: string;
  readonly reach: 'own-origin' | 'loopback' | 'remote' | 'unresolved';
  /** Every hole it starts with is a parameter of a function nobody calls. */
  readonly fromParameter: boolean;
}

/** One request as its author wrote it, in one run. */
export interface Write {
  readonly key: string;
  readonly primitive: string;
  readonly channel: Channel;
  readonly sink: Spot;
  readonly site: Spot;
  readonly urls: UrlChoice[];
  methods: ReadonlySet<string>;
  methodUnknown: boolean;
  receiverUnproved: boolean;
  noCors: boolean;
  /** A handler may stop it before it is sent. */
  mayBePrevented: boolean;
  /** Conditions of each occurrence. */
  readonly masks: number[];
  readonly occurrences: { readonly entry: number; readonly seq: number }[];
  consulted: boolean;
  escaped: boolean;
  /** Index of the one element whose event or markup leads to it; -1 where there is none, or more than one. */
  element: number;
}

/** What may hold a write-back and could not be looked at. */
export interface Opaque {
  readonly code: string;
  readonly detail: string;
  readonly spot: Spot;
}

export interface RequestSpec {
  readonly primitive: string;
  readonly channel: Channel;
  readonly url: Value;
  readonly method: Value;
  readonly site: Node;
  readonly noCors?: boolean;
  readonly mayBePrevented?: boolean;
  readonly base?: string;
  readonly receiverUnproved?: boolean;
  readonly element?: number;
}

/** What became of a request: a local or unproved write has a key and a reply; everything else is answered by the unknown. */
export interface Sent {
  readonly key: string | null;
  readonly reply: Reply | 'unknown';
}

export interface PromiseState {
  state: 'pending' | 'ok' | 'err' | 'either';
  value: Value;
  error: Value;
  taint: number;
  writes: ReadonlySet<string>;
  job: (() => void) | null;
  readonly mask: number;
  readonly forks: number;
}

/** What came before: writes that were started, and those whose answer was waited for. */
export interface After {
  readonly fired: ReadonlySet<string>;
  readonly awaited: ReadonlySet<string>;
}

export interface HandlerSpec {
  readonly fn: Value;
  readonly kind: 'event' | 'callback' | 'timer';
  readonly event?: string;
  /** Index of the element it listens on, -1 for an element that is not in the markup, -2 for a whole page. */
  readonly element?: number;
  readonly args?: readonly Value[];
  readonly self?: Value;
  /** A timer that fires again and again. */
  readonly repeats?: boolean;
  /** Told once it ran whether it stopped the event. */
  readonly settled?: (prevented: 'must' | 'may' | null) => void;
  /** `return false` stops the event, as in jQuery and `onx=`. */
  readonly returnsDecide?: boolean;
}

export interface PageModel {
  readonly base: string;
  readonly elements: readonly MarkupElement[];
  byId(id: string): number;
  bySelector(selector: string): number;
  allBySelector(selector: string): readonly number[];
  byName(name: string): number;
}

/** A running program. */
export interface Machine {
  readonly heap: Heap;
  readonly reply: Reply;
  readonly page: PageModel;
  readonly globals: Map<string, Binding>;
  readonly windowObject: Obj;
  readonly modules: Map<string, (machine: Machine) => Value>;
  readonly builtins: Map<string, Value>;
  /** State of the page's components, in scope of handlers in markup. */
  readonly scope: Obj;
  /** A function that nobody calls is being run. */
  isResidual: boolean;
  adoptState(value: Value): void;
  entry: number;
  mask: number;
  forks: number;
  unit: number;
  after: After;
  /** Index of the element whose event is being answered, or -1. */
  eventElement: number;
  /** A write was fired in this entry. */
  wrote: boolean;

  /** Nodes of calls that ran, in any reply. */
  readonly visited: Set<Node>;
  tick(steps?: number): void;
  scopeNames(node: Node): LazyMap<string, Binding>;
  evaluate(node: Node, env: Env): Value;
  execute(node: Node, env: Env): Completion;
  block(statements: readonly Node[], env: Env): Completion;
  bind(pattern: Node, value: Value, env: Env, kind: Binding['kind'] | 'assign'): void;
  call(callee: Value, self: Value, args: readonly Value[], site: Node): Value;
  construct(callee: Value, args: readonly Value[], site: Node): Value;
  get(target: Value, key: string, site: Node): Value;
  getComputed(target: Value, key: Value, site: Node): Value;
  set(target: Value, key: string, value: Value, site: Node): void;
  lookup(name: string, env: Env, site: Node): Value;
  assign(name: string, value: Value, env: Env, site: Node): void;
  lookupGlobal(name: string): Value;
  makeFunction(node: Node, env: Env, home: Obj | null): Obj;
  runClass(made: Obj, self: Value, args: readonly Value[], site: Node): Value | null;
  /** Counts an activation; how many of this function are open, this one included. */
  enter(fn: Obj): number;
  exit(fn: Obj): void;
  depth(): number;
  truncate(): void;
  /** Runs with few steps what cannot matter: a function that reaches no sink, before anything was written. */
  limited(fn: Obj, args: readonly Value[], act: () => Value): Value;
  /** Ends an async activation for its caller: what it waited for, the caller did not. */
  leaveAsync(before: After): void;
  nativeFunction(name: string, call: (args: readonly Value[], self: Value, site: Node) => Value): Obj;

  /** Runs both sides of what the page decides and joins the states. */
  fork<T>(
    taint: number,
    one: () => T | Abrupt,
    other: () => T | Abrupt,
  ): { readonly one: T | Abrupt; readonly other: T | Abrupt };
  choose(
    condition: Value,
    one: () => Value,
    other: () => Value,
    dead: { readonly one: Node | null; readonly other: Node | null },
  ): Value;
  markDead(node: Node | null): void;
  mayThrow(error: Value, taint: number): void;
  /** Takes the branches that left early since `from` and are of these kinds; their states are joined into this one. */
  takeExits(from: number, wanted: (exit: Abrupt) => boolean): readonly (Abrupt & { readonly mask: number })[];
  exitCount(): number;
  exitMask(from: number): number;

  /** What another file, or a package, gives to who asks for it by `require` or `import()`; null when it is not at hand. */
  moduleOf(source: string): Obj | null;
  /** Code made of text, parsed once for a place; null when it cannot be parsed. */
  dynamicUnit(text: string, site: Node): { readonly unit: number; readonly program: Node; readonly env: Env } | null;
  /** Notes what may hold a write-back and cannot be looked at. */
  opaque(code: string, detail: string, site: Node): void;
  request(spec: RequestSpec): Sent;
  effect(kind: EffectKind, name: string, values: readonly Value[], site: Node, act?: Effect['act']): void;
  consult(key: string | null): void;
  escape(value: Value): void;
  listen(spec: HandlerSpec): void;
  later(job: () => void, late?: boolean): void;
  flush(): void;
  within<T>(after: After, mask: number, act: () => T): T;

  promise(): Obj;
  resolved(value: Value, writes?: Iterable<string>): Obj;
  rejected(error: Value, writes?: Iterable<string>): Obj;
  settle(promise: Obj, state: 'ok' | 'err', value: Value, writes?: Iterable<string>): void;
  stateOf(promise: Obj): PromiseState;
  force(promise: Obj): PromiseState;
  awaitValue(value: Value): Value;
  chain(promise: Obj, onOk: Value, onErr: Value, site: Node): Obj;

  array(items: readonly Value[], rest?: Value | null): Obj;
  plain(props?: Readonly<Record<string, Value>>, open?: number): Obj;
  error(message: string): Obj;
  element(index: number, selector: string, tag?: string): Obj;
  fragment(value: Value, site: Node): void;
  jsxForm(props: Obj, site: Node): void;
  isStaleProperty(key: string): boolean;
  /** Opens a list or record that other functions add to under this name. */
  grown(value: Value, name: string): Value;
  /** Marks a form (by index) as sent by script. */
  formSubmit(element: Value, site: Node): void;
  here(site: Node): Spot;
  via(site: Node, before: Via | null): Via;
}

/** A thrown value on its way to a `catch`. */
export class Thrown {
  readonly value: Value;
  constructor(value: Value) {
    this.value = value;
  }
}

/** A budget is spent; the part that asked is cut. */
export class Cut {
  readonly scope: 'call' | 'entry' | 'program';
  constructor(scope: 'call' | 'entry' | 'program') {
    this.scope = scope;
  }
}

export function isAbrupt<T>(outcome: T | Abrupt): outcome is Abrupt {
  return typeof outcome === 'object' && outcome !== null && 'label' in outcome && 'kind' in outcome;
}
