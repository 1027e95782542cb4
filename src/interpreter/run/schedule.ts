/**
 * What runs later: events wait for their entry, callbacks and timers for the end of the present one. In: a function and what
 * calls it. Out: handlers in the machine's list, jobs in a queue. Callbacks of one function run a bounded number of times.
 */

import type { Node } from '../../syntax/tree.ts';
import { NOWHERE } from '../../syntax/tree.ts';
import { attempt } from '../machine/completions.ts';
import type { HandlerSpec, Machine } from '../machine/machine.ts';
import { isCallable } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { alternatives, STATE, top, UNDEFINED } from '../values/values.ts';
import { capturesOf } from './captures.ts';
import { Queue } from './queue.ts';

export interface QueuedHandler extends HandlerSpec {
  readonly unit: number;
}

const HANDLERS = 60_000;
/** Runs of one function as a callback; and those of closures that see what none before has seen. */
const CALLBACK_RUNS = 12;
const RUNS_THAT_DIFFER = 60;
/** Jobs that wait at once: beyond them those that wait are run, as where something is awaited, and none is lost. */
const WAITING_JOBS = 25_000;

export class Schedule {
  readonly #machine: Machine;
  /** Handlers of events, and timers of the page itself, that were registered since the list was taken. */
  handlers: QueuedHandler[] = [];
  /** Functions that handlers take from where they listen. */
  readonly removed = new Set<Value>();
  #jobs = new Queue<() => void>();
  #late = new Queue<() => void>();
  #isEarly = false;
  readonly #runs = new Map<Node, { runs: number; readonly captures: Set<string> }>();
  readonly #byType = new Map<string, Value[]>();

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  takeHandlers(): readonly QueuedHandler[] {
    const taken = this.handlers;
    this.handlers = [];
    return taken;
  }

  listenersOf(type: string): readonly Value[] {
    return this.#byType.get(type) ?? [];
  }

  #note(type: string, fn: Value): void {
    const list = this.#byType.get(type);
    if (!list) this.#byType.set(type, [fn]);
    else list.push(fn);
  }

  /** What others may run by now. */
  *functions(): Generator<Value> {
    for (const { fn } of this.handlers) yield fn;
  }

  unlisten(type: string, fn: Value): void {
    const { entry, forks } = this.#machine;
    if (entry === 0 && forks === 0)
      this.handlers = this.handlers.filter((handler) => handler.event !== type || handler.fn !== fn);
    else for (const option of alternatives(fn)) if (option.t === 'obj') this.removed.add(option);
  }

  listen(spec: HandlerSpec): void {
    const machine = this.#machine;
    const functions = alternatives(spec.fn).filter(
      (option) => isCallable(option) || (option.t === 'obj' && option.props.has('handleEvent')),
    );
    for (const fn of functions) {
      const target = isCallable(fn) ? fn : ((fn as Obj).props.get('handleEvent')?.v ?? UNDEFINED);
      // A timer of the page itself runs after the person has done things: like an event, with state that may have changed.
      const isLater =
        spec.kind === 'timer' &&
        (machine.entry === 0 || spec.repeats === true) &&
        machine.after.fired.size + machine.after.awaited.size === 0;
      if (spec.kind === 'event' || isLater) {
        if (spec.event) this.#note(spec.event, target);
        if (this.handlers.length < HANDLERS) this.handlers.push({ ...spec, fn: target, unit: machine.unit });
        else machine.budget.truncated = true;
        continue;
      }
      const { after, mask, unit } = machine;
      const args = spec.args ?? [];
      this.later(() => {
        const before = machine.unit;
        machine.unit = unit;
        machine.within(after, mask, () => this.#callback(target, spec, args));
        machine.unit = before;
      }, spec.kind === 'timer');
    }
  }

  /** A callback of something unknown: its arguments are unknown, and what it throws is lost. */
  #callback(fn: Value, { self = UNDEFINED, isLate }: HandlerSpec, args: readonly Value[]): void {
    const machine = this.#machine;
    const node = fn.t === 'obj' ? fn.closure?.node : undefined;
    if (node && this.#isWorn(node, fn as Obj)) return;
    const given = args.length > 0 ? args : [top(STATE), top(STATE), top(STATE)];
    const from = machine.branches.count;
    const { mask } = machine;
    const act = (): Value => {
      if (!isLate) machine.lateness = 1;
      return machine.call(fn, self, given, node ?? NOWHERE);
    };
    attempt(() => machine.atLater(act));
    machine.branches.drop(from);
    machine.mask = mask;
  }

  /** Closures of this function that see the like of what this one sees have run often enough. */
  #isWorn(node: Node, fn: Obj): boolean {
    const seen = this.#runs.get(node) ?? { runs: 0, captures: new Set<string>() };
    this.#runs.set(node, seen);
    const { coarse, fine } = capturesOf(this.#machine.facts, fn);
    const captures = `${coarse}|${fine}`;
    if (seen.runs >= CALLBACK_RUNS && (seen.captures.has(captures) || seen.runs >= RUNS_THAT_DIFFER)) return true;
    seen.runs += 1;
    seen.captures.add(captures);
    return false;
  }

  resetRuns(): void {
    this.#runs.clear();
  }

  later(act: () => void, late: boolean): void {
    const queue = late ? this.#late : this.#jobs;
    queue.add(act);
    if (queue.size > WAITING_JOBS && !this.#isEarly) this.#flushEarly();
  }

  #flushEarly(): void {
    this.#isEarly = true;
    try {
      this.flush();
    } finally {
      this.#isEarly = false;
    }
  }

  flush(): void {
    for (;;) {
      const next = this.#jobs.next() ?? this.#late.next();
      if (!next) return;
      this.#machine.tick();
      next();
    }
  }

  clear(): void {
    this.#jobs = new Queue();
    this.#late = new Queue();
  }
}
