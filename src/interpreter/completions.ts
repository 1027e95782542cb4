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
