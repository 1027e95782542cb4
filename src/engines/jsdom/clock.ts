/**
 * The virtual clock of a driving thread: one order of timers for jsdom's own code and the page's.
 * In: callbacks with delays. Out: the next one due. Nothing here waits; time is the due time of the task that runs.
 * A chain that keeps rescheduling itself becomes background: it runs when time passes, and time does not pass for it.
 */
import type { Task } from './heap.ts';
import { TaskHeap } from './heap.ts';

/** Times a chain may reschedule itself before it is background, once it has lived `CHAIN_MS`, and in any case. */
const CHAIN_DEPTH = 4;
const CHAIN_MS = 2_500;
/** The same for a chain of unlike links (a poll that sleeps, asks, sleeps): any timer set while a timer's work runs. */
const NEST_DEPTH = 20;
const NEST_MS = 10_000;
const NEST_DEPTH_ANYWAY = 100;
/** Nested timers wait at least this long (HTML Standard, 8.6), so that time passes for whoever waits beside them. */
const CLAMP_DEPTH = 5;
const CLAMP_MS = 4;
/** The smallest period of background work while the person waits; browsers throttle unattended pages alike. */
const THROTTLED_MS = 1_000;

/** Epoch milliseconds at which every page opens: 2026-01-05T09:00:00Z, a Monday. */
export const OPENED_AT = Date.UTC(2026, 0, 5, 9, 0, 0);

interface Pending {
  readonly after: number;
  readonly delay: number;
  readonly background: boolean;
  readonly ends: boolean;
}

const COUNTS_DOWN = /\bclearInterval\b/;

export class Clock {
  /** Virtual milliseconds since the page opened. */
  now = 0;
  /** The step to which what runs now is attributed. */
  cause = 0;
  /** What the next scheduled callback comes from, for telling a chain from a sequence. */
  origin: unknown = null;
  throttled = false;
  tasksRun = 0;
  #foreground = new TaskHeap();
  #background = new TaskHeap();
  #sequence = 0;
  #running: Task | null = null;

  reset(): void {
    this.#foreground.clear();
    this.#background.clear();
    this.now = 0;
    this.cause = 0;
    this.origin = null;
    this.throttled = false;
    this.tasksRun = 0;
    this.#sequence = 0;
    this.#running = null;
  }

  schedule(run: () => void, delay: number): Task {
    const parent = this.#running;
    // jsdom repeats an interval by itself, without saying whose it is.
    const origin = this.origin ?? (parent?.delay === delay ? parent.origin : null);
    this.origin = null;
    const chained = parent !== null && origin !== null && sameOrigin(parent.origin, origin);
    const depth = chained ? parent.depth + 1 : 0;
    const since = chained ? parent.since : this.now;
    const nest = parent ? parent.nest + 1 : 0;
    const born = parent ? parent.born : this.now;
    const background =
      nest > NEST_DEPTH_ANYWAY ||
      (nest > NEST_DEPTH && this.now - born > NEST_MS) ||
      (depth > CHAIN_DEPTH && this.now - since > CHAIN_MS && !isNative(origin));
    const wait = Number.isFinite(delay) && delay > 0 ? Math.min(Math.round(delay), 2 ** 31 - 1) : 0;
    const least = background && this.throttled ? THROTTLED_MS : nest > CLAMP_DEPTH ? CLAMP_MS : 0;
    const due = Math.max(wait, least);
    const task: Task = {
      sequence: this.#sequence++,
      time: this.now + due,
      delay: wait,
      cause: this.cause,
      depth,
      since,
      nest,
      born,
      origin,
      run,
      cancelled: false,
    };
    (background ? this.#background : this.#foreground).push(task);
    return task;
  }

  /** Due time of the earliest foreground task; Infinity when there is none. */
  foregroundDue(): number {
    return this.#foreground.peek()?.time ?? Infinity;
  }

  /** Due time of the earliest task of any kind; Infinity when there is none. */
  due(): number {
    return Math.min(this.foregroundDue(), this.#background.peek()?.time ?? Infinity);
  }

  /** Delays of the tasks that are still to run, measured from now; `ends`: its code takes its interval away some time. */
  pending(): readonly Pending[] {
    const facts = (heap: TaskHeap, background: boolean) =>
      heap.pending().map((task) => {
        const ends = typeof task.origin === 'function' && COUNTS_DOWN.test(sourceOf.call(task.origin));
        return { after: task.time - this.now, delay: task.delay, background, ends };
      });
    return [...facts(this.#foreground, false), ...facts(this.#background, true)];
  }

  /** Runs the earliest task, moving time to it. False when there is none. */
  runNext(): boolean {
    const foreground = this.#foreground.peek();
    const background = this.#background.peek();
    const first = earlier(foreground, background);
    if (!first) return false;
    (first === foreground ? this.#foreground : this.#background).pop();
    this.now = Math.max(this.now, first.time);
    this.cause = first.cause;
    this.tasksRun += 1;
    // Kept until the next task: the promise reactions that follow belong to this one.
    this.#running = first;
    first.run();
    return true;
  }

  /** From here on, work is attributed to `step` and continues no chain. */
  enter(step: number): void {
    this.cause = step;
    this.#running = null;
  }

  /** Moves time on without running anything; never past a task that is due, and never back. */
  advance(ms: number): void {
    this.now = Math.max(this.now, Math.min(this.now + ms, this.due()));
  }
}

function earlier(a: Task | null, b: Task | null): Task | null {
  if (!a || !b) return a ?? b;
  return a.time < b.time || (a.time === b.time && a.sequence < b.sequence) ? a : b;
}

const sourceOf = Function.prototype.toString;

/** The resolver of a promise: every `await sleep()` looks the same, so equality proves no chain. */
function isNative(origin: unknown): boolean {
  return typeof origin === 'function' && sourceOf.call(origin).endsWith('{ [native code] }');
}

/** The same function, or another closure over the same source text. */
function sameOrigin(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'function' || typeof b !== 'function') return false;
  return sourceOf.call(a) === sourceOf.call(b);
}
