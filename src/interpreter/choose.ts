/**
 * One of two values by a condition. In: a condition and what makes either value. Out: the one that is known to be chosen, or
 * both joined where the page decides.
 */

import { isAbrupt, Thrown } from './completions.ts';
import { markDead } from './dead-code.ts';
import { join } from './joins.ts';
import type { Machine } from './machine.ts';
import type { Node } from './tree.ts';
import type { Value } from './values.ts';
import { STATE, taintOf, truth } from './values.ts';

/** `dead` names the code of either side: what is known not to run is marked. */
export function choose(
  machine: Machine,
  condition: Value,
  one: () => Value,
  other: () => Value,
  dead: { readonly one: Node | null; readonly other: Node | null },
): Value {
  const known = truth(condition);
  if (known !== null) {
    markDead(machine, known ? dead.other : dead.one);
    return known ? one() : other();
  }
  const sides = machine.branches.fork<Value>(taintOf(condition) || STATE, one, other);
  if (isAbrupt(sides.one)) {
    if (isAbrupt(sides.other)) throw new Thrown(sides.other.value);
    return sides.other;
  }
  return isAbrupt(sides.other) ? sides.one : join(sides.one, sides.other);
}
