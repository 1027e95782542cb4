/**
 * Methods of arrays. In: an array whose elements are known, partly known, or of unknown number. Out: the result; callbacks
 * run at once for known elements and once for "any further one". Those that change the array stand in `array-changes.ts`.
 */

import type { Node } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import { counted, isUncounted, lengthOf } from '../values/counts.ts';
import { comparedTaint, picked } from '../values/deciders.ts';
import { allOf } from '../values/elements.ts';
import { join, joinAll } from '../values/joins.ts';
import { native } from '../values/objects.ts';
import { own } from '../values/own.ts';
import { concat, partsOf, pattern } from '../values/texts.ts';
import type { Obj, Value } from '../values/values.ts';
import {
  BEYOND,
  doubtOf,
  exact,
  FALSE,
  isNullish,
  numberFrom,
  prim,
  STATE,
  TRUE,
  taintOf,
  text,
  top,
  truth,
  UNDEFINED,
} from '../values/values.ts';
import type { ArrayMethod } from './array-changes.ts';
import { IN_PLACE, shuffled } from './array-changes.ts';
import { compared, decidedBy, elementAt, every, folded, mapList, mapped, tested, unknownOf } from './array-elements.ts';
import { elementsOf } from './spread.ts';

export function arrayMember(array: Obj, key: string, site: Node): Value | null {
  if (key === 'length') return lengthOf(array);
  if (/^\d+$/.test(key)) return elementAt(array, Number(key));
  const method = own(METHODS, own(SAME, key) ?? key);
  if (!method) return null;
  return native<Machine>(key, (m, _self, args) => method(m, array, args, site));
}

/** Methods that differ by where they begin. */
const SAME: Readonly<Record<string, string>> = {
  findLast: 'find',
  findLastIndex: 'findIndex',
  lastIndexOf: 'indexOf',
  toLocaleString: 'join',
  toReversed: 'toSorted',
  toString: 'join',
  reduceRight: 'reduce',
};

const METHODS: Readonly<Record<string, ArrayMethod>> = {
  ...IN_PLACE,
  map: (m, array, [fn = UNDEFINED], site) => mapList(m, array, fn, site),
  flatMap: (m, array, [fn], site) => {
    const given = mapped(m, array, fn ?? UNDEFINED, site);
    return counted(flat(m, allOf(given), given.rest), [array]);
  },
  flat: (m, array) => counted(flat(m, every(array), array.rest), [array]),
  forEach: (m, array, [fn], site) => {
    mapped(m, array, fn ?? UNDEFINED, site);
    return UNDEFINED;
  },
  filter: (m, array, [fn], site) => {
    const results = mapped(m, array, fn ?? UNDEFINED, site);
    const kept = array.items!.v.filter((_, index) => truth(results.items[index] ?? UNDEFINED) !== false);
    const unsure =
      results.items.some((result) => truth(result) === null) || results.items.length < array.items!.v.length;
    const test = joinAll(allOf(results));
    const rest = results.rest && truth(results.rest) === false ? null : array.rest && picked(array.rest, test);
    if (!unsure && !rest) return counted(m.array(kept), [array]);
    const one = kept.length > 0 || rest ? joinAll(allOf({ items: kept, rest })) : null;
    const made = unsure ? m.array([], one && picked(one, test)) : counted(m.array(kept, rest), [array]);
    made.slots.set('picked', taintOf(test));
    return made;
  },
  find: (m, array, [fn], site) => {
    const results = tested(m, array, fn ?? UNDEFINED, site, true);
    const at = results.findIndex((result) => result !== false);
    if (at < 0) return UNDEFINED;
    if (results[at]) return array.items!.v[at] ?? UNDEFINED;
    const found = unknownOf(array);
    return picked(join(found, top(doubtOf(found))), decidedBy(m, array, fn, site));
  },
  findIndex: (m, array, [fn], site) => {
    const results = tested(m, array, fn ?? UNDEFINED, site, true);
    return results.every((result) => result === false) ? prim(-1) : top(STATE);
  },
  some: (m, array, [fn], site) => {
    const results = tested(m, array, fn ?? UNDEFINED, site, true);
    if (results.includes(true)) return TRUE;
    return results.includes(null) ? decidedBy(m, array, fn, site) : FALSE;
  },
  every: (m, array, [fn], site) => {
    const results = tested(m, array, fn ?? UNDEFINED, site, false);
    if (results.includes(false)) return FALSE;
    if (array.rest && array.items!.v.length === 0) {
      const one = m.call(fn ?? UNDEFINED, UNDEFINED, [array.rest], site);
      return truth(one) === true ? TRUE : truth(one) === false ? FALSE : top(doubtOf(one));
    }
    return results.includes(null) ? decidedBy(m, array, fn, site) : TRUE;
  },
  includes: (_m, array, [wanted]) => member(array, wanted ?? UNDEFINED),
  indexOf: (_m, array, [wanted = UNDEFINED]) => {
    const found = member(array, wanted);
    if (truth(found) === null) return found;
    return truth(found) ? numberFrom(0, STATE) : prim(-1);
  },
  reduce: folded,
  join: (m, array, [separator]) => joined(m, array, separator ? separator : text(',')),
  concat: (m, array, args) => {
    const parts = args.map((argument) =>
      argument.t === 'obj' && argument.items ? elementsOf(m, argument) : { items: [argument], rest: null },
    );
    const rests = [array.rest, ...parts.map((part) => part.rest)].filter((rest) => rest !== null);
    return counted(
      m.array([...array.items!.v, ...parts.flatMap((part) => part.items)], rests.length > 0 ? joinAll(rests) : null),
      [array, ...args],
    );
  },
  slice: (m, array, [from, to]) => {
    const a = from ? Number(exact(from) ?? Number.NaN) : 0;
    const b = to ? Number(exact(to) ?? Number.NaN) : undefined;
    if (Number.isNaN(a) || Number.isNaN(b)) return m.array([], unknownOf(array));
    return counted(m.array(array.items!.v.slice(a, b), array.rest), [array]);
  },
  at: (_m, array, [index]) => {
    const known = exact(index);
    return known !== null && !array.rest && !isUncounted(array)
      ? (array.items!.v.at(Number(known)) ?? UNDEFINED)
      : join(unknownOf(array), BEYOND);
  },
  toSorted: (m, array, [order], site) => {
    if (order) compared(m, array, order, site);
    return shuffled(m, counted(m.array(array.items!.v, array.rest), [array]));
  },
  with: (m, array, [, value = UNDEFINED]) => m.array([], join(unknownOf(array), value)),
  toSpliced: (m, array, [, , ...added]) => m.array([], joinAll([unknownOf(array), ...added])),
  keys: (m) => m.array([], top(STATE)),
  values: (_m, array) => array,
  entries: (m, array) =>
    counted(
      m.array(
        array.items!.v.map((item, index) => m.array([prim(index), item])),
        array.rest ? m.array([top(STATE), array.rest]) : null,
      ),
      [array],
    ),
};

function member(array: Obj, wanted: Value): Value {
  const all = array.items!.v.map((item) => isSame(item, wanted));
  if (all.includes(true) && !isUncounted(array)) return TRUE;
  if (array.rest || all.some((one) => one !== false))
    return top(
      comparedTaint(taintOf(wanted), (array.rest && taintOf(array.rest)) || (isUncounted(array) ? STATE : 0)) || STATE,
    );
  return FALSE;
}

/** Whether two values are one; null where that is not known. */
function isSame(a: Value, b: Value): boolean | null {
  const one = exact(a);
  const other = exact(b);
  return one === null || other === null ? null : a.t === b.t && one === other;
}

function flat(machine: Machine, values: readonly Value[], rest: Value | null): Obj {
  const inner = values.map((value) =>
    value.t === 'obj' && value.items ? elementsOf(machine, value) : { items: [value], rest: null },
  );
  const all = inner.flatMap(allOf);
  const isOpen = rest !== null || inner.some((part) => part.rest);
  return isOpen ? machine.array([], all.length > 0 ? joinAll(all) : null) : counted(machine.array(all), values);
}

function joined(machine: Machine, array: Obj, separator: Value): Value {
  machine.tick(array.items!.v.length);
  const whole = every(array);
  const all = whole.slice(0, 500);
  if (all.length > 60)
    return pattern([
      ...all.flatMap((item, index) => [
        ...(index ? partsOf(separator) : []),
        ...(isNullish(item) ? [] : partsOf(item)),
      ]),
      ...(whole.length > all.length ? [{ taint: STATE }] : []),
    ]);
  const via = all.find((item) => item.t === 'str' && item.via);
  const value = all.reduce<Value>((sum, item, index) => {
    const shown = isNullish(item) ? text('') : item;
    return index ? concat(concat(sum, separator), shown) : concat(text(''), shown);
  }, text(''));
  const shown = via?.t === 'str' && value.t === 'str' && !value.via ? { ...value, via: via.via } : value;
  return isUncounted(array) ? join(shown, text('')) : shown;
}
