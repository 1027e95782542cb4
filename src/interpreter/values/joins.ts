/**
 * Joining values. In: values a place may have. Out: one value that is any of them, within bounds; beyond them what is left is
 * unknown.
 */
import type { Value } from './values.ts';
import { alternatives, BEYOND, STATE, taintOf, top, UNDEFINED } from './values.ts';

/** Alternatives of one value. */
export const UNION_LIMIT = 8;

function same(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a.t === 'prim' && b.t === 'prim') return Object.is(a.v, b.v);
  if (a.t === 'top' && b.t === 'top') return a.taint === b.taint && a.least === b.least;
  if (a.t === 'str' && b.t === 'str') {
    if (a.parts.length !== b.parts.length) return false;
    return a.parts.every((part, index) => {
      const other = b.parts[index];
      if (typeof part === 'string' || typeof other === 'string') return part === other;
      return part.taint === other?.taint;
    });
  }
  return false;
}

/** Either of two values; absent counts as `undefined`. Beyond the cap what is left is unknown. */
export function join(a: Value | undefined, b: Value | undefined): Value {
  const left = a ?? UNDEFINED;
  const right = b ?? UNDEFINED;
  if (same(left, right)) return left === BEYOND ? right : left;
  const all: Value[] = [];
  for (const value of alternatives(left)) include(all, value);
  for (const value of alternatives(right)) include(all, value);
  if (all.length > UNION_LIMIT) {
    const taint = all.reduce((bits, value) => bits | taintOf(value), 0);
    return { t: 'union', of: [...all.slice(0, UNION_LIMIT - 1), top(taint || STATE)] };
  }
  return all.length === 1 ? (all[0] ?? UNDEFINED) : { t: 'union', of: all };
}

/** Whether a value can be no other than one it may be already. What is text or a number is within anything that nobody knows. */
export function isWithin(value: Value | undefined, known: Value | undefined): boolean {
  const all = alternatives(known ?? UNDEFINED);
  const isAny = all.some((one) => one.t === 'top');
  return alternatives(value ?? UNDEFINED).every(
    (option) => (isAny && (option.t === 'prim' || option.t === 'str')) || all.some((one) => covers(one, option)),
  );
}

function covers(one: Value, option: Value): boolean {
  if (one.t === 'top' && option.t === 'top') return (one.taint & option.taint) === option.taint;
  return same(one, option);
}

/** Adds an alternative to those that are known; whatever is unknown is one of them. */
function include(all: Value[], value: Value): void {
  for (let index = 0; index < all.length; index += 1) {
    const other = all[index]!;
    if (value.t === 'top' && other.t === 'top') {
      all[index] = top(other.taint | value.taint, other.path || value.path, other.address ?? value.address);
      return;
    }
    if (same(other, value)) {
      if (other === BEYOND) all[index] = value;
      return;
    }
  }
  all.push(value);
}

/** Any of them; of none, `undefined`. */
export function joinAll(values: readonly Value[]): Value {
  const [first = UNDEFINED] = values;
  if (values.length < 2) return first;
  if (values.length > UNION_LIMIT || values.some((value) => value.t === 'union'))
    return values.reduce((all, value) => join(all, value));
  const all: Value[] = [];
  for (const value of values) include(all, value);
  return all.length === 1 ? all[0]! : { t: 'union', of: all };
}
