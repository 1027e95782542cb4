/**
 * The elements of an array as its methods see them. In: an array, a callback. Out: one element, all there may be, what a
 * callback says of each. What is of unknown number, or may be missing, is never taken to be there.
 */

import type { Node } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import { repeated } from '../machine/rounds.ts';
import { isPromise } from '../promises/promises.ts';
import { counted, inRounds, isUncounted, ofAnyRound } from '../values/counts.ts';
import type { Elements } from '../values/elements.ts';
import { allOf } from '../values/elements.ts';
import { join, joinAll } from '../values/joins.ts';
import type { Cell, Obj, Value } from '../values/values.ts';
import { doubtOf, prim, STATE, top, truth, UNDEFINED } from '../values/values.ts';

export function elementAt(array: Obj, index: number): Value {
  const known = array.items!.v[index];
  if (isUncounted(array)) return join(unknownOf(array), UNDEFINED);
  return known ?? join(array.rest ?? UNDEFINED, UNDEFINED);
}

/** What was taken from a list that holds `one` there, if all its elements are. */
export function taken(array: Obj, one: Value | undefined): Value {
  return isUncounted(array) ? join(unknownOf(array), UNDEFINED) : (one ?? array.rest ?? UNDEFINED);
}

export function every(array: Obj): Value[] {
  return allOf({ items: array.items!.v, rest: array.rest });
}

/** Elements that are called back for one by one. */
export const CALLED = 40;

/** Calls back for each element; beyond the cap the last call stands for the rest. */
export function mapped(machine: Machine, array: Obj, fn: Value, site: Node): Elements {
  const known = array.items!.v;
  machine.tick(known.length);
  const called = known.length > CALLED ? [joinAll(known)] : known;
  const each = (item: Value, index: Value): Value =>
    inRounds(machine, () => machine.call(fn, UNDEFINED, [item, index, array], site));
  const any = (item: Value, index: Value): Value => repeated(machine, () => each(item, index));
  const maybe = (item: Value, index: Value): Value => perhaps(machine, () => any(item, index));
  const one = isUncounted(array) ? maybe : known.length > CALLED ? any : each;
  const items = called.map((item, index) => one(item, prim(index)));
  const rest = array.rest ? maybe(array.rest, top(STATE)) : null;
  if (known.length > CALLED) return { items: [], rest: rest ? join(items[0]!, rest) : (items[0] ?? null) };
  return { items, rest };
}

/** What is done with an element that may not be there. Whatever the list is, its being empty is no guard. */
function perhaps(machine: Machine, act: () => Value): Value {
  return machine.branches.perhaps(STATE, act) ?? UNDEFINED;
}

export function unknownOf(array: Obj): Value {
  const all = every(array);
  return all.length > 0 ? joinAll(all) : UNDEFINED;
}

/** What a test says of each element; of one that may be missing, `decisive` is not known. */
export function tested(
  machine: Machine,
  array: Obj,
  fn: Value,
  site: Node,
  decisive: boolean,
): readonly (boolean | null)[] {
  const results = mapped(machine, array, fn, site);
  const isSure = !isUncounted(array);
  const known = results.items.map(truth).map((one) => (one === decisive && !isSure ? null : one));
  return results.rest ? [...known, null] : known;
}

/** The list of what a function gives for each element. */
export function mapList(machine: Machine, array: Obj, fn: Value, site: Node): Obj {
  const { after } = machine;
  const { items, rest } = mapped(machine, array, fn, site);
  // It wrote for one that is not known: then there is one at least.
  const isOne = items.length === 0 && rest !== null && machine.after !== after;
  return counted(machine.array(isOne ? [rest] : items, rest), [array]);
}

/** What a function makes of one element after the other, beginning with the first or what it is given. */
export function folded(machine: Machine, array: Obj, [fn = UNDEFINED, start]: readonly Value[], site: Node): Value {
  const [first = UNDEFINED, ...others] = start ? [start, ...every(array)] : every(array);
  const isAny = array.rest !== null || isUncounted(array);
  const sum: Cell<Value> = { v: first };
  const add = (item: Value): void => {
    const args = [sum.v, item, top(STATE), array];
    const more = inRounds(machine, () => machine.call(fn, UNDEFINED, args, site));
    machine.heap.set(sum, more);
  };
  for (const item of others.slice(0, CALLED)) {
    // One round of a chain of promises is like any other: it waits for what came before.
    if (isAny) repeated(machine, () => add(item), { isLast: () => isPromise(sum.v) });
    else add(item);
  }
  if (others.length > CALLED) return join(sum.v, top(STATE));
  return isAny ? join(first, ofAnyRound(sum.v)) : sum.v;
}

/** Calls what compares two elements, if there are two. */
export function compared(machine: Machine, array: Obj, order: Value, site: Node): void {
  const one = unknownOf(array);
  const compare = (): Value => inRounds(machine, () => machine.call(order, UNDEFINED, [one, one], site));
  machine.branches.perhaps(STATE, () => repeated(machine, compare));
}

/** What a test says of any element, where it is not known of each. */
export function decidedBy(machine: Machine, array: Obj, fn: Value | undefined, site: Node): Value {
  const one = repeated(machine, () => machine.call(fn ?? UNDEFINED, UNDEFINED, [unknownOf(array)], site));
  return truth(one) === null ? top(doubtOf(one)) : join(one, top(STATE));
}
