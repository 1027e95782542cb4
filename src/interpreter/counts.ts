/**
 * How many elements a list has. In: a list, and where in the program it is changed. Out: whether all that is known to be in
 * it is surely there: what a branch, a round of a loop or a callback adds or takes away may also not be.
 */
import { join } from './joins.ts';
import type { Machine } from './machine.ts';
import type { Obj, Value } from './values.ts';
import { alternatives, STATE, top } from './values.ts';

/** Whether code that runs now may run never, or more than once. */
function isRepeatedOrSkipped({ forks, rounds }: Pick<Machine, 'forks' | 'rounds'>): boolean {
  return forks > 0 || rounds > 0;
}

/** The elements of a list are changed, by code that may be skipped or repeated if `machine` says so. */
export function setItems(machine: Machine, list: Obj, items: readonly Value[]): void {
  if (isRepeatedOrSkipped(machine)) markUncounted(list);
  machine.heap.set(list.items!, items);
}

export function markUncounted(list: Obj): void {
  list.slots.set('uncounted', true);
}

/** Whether elements that are known may be missing, or there twice. */
export function isUncounted(list: Obj): boolean {
  return list.slots.has('uncounted');
}

/** A list of what is in other lists, counted if those are. */
export function counted(made: Obj, from: readonly Value[]): Obj {
  if (from.some((list) => list.t === 'obj' && list.items && isUncounted(list))) markUncounted(made);
  return made;
}

/** Whether a value may be `undefined`, as what was set in one of two branches is. */
export function mayBeAbsent(value: Value): boolean {
  return alternatives(value).some((option) => option.t === 'prim' && option.v === undefined);
}

/** Acts as often as there are elements or rounds: nobody knows how often. */
export function inRounds<T>(machine: Machine, act: () => T): T {
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
