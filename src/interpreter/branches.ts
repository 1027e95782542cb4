/**
 * Running both sides of what the page decides. In: two branches. Out: how each ended; the state is either one's.
 * A branch that leaves while the other goes on is kept as an exit until its function, loop or `try` collects it.
 */

import type { Delta, Heap } from './heap.ts';
import type { Abrupt, After, Machine } from './machine.ts';
import { isAbrupt, Thrown } from './machine.ts';
import { recent } from './recent.ts';
import type { Value } from './values.ts';

interface Exit extends Abrupt {
  readonly mask: number;
  readonly delta: Delta;
  readonly after: After;
}

export class Branches {
  readonly #heap: Heap;
  #exits: Exit[] = [];

  constructor(heap: Heap) {
    this.#heap = heap;
  }

  get count(): number {
    return this.#exits.length;
  }

  /** Conditions under which something left since `from`, and under which the rest therefore runs. */
  mask(from: number): number {
    let bits = 0;
    for (let index = from; index < this.#exits.length; index += 1) bits |= this.#exits[index]!.mask;
    return bits;
  }

  drop(from: number): void {
    if (this.#exits.length > from) this.#exits.length = from;
  }

  mayThrow(machine: Machine, value: Value, taint: number): void {
    this.#exits.push({
      kind: 'throw',
      label: '',
      value,
      mask: machine.mask | taint,
      delta: new Map(),
      after: machine.after,
    });
    machine.mask |= taint;
  }

  take(machine: Machine, from: number, wanted: (exit: Abrupt) => boolean): readonly Exit[] {
    if (this.#exits.length === from) return [];
    const taken: Exit[] = [];
    const left: Exit[] = [];
    for (let index = from; index < this.#exits.length; index += 1) {
      const exit = this.#exits[index]!;
      (wanted(exit) ? taken : left).push(exit);
    }
    this.#exits.length = from;
    this.#exits.push(...left);
    for (const exit of taken) {
      machine.tick(exit.delta.size);
      this.#heap.weaken(exit.delta);
      machine.after = either(machine.after, exit.after);
    }
    return taken;
  }

  fork<T>(
    machine: Machine,
    taint: number,
    one: () => T | Abrupt,
    other: () => T | Abrupt,
  ): { readonly one: T | Abrupt; readonly other: T | Abrupt } {
    const from = this.#exits.length;
    const { mask, after } = machine;
    const { stamp } = this.#heap;
    this.#heap.stamp = 0;
    machine.forks += 1;
    try {
      const first = this.#branch(machine, mask | taint, one);
      machine.after = after;
      const second = this.#branch(machine, mask | taint, other);
      machine.tick(first.delta.size + second.delta.size);
      machine.after = this.#rejoin(first, second, mask | taint);
      machine.mask = mask | this.mask(from);
      return { one: first.outcome, other: second.outcome };
    } finally {
      machine.forks -= 1;
      this.#heap.stamp = stamp;
    }
  }

  #branch<T>(machine: Machine, mask: number, act: () => T | Abrupt): Branch<T> {
    const mark = this.#heap.mark();
    machine.mask = mask;
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
    const end = machine.mask;
    return { outcome, mask: end, delta: this.#heap.takeBack(mark), after: machine.after };
  }

  /** Joins what two branches did; of two that left, the second is how the whole ended. */
  #rejoin<T>(first: Branch<T>, second: Branch<T>, mask: number): After {
    if (isAbrupt(first.outcome)) {
      this.#exits.push({ ...first.outcome, mask, delta: first.delta, after: first.after });
      this.#heap.redo(second.delta);
      return second.after;
    }
    if (isAbrupt(second.outcome)) {
      this.#exits.push({ ...second.outcome, mask, delta: second.delta, after: second.after });
      this.#heap.redo(first.delta);
      return first.after;
    }
    this.#heap.either(first.delta, second.delta);
    return either(first.after, second.after);
  }
}

interface Branch<T> {
  readonly outcome: T | Abrupt;
  readonly mask: number;
  readonly delta: Delta;
  readonly after: After;
}

function either(a: After, b: After): After {
  if (a === b) return a;
  const awaited = union(a.awaited, b.awaited);
  const fired = new Set([...union(a.fired, b.fired)].filter((key) => !awaited.has(key)));
  return { fired, awaited };
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  if (a === b || b.size === 0) return a;
  return a.size === 0 ? b : recent([...a.union(b)]);
}
