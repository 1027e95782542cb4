/**
 * Holes: places in generated code that only the running generator fills.
 * In code a hole is an identifier: `__H3__`, or a run of one letter where the text must keep its length. Inside a
 * string, an attribute or a URL the same text is a hole part of a pattern.
 */
import type { TextPattern } from '../endpoint.ts';

/** A letter no author writes; a run of it is an identifier of any length. */
const FILL = '\u157c';

/** Finds every hole in a text. Global: use with `matchAll` or `replace`. */
export const HOLE_PATTERN = /__H\d+__|\u157c+/g;

const ONE_HOLE = /^(?:__H\d+__|\u157c+)$/;

export function holeName(number: number): string {
  return `__H${number}__`;
}

/** A hole of exactly `length` characters. */
export function holeFill(length: number): string {
  return FILL.repeat(length);
}

/** Whether an identifier, or a whole text, is a hole. */
export function isHole(name: string): boolean {
  return ONE_HOLE.test(name);
}

export function hasHole(text: string): boolean {
  return text.includes('__H') || text.includes(FILL) ? text.search(HOLE_PATTERN) >= 0 : false;
}

/** A text with holes as a pattern: known pieces as strings, each hole as null. A text without one is itself. */
export function splitHoles(text: string): TextPattern {
  if (!hasHole(text)) return [text];
  const pattern: (string | null)[] = [];
  let from = 0;
  for (const hole of text.matchAll(HOLE_PATTERN)) {
    if (hole.index > from) pattern.push(text.slice(from, hole.index));
    pattern.push(null);
    from = hole.index + hole[0].length;
  }
  if (from < text.length) pattern.push(text.slice(from));
  return pattern;
}
