/**
 * Joining values. In: values a place may have. Out: one value that is any of them, within bounds; beyond them what is left is
 * unknown.
 */
import type { Value } from './values.ts';
import { alternatives, STATE, taintOf, top, UNDEFINED } from './values.ts';

/** Alternatives of one value. */
export const UNION_LIMIT = 8;

function same(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a.t === 'prim' && b.t === 'prim') return Object.is(a.v, b.v);
  if (a.t === 'top' && b.t === 'top') return a.taint === b.taint;
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
  if (same(left, right)) return left;
  const all: Value[] = [];
  for (const value of [...alternatives(left), ...alternatives(right)]) {
    const known =
      value.t === 'top' ? all.findIndex((other) => other.t === 'top') : all.findIndex((other) => same(other, value));
    if (known < 0) all.push(value);
    else {
      const other = all[known];
      if (value.t === 'top' && other?.t === 'top')
        all[known] = top(other.taint | value.taint, other.path || value.path, other.address ?? value.address);
    }
  }
  if (all.length > UNION_LIMIT) {
    const taint = all.reduce((bits, value) => bits | taintOf(value), 0);
    return { t: 'union', of: [...all.slice(0, UNION_LIMIT - 1), top(taint || STATE)] };
  }
  return all.length === 1 ? (all[0] ?? UNDEFINED) : { t: 'union', of: all };
}

export function joinAll(values: readonly Value[]): Value {
  return values.reduce((all, value, index) => (index === 0 ? value : join(all, value)), values[0] ?? UNDEFINED);
}
