/**
 * A running program as the pieces of the interpreter see it: its state, and what would make them import one another in a circle.
 * Types only; `run.ts` puts them together. What can be imported is imported, and takes the machine as its first argument.
 */
import type { Channel, Reply } from '../../model.ts';
import type { Node } from '../../syntax/tree.ts';
import type { Effect, EffectKind, Ledger } from '../ledger/ledger.ts';
import type { After } from '../ledger/recent.ts';
import type { PageModel } from '../trees/pages.ts';
import type { ProgramFacts } from '../trees/program-facts.ts';
import type { Obj, Spot, Value, Via } from '../values/values.ts';
import type { Activations } from './activations.ts';
import type { Branches, Course } from './branches.ts';
import type { Budget } from './budget.ts';
import type { Builtins } from './builtins.ts';
import type { Completion } from './completions.ts';
import type { Heap } from './heap.ts';
import type { Binding, BindKind, Env } from './scopes.ts';

export type Lateness = 0 | 1 | 2;

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
  /** The key, if there is one. */
  readonly writes: ReadonlySet<string>;
}

export interface HandlerSpec {
  readonly fn: Value;
  readonly kind: 'event' | 'callback' | 'timer';
  readonly event?: string;
  /** Index of the element it listens on, -1 for an element that is not in the markup, -2 for a whole page, -3 for one no form's event meets. */
  readonly element?: number;
  readonly args?: readonly Value[];
  readonly self?: Value;
  /** A timer that fires again and again. */
  readonly repeats?: boolean;
  /** It may be passive, or there for one event only; without it, it can stop every event. */
  readonly stops?: 'never' | 'maybe' | 'always';
  /** It hears of an event before the elements within. */
  readonly captures?: boolean;
  /** A callback that runs when the present turn of the page is over, for certain. */
  readonly isLate?: boolean;
  /** Told once it ran whether it stopped the event. */
  readonly settled?: (prevented: 'must' | 'may' | null) => void;
  /** `return false` stops the event, as in jQuery and `onx=`. */
  readonly returnsDecide?: boolean;
}

export interface Machine extends Course {
  readonly facts: ProgramFacts;
  readonly page: PageModel;
  readonly reply: Reply;
  readonly heap: Heap;
  readonly budget: Budget;
  readonly branches: Branches;
  readonly activations: Activations;
  readonly ledger: Ledger;

  readonly globals: Map<string, Binding>;
  readonly builtins: Builtins<Machine>;
  readonly windowObject: Obj;
  /** Packages that a primitive stands for, by name. */
  readonly modules: Map<string, (machine: Machine) => Value>;
  /** Told of everything that a module exports by default. */
  readonly exported: ((value: Value, site: Node) => void)[];
  /** What units that ran as modules export. */
  readonly exportsOf: Map<number, Obj>;
  /** State of the page's components, in scope of handlers in markup. */
  readonly scope: Obj;
  /** Classes of which an instance is being made for a method that nobody calls. */
  readonly instances: Set<Obj>;
  /** Functions that were found to reach what can send by what they hold. */
  readonly senders: Set<object>;
  /** Nodes of calls that ran. */
  readonly visited: Set<Node>;

  entry: number;
  /** Since when nobody else can have run: the entry, or the last time that something was waited for; 0 while the page loads. */
  moment: number;
  unit: number;
  /** Loops and callbacks for each element that are under way. */
  rounds: number;
  /** Whether the turn in which the entry began is over: 0, 1 for maybe, 2. */
  lateness: Lateness;
  /** Index of the element whose event is being answered, or -1. */
  eventElement: number;
  /** A write was fired in this entry. */
  wrote: boolean;

  evaluate(node: Node, env: Env): Value;
  execute(node: Node, env: Env): Completion;
  block(statements: readonly Node[], env: Env): Completion;
  bind(pattern: Node, value: Value, env: Env, kind: BindKind): void;
  call(callee: Value, self: Value, args: readonly Value[], site: Node): Value;
  construct(callee: Value, args: readonly Value[], site: Node): Value;
  get(target: Value, key: string, site: Node): Value;
  getComputed(target: Value, key: Value, site: Node): Value;
  set(target: Value, key: string, value: Value, site: Node): void;
  makeFunction(node: Node, env: Env, home: Obj | null): Obj;

  request(spec: RequestSpec): Sent;
  effect(kind: EffectKind, name: string, values: readonly Value[], site: Node, act?: Effect['act']): void;
  listen(spec: HandlerSpec): void;
  /** A function listens to events of a type no more. */
  unlisten(type: string, fn: Value): void;
  /** Functions that listen to events of this type, so far. */
  listenersOf(type: string): readonly Value[];
  /** Others may run: handlers, and whatever these functions are. */
  passTime(others?: readonly Value[]): void;
  /** Runs what was to run later; the present goes on from where it was. */
  atLater<T>(act: () => T): T;
  later(job: () => void, late?: boolean): void;
  flush(): void;
  within<T>(after: After, mask: number, act: () => T): T;

  array(items: readonly Value[], rest?: Value | null): Obj;
  plain(props?: Readonly<Record<string, Value>>, open?: number): Obj;
  error(message: string): Obj;
  element(index: number, selector: string, tag?: string): Obj;
  here(site: Node): Spot;
  via(site: Node, before: Via | null): Via;
}
