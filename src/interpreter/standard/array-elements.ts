/**
 * The elements of an array as its methods see them. In: an array, a callback. Out: one element, all there may be, what a
 * callback says of each. What is of unknown number, or may be missing, is never taken to be there.
 */

import type { Node } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import { inRounds, isUncounted } from '../values/counts.ts';
import { join, joinAll } from '../values/joins.ts';
import type { Obj, Value } from '../values/values.ts';
import { prim, STATE, top, truth, UNDEFINED } from '../values/values.ts';

export function elementAt(array: Obj, index: number): Value {
  const known = array.items!.v[index];
  return known && !isUncounted(array) ? known : join(known ?? array.rest ?? UNDEFINED, UNDEFINED);
}

/** What was taken from a list that holds `one` there, if all its elements are. */
export function taken(array: Obj, one: Value | undefined): Value {
  return isUncounted(array) ? join(unknownOf(array), UNDEFINED) : (one ?? array.rest ?? UNDEFINED);
}

export function every(array: Obj): Value[] {
  return [...array.items!.v, ...(array.rest ? [array.rest] : [])];
}

/** Elements that are called back for one by one. */
export const CALLED = 40;

/** Calls back for each element; beyond the cap the last call stands for the rest. */
export function mapped(
  machine: Machine,
  array: Obj,
  fn: Value,
  site: Node,
): { readonly items: Value[]; readonly rest: Value | null } {
  const known = array.items!.v;
  machine.tick(known.length);
  const called = known.length > CALLED ? [joinAll(known)] : known;
  const each = (item: Value, index: Value): Value =>
    inRounds(machine, () => machine.call(fn, UNDEFINED, [item, index, array], site));
  const maybe = (item: Value, index: Value): Value => perhaps(machine, () => each(item, index));
  const items = called.map((item, index) => (isUncounted(array) ? maybe : each)(item, prim(index)));
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
