/**
 * Text assembled from pieces of a file that still knows where each character stands there.
 * In: copies of mapped text, atoms (one place, several characters) and holes. Out: MappedText; `at` is O(log pieces).
 * Maps compose: a copy of a mapped text maps through it.
 */
import type { MappedText } from '../contracts.ts';
import { holeName } from './holes.ts';

/** The whole of a decoded file: every character stands at its own offset. */
export function wholeText(text: string): MappedText {
  return { text, at: (offset) => Math.max(0, Math.min(offset, text.length)) };
}

/** Text whose every character came from one place, such as a decoded entity. */
export function atomText(text: string, at: number): MappedText {
  return { text, at: () => at };
}

/** The piece of `from` between two offsets of its text. */
export function sliceText(from: MappedText, start: number, end: number): MappedText {
  return {
    text: from.text.slice(start, end),
    at: (offset) => from.at(start + Math.max(0, Math.min(offset, end - start))),
  };
}

/**
 * The same map under other text of equal length, as blanking and fillers leave it.
 * Throws when the lengths differ: that is a bug of ours.
 */
export function overlayText(from: MappedText, text: string): MappedText {
  if (text.length !== from.text.length) throw new Error('an overlay must keep the length of its text');
  return { text, at: (offset) => from.at(offset) };
}

/** Builds a MappedText piece by piece. Touching copies of the same text become one piece. */
export class TextBuilder {
  readonly #strings: string[] = [];
  readonly #starts: number[] = [];
  readonly #bases: number[] = [];
  readonly #sources: (MappedText | null)[] = [];
  #length = 0;
  #holes = 0;

  get length(): number {
    return this.#length;
  }

  /** The characters `start` to `end` of another mapped text. */
  copy(from: MappedText, start = 0, end = from.text.length): this {
    if (end <= start) return this;
    const last = this.#starts.length - 1;
    const continues =
      last >= 0 && this.#sources[last] === from && this.#bases[last]! + (this.#length - this.#starts[last]!) === start;
    if (!continues) this.#open(from, start);
    this.#append(from.text.slice(start, end));
    return this;
  }

  /** Text that stands for one place of the file: an entity, an escape. `at` is an offset in the file. */
  atom(text: string, at: number): this {
    if (text === '') return this;
    this.#open(null, at);
    this.#append(text);
    return this;
  }

  /** A value only the running program knows: an identifier as filler. Returns through the builder; see `holes.ts`. */
  hole(at: number): this {
    this.#holes += 1;
    return this.atom(holeName(this.#holes), at);
  }

  build(): MappedText {
    const starts = this.#starts.slice();
    const bases = this.#bases.slice();
    const sources = this.#sources.slice();
    const length = this.#length;
    return {
      text: this.#strings.join(''),
      at(offset) {
        if (starts.length === 0) return 0;
        const place = Math.max(0, Math.min(offset, length));
        const piece = lastAtOrBefore(starts, place);
        const source = sources[piece];
        return source ? source.at(bases[piece]! + place - starts[piece]!) : bases[piece]!;
      },
    };
  }

  #open(source: MappedText | null, base: number): void {
    this.#starts.push(this.#length);
    this.#bases.push(base);
    this.#sources.push(source);
  }

  #append(text: string): void {
    this.#strings.push(text);
    this.#length += text.length;
  }
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
