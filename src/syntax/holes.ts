/**
 * Holes: places in generated code that only the running generator fills.
 * In code a hole is an identifier: `__H3__`, or a run of one letter where the text must keep its length. Inside a
 * string, an attribute or a URL the same text is a hole part of a pattern. A hole may carry what it is most likely filled with.
 */
import type { TextPattern } from '../endpoint.ts';

/** A letter no author writes; a run of it is an identifier of any length. */
const FILL = '\u157c';

/** Finds every hole in a text. Global: use with `matchAll` or `replace`. */
export const HOLE_PATTERN = /__H\d+(?:x[0-9a-f]*)?__|\u157c+/g;

const ONE_HOLE = /^(?:__H\d+(?:x[0-9a-f]*)?__|\u157c+)$/;

/** `guess`: one of several texts that may stand here, good for an address and for reading, never for comparing. */
export function holeName(number: number, guess?: string): string {
  return `__H${number}${guess === undefined ? '' : `x${Buffer.from(guess).toString('hex')}`}__`;
}

function guessOf(name: string): string | null {
  const hex = /x([0-9a-f]*)__$/.exec(name)?.[1];
  return hex === undefined ? null : Buffer.from(hex, 'hex').toString();
}

/** A hole of exactly `length` characters. */
export function holeFill(length: number): string {
  return FILL.repeat(length);
}

/** Whether an identifier, or a whole text, is a hole. */
export function isHole(name: string): boolean {
  return ONE_HOLE.test(name);
}

/** Cheap for a text without one. */
export function hasHole(text: string): boolean {
  return text.includes('__H') || text.includes(FILL) ? text.search(HOLE_PATTERN) >= 0 : false;
}

/** A hole of a text, with the guess it carries. */
export interface Hole {
  readonly guess: string | null;
}

/** The pieces of a text: what is known as strings, and its holes. A text without one is itself. */
export function piecesOf(text: string): readonly (string | Hole)[] {
  if (!hasHole(text)) return [text];
  const pieces: (string | Hole)[] = [];
  let from = 0;
  for (const hole of text.matchAll(HOLE_PATTERN)) {
    if (hole.index > from) pieces.push(text.slice(from, hole.index));
    pieces.push({ guess: guessOf(hole[0]) });
    from = hole.index + hole[0].length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

/** A text with holes as the pattern of an address: each hole its guess, or null. */
export function splitHoles(text: string): TextPattern {
  return piecesOf(text).map((piece) => (typeof piece === 'string' ? piece : piece.guess));
}

/** A text with its guesses in place. */
export function withGuesses(text: string): string {
  return hasHole(text) ? text.replace(HOLE_PATTERN, (hole) => guessOf(hole) ?? hole) : text;
}
