/**
 * What an expression that makes strings is worth to us: text with a map, lists and mappings of it, or unknown.
 * `literals` name the string literals a value was made from, one number each: candidates compete by them.
 */
import type { MappedText } from '../../contracts.ts';
import { atomText, TextBuilder } from '../../syntax/mapped-text.ts';

export interface TextValue {
  readonly kind: 'text';
  readonly text: MappedText;
  readonly literals: readonly number[];
  /** How many transforms were applied: a formatted template beats the bare one. */
  readonly transforms: number;
  /** One of several texts it may be: other code, a branch or a caller may have chosen another. */
  readonly guess?: true;
  /** As JSON has it, where it is no string: a number, `true`, `null`. */
  readonly json?: string;
}

interface ListValue {
  readonly kind: 'list';
  readonly items: readonly Value[];
  readonly guess?: true;
}

interface DictValue {
  readonly kind: 'dict';
  readonly entries: ReadonlyMap<string, Value>;
  readonly guess?: true;
}

export type Value = TextValue | ListValue | DictValue | { readonly kind: 'unknown' };

export const UNKNOWN: Value = { kind: 'unknown' };

/** Characters and pieces one value may have. Beyond, it is unknown and its literals stand for themselves. */
const VALUE_CHARS = 8_000_000;
const VALUE_PIECES = 200_000;

/** Collects the parts of one text value. */
export class ValueBuilder {
  readonly out = new TextBuilder();
  readonly #literals = new Set<number>();
  #transforms = 0;

  add(value: Value, at: number): this {
    if (value.kind !== 'text') this.out.hole(at);
    else if (value.guess && isDatum(value.text.text)) this.out.hole(at, value.text.text);
    else {
      this.out.copy(value.text);
      this.credit(value);
    }
    return this;
  }

  /** Takes over a value's literals without its text. */
  credit(value: Value): this {
    if (value.kind !== 'text') return this;
    for (const literal of value.literals) this.#literals.add(literal);
    this.#transforms = Math.max(this.#transforms, value.transforms);
    return this;
  }

  literal(index: number): this {
    this.#literals.add(index);
    return this;
  }

  transformed(): this {
    this.#transforms++;
    return this;
  }

  get tooLarge(): boolean {
    return this.out.length > VALUE_CHARS || this.out.pieces > VALUE_PIECES;
  }

  build(): Value {
    if (this.tooLarge) return UNKNOWN;
    return { kind: 'text', text: this.out.build(), literals: [...this.#literals], transforms: this.#transforms };
  }
}

/** The texts one after the other, with `separator` between them; a separator's own literal is no reason to be read. */
export function concat(values: readonly Value[], at: number, separator: TextValue | null = null): Value {
  const builder = new ValueBuilder();
  values.forEach((value, i) => {
    if (i > 0 && separator) builder.out.copy(separator.text);
    if (!builder.tooLarge) builder.add(value, at);
  });
  return builder.build();
}

/** A word, a number, an address: what code compares with. Markup and code are read, whichever of them it is. */
function isDatum(text: string): boolean {
  return text.length <= 200 && !/[<(\n]/.test(text);
}

/** A value that may as well be another one. */
export function guessed(value: Value): Value {
  if (value.kind === 'unknown' || value.guess) return value;
  if (value.kind === 'text') return { ...value, guess: true };
  if (value.kind === 'list') return { kind: 'list', items: value.items.map(guessed), guess: true };
  return { kind: 'dict', entries: new Map([...value.entries].map(([key, one]) => [key, guessed(one)])), guess: true };
}

/** A number, a truth value or nothing: as the language writes it, and as JSON does. */
export function scalar(written: string, json: string, at: number): TextValue {
  return { kind: 'text', text: atomText(written, at), literals: [], transforms: 0, json };
}

/** Items, keys and pieces that a value is written out with as JSON. */
const JSON_PIECES = 2_000;

/** A value as JSON. What may be another one, or is too much, is unknown. */
export function jsonOf(value: Value, at: number): Value {
  const builder = new ValueBuilder();
  return appendJson(builder, value, at, 0) ? builder.build() : UNKNOWN;
}

function appendJson(builder: ValueBuilder, value: Value, at: number, depth: number): boolean {
  if (value.kind === 'unknown' || value.guess) {
    builder.out.hole(at);
    return depth > 0;
  }
  if (depth > 20 || builder.out.pieces > JSON_PIECES) return false;
  if (value.kind === 'text') {
    if (depth === 0) builder.credit(value);
    builder.out.atom(value.json ?? JSON.stringify(value.text.text), at);
    return true;
  }
  const isList = value.kind === 'list';
  const entries = isList ? value.items.map((item) => ['', item] as const) : [...value.entries];
  builder.out.atom(isList ? '[' : '{', at);
  const isWhole = entries.every(([key, item], index) => {
    builder.out.atom(`${index > 0 ? ',' : ''}${isList ? '' : `${JSON.stringify(key)}:`}`, at);
    return appendJson(builder, item, at, depth + 1);
  });
  builder.out.atom(isList ? ']' : '}', at);
  return isWhole;
}

/** The items of a list; anything else is its own only item. */
export function itemsOf(value: Value): Value[] {
  return value.kind === 'list' ? [...value.items] : [value];
}

/** How much text a value brings, to choose between alternatives. */
function bulk(value: Value): number {
  return value.kind === 'text' ? value.text.text.length : value.kind === 'unknown' ? -1 : 0;
}

/**
 * Of two alternatives the one to read: what may stay on this machine before an address elsewhere, else what brings more
 * text; the other is read on its own.
 */
export function preferred(first: Value, second: Value): Value {
  return guessed(better(first, second));
}

function better(first: Value, second: Value): Value {
  if (isRemote(first) !== isRemote(second)) return isRemote(first) ? second : first;
  return bulk(second) > bulk(first) ? second : first;
}

function isRemote(value: Value): boolean {
  return (
    value.kind === 'text' && /^\s*(?:https?:)?\/\/(?!localhost|127\.|0\.0\.0\.0|\[)[^\s<]*$/i.test(value.text.text)
  );
}
