/**
 * Text of generated code. In: a string that may hold holes. Out: a value with each hole as an unknown part.
 */
import { hasHole, splitHoles } from '../syntax/holes.ts';
import { pattern } from './texts.ts';
import type { Value } from './values.ts';
import { HOLE, text } from './values.ts';

export function holed(value: string): Value {
  if (!hasHole(value)) return text(value);
  return pattern(splitHoles(value).map((part) => part ?? { taint: HOLE }));
}
