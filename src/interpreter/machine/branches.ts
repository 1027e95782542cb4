/**
 * Running both sides of what the page decides. In: two branches. Out: how each ended; the state is either one's.
 * A branch that leaves while the other goes on is kept as an exit until its function, loop or `try` collects it.
 */

import type { After } from '../ledger/recent.ts';
import { both, recent, without, writtenSince } from '../ledger/recent.ts';
import type { Value } from '../values/values.ts';
import { STATE } from '../values/values.ts';
import type { Abrupt } from './completions.ts';
import { isAbrupt, isEndless, Thrown } from './completions.ts';
import type { Delta, Heap, Sides } from './heap.ts';

export interface Exit extends Abrupt {
  readonly mask: number;
  readonly delta: Delta;
  readonly after: After;
  /** Where the log of changes stood as it left. */
  at: number;
}

/** Where a run stands: what was written before, under which conditions. */
export interface Course {
  after: After;
  mask: number;
  /** Branches that are open. */
  forks: number;
  moment: number;
  readonly ledger: { readonly sent: number };
  tick(steps?: number): void;
}

export class Branches {
  readonly #heap: Heap;
  readonly #course: Course;
  #exits: Exit[] = [];

  constructor(heap: Heap, course: Course) {
    this.#heap = heap;
    this.#course = course;
  }

  get count(): number {
    return this.#exits.length;
  }

  /** How branches left since `from` that nobody has taken yet. */
  since(from: number): readonly Exit[] {
    return this.#exits.slice(from);
  }

  /** Conditions under which something left since `from`, and under which the rest therefore runs. */
  mask(from: number): number {
    let bits = 0;
    for (let index = from; index < this.#exits.length; index += 1) bits |= this.#exits[index]!.mask;
    return bits;
  }

  drop(from: number): void {
    if (this.#exits.length > from) this.#exits.length = from;
    this.#heap.keep(this.#exits.length > 0);
  }

  #leave(exit: Omit<Exit, 'at'>, at: number): void {
    this.#exits.push({ ...exit, at });
    this.#heap.keep(true);
  }

  /** Something may be thrown here, or the program goes on. */
  mayThrow(value: Value, taint: number): void {
    const course = this.#course;
    const mask = course.mask | taint;
    const { after } = course;
    this.#leave({ kind: 'throw', label: '', value, mask, delta: new Map(), after }, this.#heap.position);
    course.mask = mask;
  }

  /**
   * Takes the branches that left early since `from` and are of these kinds; their states are joined into this one. What a throw comes
   * after is left to whoever catches it: the rest may never have come there.
   */
  take(from: number, wanted: (exit: Abrupt) => boolean): readonly Exit[] {
    if (this.#exits.length === from) return [];
    const taken: Exit[] = [];
    const left: Exit[] = [];
    for (let index = from; index < this.#exits.length; index += 1) {
      const exit = this.#exits[index]!;
      (wanted(exit) ? taken : left).push(exit);
    }
    this.#exits.length = from;
    this.#exits.push(...left);
    this.#weaken(taken);
    this.#heap.keep(left.length + from > 0);
    return taken;
  }

  /** What was changed since the first of them left is as it was where it did, or as it is. */
  #weaken(taken: readonly Exit[]): void {
    const course = this.#course;
    let end = this.#heap.position;
    const last = end;
    for (const exit of taken.toReversed()) {
      course.tick(exit.delta.size + Math.max(0, end - exit.at));
      this.#heap.weaken(exit.delta, exit.at, end, this.#sides(course.after, exit.after));
      end = exit.delta.size > 0 ? last : exit.at;
      if (exit.kind !== 'throw') course.after = either(course.after, exit.after);
    }
  }

  /** Takes as `take` does; what goes on from here stands under `mask` and whatever made the rest leave. */
  collect(from: number, mask: number, wanted: (exit: Abrupt) => boolean): readonly Exit[] {
    const taken = this.take(from, wanted);
    this.#course.mask = mask | this.mask(from);
    return taken;
  }

  /** Runs both sides of what the page decides and joins the states. */
  fork<T>(
    taint: number,
    one: () => T | Abrupt,
    other: () => T | Abrupt,
    oneIfItWrote = false,
  ): { readonly one: T | Abrupt; readonly other: T | Abrupt } {
    const from = this.#exits.length;
    const course = this.#course;
    const { mask, after, moment } = course;
    const at = this.#heap.position;
    this.#heap.stamp = 0;
    course.forks += 1;
    try {
      const first = this.#branch(mask | taint, one);
      const later = course.moment;
      Object.assign(course, { after, moment });
      const second = this.#branch(mask | taint, other);
      course.moment = Math.max(course.moment, later);
      course.tick(first.delta.size + second.delta.size);
      for (let index = from; index < this.#exits.length; index += 1) this.#exits[index]!.at = at;
      course.after =
        oneIfItWrote && first.after !== after && !isAbrupt(first.outcome)
          ? this.#only(first)
          : this.#rejoin(first, second, mask | taint, at);
      course.mask = mask | this.mask(from);
      return { one: first.outcome, other: second.outcome };
    } finally {
      course.forks -= 1;
      if (course.forks === 0) this.#heap.stamp = course.moment;
    }
  }

  /**
   * Runs what may not run. Where it wrote, it ran: without it nothing was written that what follows could tell of. Null if it left.
   */
  perhaps<T>(taint: number, act: () => T | Abrupt): T | null {
    const { one } = this.fork<T | null>(taint, act, () => null, true);
    return isAbrupt(one) ? null : one;
  }

  #branch<T>(mask: number, act: () => T | Abrupt): Branch<T> {
    const course = this.#course;
    const mark = this.#heap.mark();
    course.mask = mask;
    let outcome: T | Abrupt;
    try {
      outcome = act();
    } catch (error) {
      if (!(error instanceof Thrown)) {
        this.#heap.forget();
        throw error;
      }
      outcome = { kind: 'throw', label: '', value: error.value };
    }
    return { outcome, delta: this.#heap.takeBack(mark), after: course.after };
  }

  /** What only the one or the other of two ways had written. */
  #sides(a: After, b: After): Sides {
    if (a === b) return null;
    const [one, other] = [writtenSince(b, a), writtenSince(a, b)];
    return one.size + other.size === 0 ? null : { one, other, sent: this.#course.ledger.sent };
  }

  #only<T>({ delta, after }: Branch<T>): After {
    this.#heap.redo(delta);
    return after;
  }

  /** Joins what two branches did; of two that left, the second is how the whole ended. */
  #rejoin<T>(first: Branch<T>, second: Branch<T>, mask: number, at: number): After {
    if (isEndless(first.outcome) || isEndless(second.outcome)) {
      return this.#only(isEndless(first.outcome) ? second : first);
    }
    if (isAbrupt(first.outcome)) {
      this.#leave({ ...first.outcome, mask, delta: first.delta, after: first.after }, at);
      return this.#only(second);
    }
    if (isAbrupt(second.outcome)) {
      this.#leave({ ...second.outcome, mask, delta: second.delta, after: second.after }, at);
      return this.#only(first);
    }
    this.#heap.either(first.delta, second.delta, this.#sides(first.after, second.after));
    return either(first.after, second.after);
  }
}

/** What decides whether something left, where `mask` says what decided before. */
export function taintOfExits(exits: readonly Exit[], mask: number): number {
  return exits.reduce((bits, exit) => bits | (exit.mask & ~mask), 0) || STATE;
}

interface Branch<T> {
  readonly outcome: T | Abrupt;
  readonly delta: Delta;
  readonly after: After;
}

/** What came before, on any of these ways. */
export function afterOf(first: After, others: readonly Exit[]): After {
  return others.reduce((all, exit) => either(all, exit.after), first);
}

function either(a: After, b: After): After {
  if (a === b) return a;
  const awaited = recent(both(a.awaited, b.awaited));
  const fired = recent(without(both(a.fired, b.fired), awaited));
  return { fired, awaited };
}
