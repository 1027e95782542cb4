/**
 * How many elements a list has. In: a list, and where in the program it is changed. Out: how many of those that are known are
 * surely there. What a round of a loop or a callback adds may be there more than once; what one of two branches adds, not at all.
 */
import { countTaint } from './deciders.ts';
import { join } from './joins.ts';
import type { Cell, Obj, Value } from './values.ts';
import { alternatives, numberFrom, prim, STATE, taintOf, top } from './values.ts';

/** What of a machine is needed here. */
interface Rounds {
  /** Loops and callbacks for each element that are under way. */
  rounds: number;
  readonly heap: { set<T>(cell: Cell<T>, value: T, holder: Obj): void };
}

/** Of elements whose number is not known: how many there are at least. All others are there once. */
const atLeast = new WeakMap<readonly Value[], number>();

/** Since when nobody but the code that runs can have changed which elements there are. */
const own = new WeakMap<readonly Value[], number>();

function leastOf(items: readonly Value[]): number {
  return atLeast.get(items) ?? items.length;
}

/** The elements of a list are changed, by code that is repeated if `machine` says so. What is added behind others has no known place. */
export function setItems(machine: Rounds, list: Obj, items: readonly Value[]): void {
  const before = list.items!.v;
  const more = items.length - before.length;
  if (machine.rounds > 0 || atLeast.has(before) || (list.rest && more > 0)) {
    atLeast.set(items, machine.rounds > 0 && more < 0 ? 0 : Math.max(0, leastOf(before) + more));
  }
  if (own.has(before)) own.set(items, own.get(before)!);
  machine.heap.set(list.items!, items, list);
}

/** A list is cut to a length, or, where nobody knows to which, may be. */
export function setLength(machine: Rounds, list: Obj, length: Value): void {
  const items = list.items!.v;
  const known = length.t === 'prim' && typeof length.v === 'number' && length.v <= items.length ? length.v : null;
  setItems(machine, list, items.slice(0, known ?? items.length));
  if (known === null) markUncounted(list);
}

/** The elements after either of two branches. */
export function joinItems(left: readonly Value[], right: readonly Value[]): readonly Value[] {
  const longer = left.length >= right.length ? left : right;
  const joined = longer.map((value, index) => {
    const one = left[index];
    const other = right[index];
    return one && other ? join(one, other) : value;
  });
  if (left.length !== right.length || atLeast.has(left) || atLeast.has(right))
    atLeast.set(joined, Math.min(leastOf(left), leastOf(right)));
  if (own.has(left) && own.get(left) === own.get(right)) own.set(joined, own.get(left)!);
  return joined;
}

/** Nobody knows any longer which of its elements are there. */
export function markUncounted(list: Obj): void {
  atLeast.set(list.items!.v, 0);
}

/** Others may have taken elements away, before this moment: once it is counted in, only what is done since changes them. */
export function markOthers(list: Obj, moment: number): void {
  if (own.get(list.items!.v) === moment) return;
  markUncounted(list);
  own.set(list.items!.v, moment);
}

/** Whether elements that are known may be missing, or there twice. */
export function isUncounted(list: Obj): boolean {
  const { items } = list.items ? list : ((list.slots.get('entries') as Obj | undefined) ?? list);
  return items !== null && atLeast.has(items.v);
}

/** A list of what is in other lists, counted if those are. */
export function counted(made: Obj, from: readonly Value[]): Obj {
  if (from.some((list) => list.t === 'obj' && isUncounted(list))) markUncounted(made);
  return made;
}

/** How many elements there are: a number, or one that nobody knows beyond its least. */
export function lengthOf(list: Obj): Value {
  const { v: items } = list.items!;
  if (!list.rest && !isUncounted(list)) return prim(items.length);
  const test = (list.slots.get('picked') as number | undefined) ?? 0;
  return numberFrom(leastOf(items), test | countTaint(list.rest ? taintOf(list.rest) : 0));
}

/** Whether a value may be `undefined`, as what was set in one of two branches is. */
export function mayBeAbsent(value: Value): boolean {
  return alternatives(value).some((option) => option.t === 'prim' && option.v === undefined);
}

/** Acts as often as there are elements or rounds: nobody knows how often. */
export function inRounds<T>(machine: Rounds, act: () => T): T {
  machine.rounds += 1;
  try {
    return act();
  } finally {
    machine.rounds -= 1;
  }
}

/** What may be computed from this by doing so again: a number becomes any. */
export function ofAnyRound(value: Value): Value {
  const isNumber = alternatives(value).some((option) => option.t === 'prim' && typeof option.v === 'number');
  return isNumber ? join(value, top(STATE)) : value;
}
