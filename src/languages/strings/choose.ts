/**
 * Which of many candidate texts to read. In: candidates with the literals they consume, and the literals one by one.
 * Out: texts, best first, so that every literal that looks like markup or script is in at least one. Candidates compete by
 * literals, then transforms, then length; what none of them reached is swept up literal by literal.
 */
import { looksLikeMarkup, looksLikeScript } from '../../syntax/candidacy.ts';
import { unfilled } from './marks.ts';
import type { TextValue, Value } from './values.ts';
import { concat } from './values.ts';

/** Characters of all chosen texts together. */
const TOTAL_CHARS = 16_000_000;

export interface Chosen {
  readonly texts: readonly TextValue[];
  /** Literals were left out because the texts together grew too large. */
  readonly capped: boolean;
}

export function chooseTexts(candidates: Iterable<Value>, literals: Iterable<Value>): Chosen {
  const telling = tellingTexts(candidates).sort(
    (a, b) =>
      b.literals.length - a.literals.length ||
      b.transforms - a.transforms ||
      b.text.text.length - a.text.text.length ||
      a.literals[0]! - b.literals[0]!,
  );
  const used = new Set<number>();
  const texts: TextValue[] = [];
  let total = 0;
  let capped = false;
  for (const value of [...telling, ...tellingTexts(literals)]) {
    if (value.literals.every((literal) => used.has(literal))) continue;
    total += value.text.text.length;
    if (total > TOTAL_CHARS) {
      capped = true;
      continue;
    }
    for (const literal of value.literals) used.add(literal);
    texts.push(unfilled(value));
  }
  return { texts, capped };
}

function tellingTexts(values: Iterable<Value>): TextValue[] {
  const telling: TextValue[] = [];
  for (const value of values) {
    const text = value.kind === 'list' && value.items.length > 0 ? concat(value.items, 0) : value;
    if (text.kind !== 'text' || text.literals.length === 0) continue;
    if (looksLikeMarkup(text.text.text) || looksLikeScript(text.text.text)) telling.push(text);
  }
  return telling;
}
