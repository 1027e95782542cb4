/**
 * How a piece of a program ends: it goes on, leaves by `return`, `break`, `continue` or a throw, or is cut off.
 */
import type { Value } from '../values/values.ts';

export type Abrupt = {
  readonly kind: 'return' | 'throw' | 'break' | 'continue';
  readonly label: string;
  readonly value: Value;
};
/** How a statement ended; null is "went on". */
export type Completion = Abrupt | null;

/** Whether a side of a fork left, in place of giving a value. */
export function isAbrupt<T>(outcome: T | Abrupt): outcome is Abrupt {
  return typeof outcome === 'object' && outcome !== null && 'label' in outcome && 'kind' in outcome;
}

/**
 * How a fork of statements ended: only where both sides left, and then as the second did; the first is kept as an exit. A side that
 * never comes to an end is no way.
 */
export function endOf(sides: { readonly one: Completion; readonly other: Completion }): Completion {
  const last = isEndless(sides.other) ? sides.one : sides.other;
  if (!last || (!sides.one && last === sides.other)) return null;
  if (last.kind === 'throw') throw new Thrown(last.value);
  return last;
}

/** The values of a fork of expressions: of the sides that did not leave. Where both did, the whole throws as the second. */
export function valuesOf(sides: { readonly one: Value | Abrupt; readonly other: Value | Abrupt }): readonly Value[] {
  const { one, other } = sides;
  if (isAbrupt(one) && isAbrupt(other)) throw new Thrown(isEndless(other) ? one.value : other.value);
  return [one, other].filter((side) => !isAbrupt(side)) as Value[];
}

/** Runs `act`; a throw of the program is an outcome like another. */
export function attempt<T>(
  act: () => T,
): { readonly value: T; readonly thrown: null } | { readonly value: null; readonly thrown: Thrown } {
  try {
    return { value: act(), thrown: null };
  } catch (error) {
    if (error instanceof Thrown) return { value: null, thrown: error };
    throw error;
  }
}

/** A thrown value on its way to a `catch`. */
export class Thrown {
  readonly value: Value;
  constructor(value: Value) {
    this.value = value;
  }
}

/** A budget is spent; the part that asked is cut. */
export class Cut {
  readonly scope: 'call' | 'entry' | 'program';
  constructor(scope: 'call' | 'entry' | 'program') {
    this.scope = scope;
  }
}

/** What is thrown by a call that would only do again what is being done: it comes to no end of its own. */
const ENDLESS: Value = { t: 'prim', v: undefined };

/** A throw that no `catch` of the program sees. */
export function endless(): Thrown {
  return new Thrown(ENDLESS);
}

/** Whether a completion, a throw or an exit is that of a call without an end. */
export function isEndless(way: unknown): boolean {
  return typeof way === 'object' && way !== null && 'value' in way && way.value === ENDLESS;
}
