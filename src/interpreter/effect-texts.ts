/**
 * What an effect may show. In: the values it was given. Out: texts, holes as an ellipsis, cut at a cap.
 */
import type { Part, Value } from './values.ts';
import { alternatives, partsOf } from './values.ts';

/** Characters of an effect's text: a page that is written anew says what changed at its end as well. */
const TEXT_CHARS = 3_000;

export function textsOf(values: readonly Value[]): readonly string[] {
  const lists = values.map((value) => alternatives(value).map((option) => shown(partsOf(option))));
  if (lists.length === 1) return lists[0]!;
  return [
    lists
      .map((options) => options.join(' '))
      .join(' ')
      .slice(0, TEXT_CHARS),
  ];
}

function shown(parts: readonly Part[]): string {
  let all = '';
  for (const part of parts) {
    all += typeof part === 'string' ? part : '\u2026';
    if (all.length >= TEXT_CHARS) return all.slice(0, TEXT_CHARS);
  }
  return all;
}
