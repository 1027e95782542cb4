/**
 * Methods that change the array they are called on. In: an array, what is put into it. Out: the result; the array holds what it
 * may hold afterwards, and is counted where that is known.
 */

import type { Node } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import { isUncounted, markUncounted, setItems } from '../values/counts.ts';
import { join, joinAll } from '../values/joins.ts';
import type { Obj, Value } from '../values/values.ts';
import { exact, STATE, top, UNDEFINED } from '../values/values.ts';
import { compared, taken, unknownOf } from './array-elements.ts';

export type ArrayMethod = (machine: Machine, array: Obj, args: readonly Value[], site: Node) => Value;

/** Elements of one list that are told apart. */
const KEPT = 1_000;

function put(machine: Machine, array: Obj, items: readonly Value[]): void {
  if (items.length > KEPT) markUncounted(array);
  setItems(machine, array, items.slice(0, KEPT));
}

/** By name. */
export const IN_PLACE: Readonly<Record<string, ArrayMethod>> = {
  push: (m, array, args) => {
    put(m, array, [...array.items!.v, ...args]);
    return top(STATE);
  },
  unshift: (m, array, args) => {
    put(m, array, [...args, ...array.items!.v]);
    return top(STATE);
  },
  pop: (m, array) => {
    if (array.rest) markUncounted(array);
    const last = taken(array, array.items!.v.at(-1));
    if (!array.rest) put(m, array, array.items!.v.slice(0, -1));
    return last;
  },
  shift: (m, array) => {
    const first = taken(array, array.items!.v[0]);
    put(m, array, array.items!.v.slice(1));
    return first;
  },
  fill: (m, array, [value = UNDEFINED]) => {
    put(
      m,
      array,
      array.items!.v.map((item) => join(item, value)),
    );
    if (array.rest) array.rest = join(array.rest, value);
    return array;
  },
  splice: (m, array, [from, count, ...added]) => {
    const items = [...array.items!.v];
    const start = from ? Number(exact(from) ?? Number.NaN) : items.length;
    const many = count ? Number(exact(count) ?? Number.NaN) : items.length;
    if (!array.rest && !isUncounted(array) && !Number.isNaN(start) && !Number.isNaN(many)) {
      const out = m.array(items.splice(start, many, ...added));
      put(m, array, items);
      return out;
    }
    const out = m.array([], items.length > 0 || array.rest ? unknownOf(array) : null);
    put(m, array, [...items, ...added]);
    markUncounted(array);
    return out;
  },
  reverse: shuffled,
  sort: (m, array, [order], site) => {
    if (order) compared(m, array, order, site);
    return shuffled(m, array);
  },
  copyWithin: shuffled,
};

/** Each place may hold what any other held. */
export function shuffled(machine: Machine, array: Obj): Obj {
  const one = joinAll(array.items!.v);
  put(
    machine,
    array,
    array.items!.v.map(() => one),
  );
  return array;
}
