/**
 * Marks that a generator fills by ways that are not followed: in a loop, by a pattern, in another file. In: a text as far as it was
 * made. Out: the text with a hole for each mark that is left and that no page would say or compare with. Linear.
 */
import { TextBuilder } from '../../syntax/mapped-text.ts';
import type { TextValue } from './values.ts';

/** Marks of any kind; those that code may use for names of its own, only where they are all of a quoted text or a part of an address. */
const MARK =
  /@@\w[\w.-]{0,60}@@|%%\w[\w.-]{0,60}%%|##[A-Z]\w{0,60}##|<<[A-Z]\w{0,60}>>|\[\[\s?[A-Z][A-Z0-9_]{0,60}\s?\]\]|(?<=["'`/=])(?:__(?!H\d)[A-Z][A-Z0-9_]{0,60}__|\{\{?\s?[A-Z][A-Z0-9_]{0,60}\s?\}?\}|[%$][A-Z][A-Z0-9_]{0,60}[%$]?)(?=["'`/?&])/g;

export function unfilled(value: TextValue): TextValue {
  const { text } = value;
  const out = new TextBuilder();
  let from = 0;
  for (const mark of text.text.matchAll(MARK)) {
    out.copy(text, from, mark.index).hole(text.at(mark.index));
    from = mark.index + mark[0].length;
  }
  if (from === 0) return value;
  return { ...value, text: out.copy(text, from, text.text.length).build() };
}
