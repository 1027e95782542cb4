/**
 * Text assembled from pieces of a file that still knows where each character stands there.
 * In: copies of mapped text, atoms (one place, several characters) and holes. Out: MappedText; `at` is O(log pieces).
 * Maps compose by value: a copy takes over the pieces it covers, so no map is ever more than one step deep.
 */
import type { MappedText } from '../contracts.ts';
import { holeName } from './holes.ts';

/** Parallel lists: where a piece starts in the text, where that is in the file, and whether the next character is the next. */
class Pieces implements MappedText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly bases: readonly number[];
  readonly linear: readonly boolean[];

  constructor(text: string, starts: readonly number[], bases: readonly number[], linear: readonly boolean[]) {
    this.text = text;
    this.starts = starts;
    this.bases = bases;
    this.linear = linear;
  }

  at(offset: number): number {
    if (this.starts.length === 0) return 0;
    const place = Math.max(0, Math.min(offset, this.text.length));
    const piece = lastAtOrBefore(this.starts, place);
    return this.bases[piece]! + (this.linear[piece] ? place - this.starts[piece]! : 0);
  }
}

/** The whole of a decoded file: every character stands at its own offset. */
export function wholeText(text: string): MappedText {
  return new Pieces(text, [0], [0], [true]);
}

/** Text whose every character came from one place, such as a decoded entity. */
export function atomText(text: string, at: number): MappedText {
  return new Pieces(text, [0], [at], [false]);
}

/** The piece of `from` between two offsets of its text. */
export function sliceText(from: MappedText, start: number, end: number): MappedText {
  if (start === 0 && end === from.text.length) return from;
  // A file is one piece, and most slices are of files.
  if (from instanceof Pieces && from.starts.length === 1)
    return new Pieces(from.text.slice(start, end), [0], [from.at(start)], from.linear);
  const slice = new TextBuilder().copy(from, start, end).build();
  return slice.text === '' ? atomText('', from.at(start)) : slice;
}

/** Builds a MappedText piece by piece. Touching copies of the same run become one piece. */
export class TextBuilder {
  readonly #strings: string[] = [];
  readonly #starts: number[] = [];
  readonly #bases: number[] = [];
  readonly #linear: boolean[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** How many pieces the text has so far: what copying it again costs. */
  get pieces(): number {
    return this.#starts.length;
  }

  /** The characters `start` to `end` of another mapped text. */
  copy(from: MappedText, start = 0, end = from.text.length): this {
    if (end <= start) return this;
    if (from instanceof Pieces) this.#takePieces(from, start, end);
    else for (let i = start; i < end; i++) this.#open(this.#length + i - start, from.at(i), true);
    return this.#append(start === 0 && end === from.text.length ? from.text : from.text.slice(start, end));
  }

  /** Text that stands for one place of the file: an entity, an escape. `at` is an offset in the file. */
  atom(text: string, at: number): this {
    if (text === '') return this;
    this.#open(this.#length, at, false);
    return this.#append(text);
  }

  /** A value only the running program knows, as an identifier named after its place in the file; `guess`: what it may be. */
  hole(at: number, guess?: string): this {
    return this.atom(holeName(at, guess), at);
  }

  build(): MappedText {
    return new Pieces(this.#strings.join(''), this.#starts.slice(), this.#bases.slice(), this.#linear.slice());
  }

  #takePieces(from: Pieces, start: number, end: number): void {
    for (let piece = lastAtOrBefore(from.starts, start); piece < from.starts.length; piece++) {
      const first = Math.max(start, from.starts[piece]!);
      if (first >= end) return;
      const linear = from.linear[piece]!;
      const base = from.bases[piece]! + (linear ? first - from.starts[piece]! : 0);
      this.#open(this.#length + first - start, base, linear);
    }
  }

  #open(start: number, base: number, linear: boolean): void {
    const last = this.#starts.length - 1;
    if (linear && last >= 0 && this.#linear[last] && this.#bases[last]! + (start - this.#starts[last]!) === base)
      return;
    this.#starts.push(start);
    this.#bases.push(base);
    this.#linear.push(linear);
  }

  #append(text: string): this {
    this.#strings.push(text);
    this.#length += text.length;
    return this;
  }
}

/** How many pieces a mapped text is made of. */
export function pieceCount(text: MappedText): number {
  return text instanceof Pieces ? text.starts.length : text.text.length;
}

/** Index of the last entry of an ascending list that is at most `value`; 0 when there is none. */
export function lastAtOrBefore(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ascending[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
