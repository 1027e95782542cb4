/**
 * Changes of text that every language with strings has. In: a text value. Out: a value with the map kept.
 */

import type { TextValue, Value } from './values.ts';
import { UNKNOWN, ValueBuilder } from './values.ts';

/** `.replace(old, new)` with a known `old`. */
export function replaceText(value: TextValue, old: string, replacement: Value, at: number): Value {
  if (old === '') return value;
  const builder = new ValueBuilder().credit(value).transformed();
  const { text } = value.text;
  let from = 0;
  for (let found = text.indexOf(old); found >= 0; found = text.indexOf(old, found + old.length)) {
    builder.out.copy(value.text, from, found);
    builder.add(replacement, at);
    if (builder.tooLarge) return UNKNOWN;
    from = found + old.length;
  }
  builder.out.copy(value.text, from, text.length);
  return builder.build();
}
