/**
 * How a piece of a program ends: it goes on, leaves by `return`, `break`, `continue` or a throw, or is cut off.
 */
import type { Value } from './values.ts';

export type Abrupt = {
  readonly kind: 'return' | 'throw' | 'break' | 'continue';
  readonly label: string;
  readonly value: Value;
};
/** How a statement ended; null is "went on". */
export type Completion = Abrupt | null;

export function isAbrupt<T>(outcome: T | Abrupt): outcome is Abrupt {
  return typeof outcome === 'object' && outcome !== null && 'label' in outcome && 'kind' in outcome;
}

/** How a fork of statements ended: only where both sides left, and then as the second did; the first is kept as an exit. */
export function endOf(sides: { readonly one: Completion; readonly other: Completion }): Completion {
  if (!sides.one || !sides.other) return null;
  if (sides.other.kind === 'throw') throw new Thrown(sides.other.value);
  return sides.other;
}

/** The values of a fork of expressions: of the sides that did not leave. Where both did, the whole throws as the second. */
export function valuesOf(sides: { readonly one: Value | Abrupt; readonly other: Value | Abrupt }): readonly Value[] {
  const { one, other } = sides;
  if (!isAbrupt(other)) return isAbrupt(one) ? [other] : [one, other];
  if (isAbrupt(one)) throw new Thrown(other.value);
  return [one];
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
