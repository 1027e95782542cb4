/**
 * Puts the virtual clock in place of the timers, the date and the performance clock of this thread. Must run before
 * jsdom is loaded. In: the clock. Out: the real `setImmediate`, the one thing a drive may still wait for.
 * Refuses the main thread of anything but a cell: a process whose timers are virtual cannot serve anyone.
 */

import vm from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import type { Clock } from './clock.ts';
import { OPENED_AT } from './clock.ts';
import type { Task } from './heap.ts';

class Timer {
  readonly cancel: () => void;

  constructor(cancel: () => void) {
    this.cancel = cancel;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
}

type Callback = (...args: unknown[]) => void;

function once(clock: Clock, callback: Callback, delay: number, args: unknown[]): Timer {
  const task = clock.schedule(() => callback(...args), delay);
  return new Timer(() => {
    task.cancelled = true;
  });
}

function repeated(clock: Clock, callback: Callback, delay: number, args: unknown[]): Timer {
  let task: Task | null = null;
  let stopped = false;
  const arm = () => {
    clock.origin = arm;
    task = clock.schedule(() => {
      callback(...args);
      if (!stopped) arm();
    }, delay);
  };
  arm();
  return new Timer(() => {
    stopped = true;
    if (task) task.cancelled = true;
  });
}

function clear(timer: unknown): void {
  if (timer instanceof Timer) timer.cancel();
}

function virtualDate(clock: Clock): DateConstructor {
  const Real = Date;
  return class extends Real {
    constructor(...args: [] | [number]) {
      if (args.length === 0) super(OPENED_AT + clock.now);
      else super(...args);
    }
    static override now(): number {
      return OPENED_AT + Math.floor(clock.now);
    }
  } as DateConstructor;
}

/**
 * jsdom calls `Function(body)` in this realm to check the syntax of a handler attribute. Compiling says the same and
 * works where code generation from strings is off.
 */
function syntaxCheckingFunction(): FunctionConstructor {
  const Real = Function;
  const check = function check(...parts: string[]): () => void {
    const body = parts.pop() ?? '';
    new vm.Script(`(function (${parts.join(',')}) {${body}\n})`);
    return () => {};
  };
  check.prototype = Real.prototype;
  return check as unknown as FunctionConstructor;
}

export interface RealTime {
  setImmediate(callback: () => void): void;
}

/** A single-use process that drives on its main thread says so by setting this key on `globalThis` to true. */
const CELL = Symbol.for('savecheck.cell');

export function installThreadGlobals(clock: Clock): RealTime {
  if (isMainThread && Reflect.get(globalThis, CELL) !== true)
    throw new Error('the jsdom engine runs in a thread of its own or in a cell');
  const realImmediate = setImmediate;
  const replace = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  replace('setTimeout', (callback: Callback, delay = 0, ...args: unknown[]) => once(clock, callback, delay, args));
  replace('setInterval', (callback: Callback, delay = 0, ...args: unknown[]) => repeated(clock, callback, delay, args));
  replace('setImmediate', (callback: Callback, ...args: unknown[]) => once(clock, callback, 0, args));
  for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate']) replace(name, clear);
  replace('Date', virtualDate(clock));
  replace('performance', { now: () => clock.now, timeOrigin: OPENED_AT, mark() {}, measure() {} });
  replace('Function', syntaxCheckingFunction());
  return { setImmediate: (callback) => void realImmediate(callback) };
}
