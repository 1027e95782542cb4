/**
 * Elements of which some are known, and any number of further ones may be there. In: those known, and what any further one would
 * be. Out: all of them; arguments made of them.
 */
import type { Value } from './values.ts';

export interface Elements {
  readonly items: readonly Value[];
  /** What any further one would be; null where there are no others. */
  readonly rest: Value | null;
}

/** Those known, then one for any other. */
export function allOf({ items, rest }: Elements): Value[] {
  return rest ? [...items, rest] : [...items];
}

/** Arguments of a call; where none is known, three of any kind stand for them. */
export function asArguments({ items, rest }: Elements): readonly Value[] {
  return rest && items.length === 0 ? [rest, rest, rest] : items;
}
