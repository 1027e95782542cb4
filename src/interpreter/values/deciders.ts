/**
 * Who decides what is compared. In: where two sides come from. Out: where the result does. What a person does, or the page keeps of it,
 * decides a comparison with whatever a generator filled in: some doing of theirs makes it come out either way.
 */
import type { Value } from './values.ts';
import { ENV, HOLE, INPUT, numberFrom, PARAM, STATE, taintOf, UNK } from './values.ts';
import { likeWays } from './ways.ts';

const FILLED_IN = HOLE | UNK;

/** It changes while the page is used, and by nothing else. */
function isOfUse(taint: number): boolean {
  return (taint & (INPUT | STATE | PARAM)) !== 0 && (taint & (ENV | FILLED_IN)) === 0;
}

/** Of a comparison of something of taint `a` with something of taint `b`. */
export function comparedTaint(a: number, b: number): number {
  return isOfUse(a) || isOfUse(b) ? (a | b) & ~FILLED_IN : a | b;
}

/** What is known of a result, once it is known who decides it. */
export function decidedAs(result: Value, taint: number): Value {
  if (result.t === 'union')
    return likeWays(result, { t: 'union', of: result.of.map((option) => decidedAs(option, taint)) });
  if (result.t !== 'top' || (result.taint & FILLED_IN) === 0 || (taint & FILLED_IN) !== 0) return result;
  return { ...result, taint: (result.taint & ~FILLED_IN) | taint || STATE };
}

/** Something that a test by `taint` picked of a list: which it is, or whether there is one, is decided by the test as well. */
export function picked(one: Value, test: Value): Value {
  return decidedAs(one, comparedTaint(taintOf(test), taintOf(one)));
}

/** How many there are of something. That there are none of what a generator fills in is no guard. */
export function countTaint(taint: number): number {
  return taint & ~FILLED_IN || STATE;
}

/** Any number of elements, none among them. */
export function unknownCount(taint: number): Value {
  return numberFrom(0, countTaint(taint));
}
