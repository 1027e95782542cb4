/**
 * Operators on abstract values. In: an operator and its operands. Out: a value; pure.
 * A comparison with something unknown is unknown with the taint of both sides.
 */

import { mayBeAbsent } from './counts.ts';
import { comparedTaint, decidedAs } from './deciders.ts';
import { joinAll } from './joins.ts';
import { own } from './own.ts';
import { concat, partsOf } from './texts.ts';
import type { Value } from './values.ts';
import {
  alternatives,
  doubtOf,
  exact,
  isNullish,
  meant,
  prim,
  STATE,
  taintOf,
  text,
  top,
  truth,
  UNK,
} from './values.ts';
import { ofEach } from './ways.ts';

/** `!`, `void`, `-`, `+`, `~`. */
export function unary(operator: string, value: Value): Value {
  if (operator === '!') return ofEach(value, negated);
  if (operator === 'void') return prim(undefined);
  const number = numberOf(value);
  if (number === null) return top(doubtOf(value));
  if (operator === '-') return prim(-number);
  if (operator === '+') return prim(number);
  if (operator === '~') return prim(~number);
  return top(doubtOf(value));
}

/** What `typeof` gives. */
export function typeOf(value: Value): Value {
  const names = alternatives(value).map(typeName);
  const known = names.filter((name) => name !== null);
  if (known.length < names.length) return top(taintOf(value) || UNK);
  return joinAll(known.map((name) => text(name)));
}

function typeName(value: Value): string | null {
  if (value.t === 'str') return 'string';
  if (value.t === 'prim') return value.v === null ? 'object' : typeof value.v;
  if (value.t === 'obj') return value.closure || value.native ? 'function' : 'object';
  return null;
}

function negated(value: Value): Value {
  const known = truth(value);
  return known === null ? top(doubtOf(value)) : prim(!known);
}

/** Every operator but the logical ones. */
export function binary(operator: string, left: Value, right: Value): Value {
  if (operator === '+') return plus(left, right);
  const result = each(operator, left, right);
  return result.t === 'prim' ? result : decidedAs(result, comparedTaint(taintOf(left), taintOf(right)));
}

function each(operator: string, left: Value, right: Value): Value {
  const lefts = alternatives(left);
  const rights = alternatives(right);
  if (lefts.length * rights.length > 16) return top(taintOf(left) | doubtOf(right));
  if (rights.length === 1) return ofEach(left, (a) => single(operator, a, right));
  if (lefts.length === 1) return ofEach(right, (b) => single(operator, left, b));
  return joinAll(lefts.flatMap((a) => rights.map((b) => single(operator, a, b))));
}

function plus(left: Value, right: Value): Value {
  const lefts = meant(left);
  const rights = meant(right);
  if (lefts.length * rights.length <= 16) return joinAll(lefts.flatMap((a) => rights.map((b) => sum(a, b))));
  const areTexts = [lefts, rights].some((side) => side.every((one) => one.t === 'str'));
  return areTexts ? concat(left, right) : top(taintOf(left) | doubtOf(right));
}

/** A text where one side is one, or an object that shows itself as one; of two that may both be numbers nobody knows. */
function sum(left: Value, right: Value): Value {
  if (left.t === 'prim' && right.t === 'prim') {
    if (typeof left.v === 'bigint' || typeof right.v === 'bigint') return top(STATE);
    return prim(Number(left.v) + Number(right.v));
  }
  const isShown = [left, right].some((side) => side.t === 'str' || side.t === 'obj');
  return isShown ? concat(left, right) : top(taintOf(left) | doubtOf(right));
}

function single(operator: string, left: Value, right: Value): Value {
  const known = bounded(operator, left, right) ?? bounded(own(TURNED, operator) ?? operator, right, left);
  if (known !== null) return prim(known);
  switch (operator) {
    case '==':
      return maybe(equal(left, right, true), left, right);
    case '!=':
      return maybe(negate(equal(left, right, true)), left, right);
    case '===':
      return maybe(equal(left, right, false), left, right);
    case '!==':
      return maybe(negate(equal(left, right, false)), left, right);
    case 'in':
      return contains(left, right);
    case 'instanceof':
      return instance(left, right);
    default:
      return arithmetic(operator, left, right);
  }
}

/** Comparisons, with their sides changed. */
const TURNED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

/** A number of which only the least is known, against one that is known. */
function bounded(operator: string, left: Value, right: Value): boolean | null {
  if (left.t !== 'top' || left.least === undefined || right.t !== 'prim' || typeof right.v !== 'number') return null;
  const { least } = left;
  if (operator === '>' || operator === '<=') return least > right.v ? operator === '>' : null;
  if (operator === '>=' || operator === '<') return least >= right.v ? operator === '>=' : null;
  if (operator.startsWith('=') || operator.startsWith('!')) return least > right.v ? operator.startsWith('!') : null;
  return null;
}

function negate(known: boolean | null): boolean | null {
  return known === null ? null : !known;
}

function maybe(known: boolean | null, left: Value, right: Value): Value {
  return known === null ? top(taintOf(left) | doubtOf(right)) : prim(known);
}

function equal(left: Value, right: Value, loose: boolean): boolean | null {
  if (left.t === 'obj' && right.t === 'obj')
    return left === right ? true : left.born > 0 && right.born > 0 ? false : null;
  if (loose && isNullish(left) && isNullish(right)) return true;
  if (left.t === 'obj' || right.t === 'obj') {
    const other = left.t === 'obj' ? right : left;
    const it = left.t === 'obj' ? left : right;
    if (it.t === 'obj' && it.kind === 'element' && isNullish(other)) return null;
    return (other.t === 'prim' || other.t === 'str') && (!loose || isNullish(other)) ? false : null;
  }
  if (left.t === 'top' || right.t === 'top' || left.t === 'union' || right.t === 'union') return null;
  const a = exact(left);
  const b = exact(right);
  if (left.t !== right.t && !loose) return false;
  if (isNullish(left) !== isNullish(right)) return false;
  if (a === null || b === null) return differ(left, right) ? false : null;
  if (left.t === 'prim' && right.t === 'prim') return loose ? Number(left.v) === Number(right.v) : left.v === right.v;
  return left.t === right.t ? a === b : numberOf(left) === numberOf(right);
}

/** Two strings that begin with different known text are different. */
function differ(left: Value, right: Value): boolean {
  const a = partsOf(left)[0];
  const b = partsOf(right)[0];
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  const length = Math.min(a.length, b.length);
  return a.slice(0, length) !== b.slice(0, length);
}

/** That a property is missing says only that nobody put it there yet. */
function contains(left: Value, right: Value): Value {
  const key = exact(left);
  if (right.t !== 'obj') return top(taintOf(left) | doubtOf(right));
  if (key === null)
    return top(comparedTaint(taintOf(left), right.open || (right.slots.has('grows') ? STATE : 0)) || STATE);
  const held = right.props.get(key)?.v;
  if (held !== undefined && !mayBeAbsent(held) && !right.slots.has('varies')) return prim(true);
  return top(right.open || STATE);
}

function instance(left: Value, right: Value): Value {
  if (left.t === 'prim' || left.t === 'str') return prim(false);
  if (left.t === 'obj' && right.t === 'obj') {
    if (left.slots.get('class') === right) return prim(true);
    const prototype = right.props.get('prototype')?.v;
    for (let proto = left.proto, depth = 0; proto && depth < 50; proto = proto.proto, depth += 1)
      if (proto === prototype) return prim(true);
    if (left.kind === 'error' && right.name === 'Error') return prim(true);
    if (left.kind === 'error' && left.name !== '' && right.kind === 'function' && right.native)
      return prim(left.name === right.name);
    if (left.kind === 'response' && right.native) return prim(right.name === 'Response' || right.name === 'Object');
  }
  return top(doubtOf(left));
}

function numberOf(value: Value): number | null {
  if (value.t === 'prim') return typeof value.v === 'bigint' ? null : Number(value.v);
  const known = exact(value);
  return known === null ? null : Number(known);
}

function arithmetic(operator: string, left: Value, right: Value): Value {
  const unknown = top(taintOf(left) | doubtOf(right));
  if (operator === '<' || operator === '>' || operator === '<=' || operator === '>=') {
    if (left.t === 'str' && right.t === 'str') {
      const a = exact(left);
      const b = exact(right);
      return a === null || b === null ? unknown : prim(compare(operator, a, b));
    }
    const a = numberOf(left);
    const b = numberOf(right);
    return a === null || b === null ? unknown : prim(compare(operator, a, b));
  }
  const a = numberOf(left);
  const b = numberOf(right);
  if (a === null || b === null) return unknown;
  const result = calculate(operator, a, b);
  return result === null ? unknown : prim(result);
}

function compare<T extends string | number>(operator: string, a: T, b: T): boolean {
  if (operator === '<') return a < b;
  if (operator === '>') return a > b;
  return operator === '<=' ? a <= b : a >= b;
}

const CALCULATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '**': (a, b) => a ** b,
  '|': (a, b) => a | b,
  '&': (a, b) => a & b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b,
};

function calculate(operator: string, a: number, b: number): number | null {
  return own(CALCULATIONS, operator)?.(a, b) ?? null;
}
