/**
 * Makes a string that a regular expression accepts. In: the pattern of an input and a seed. Out: a guess, to be checked
 * against the pattern by the caller: lookarounds and back references are only approximated. Null for what it cannot read.
 */

type Node =
  | { readonly kind: 'chars'; readonly ranges: readonly (readonly [number, number])[]; readonly negated: boolean }
  | { readonly kind: 'group'; readonly choices: readonly (readonly Node[])[] }
  | { readonly kind: 'repeat'; readonly node: Node; readonly min: number; readonly max: number }
  | { readonly kind: 'nothing' };

const DEPTH = 40;
const MOST = 60;
const DIGITS = [[48, 57]] as const;
const LETTERS = [
  [97, 122],
  [65, 90],
] as const;
const WORD = [
  [97, 122],
  [48, 57],
  [65, 90],
  [95, 95],
] as const;
const SPACE = [[32, 32]] as const;
const NOTHING: Node = { kind: 'nothing' };

class Unreadable extends Error {}

class Reader {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  choices(depth: number): (readonly Node[])[] {
    if (depth > DEPTH) throw new Unreadable();
    const choices: Node[][] = [[]];
    while (this.at < this.#text.length && this.#text[this.at] !== ')') {
      if (this.#text[this.at] === '|') {
        this.at++;
        choices.push([]);
      } else choices.at(-1)!.push(this.#quantified(this.#atom(depth)));
    }
    return choices;
  }

  #atom(depth: number): Node {
    const char = this.#text[this.at++]!;
    if (char === '^' || char === '$') return NOTHING;
    if (char === '.') return chars(WORD);
    if (char === '[') return this.#charClass();
    if (char === '\\') return this.#escape();
    if (char !== '(') return one(this.#wholeCharacter(char));
    const kind = /^\?(?::|<?[=!]|<[A-Za-z_$][\w$]*>)/.exec(this.#text.slice(this.at, this.at + 40))?.[0] ?? '';
    this.at += kind.length;
    const choices = this.choices(depth + 1);
    if (this.#text[this.at++] !== ')') throw new Unreadable();
    return /[=!]$/.test(kind) ? NOTHING : { kind: 'group', choices };
  }

  #wholeCharacter(first: string): number {
    const point = this.#text.codePointAt(this.at - 1) ?? first.charCodeAt(0);
    if (point > 0xffff) this.at++;
    return point;
  }

  #quantified(node: Node): Node {
    const match = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(this.#text.slice(this.at, this.at + 24));
    if (!match) return node;
    this.at += match[0].length;
    const sign = match[0][0];
    if (sign === '*') return { kind: 'repeat', node, min: 0, max: Number.POSITIVE_INFINITY };
    if (sign === '+') return { kind: 'repeat', node, min: 1, max: Number.POSITIVE_INFINITY };
    if (sign === '?') return { kind: 'repeat', node, min: 0, max: 1 };
    const min = Number(match[1]);
    const max = match[2] === undefined ? min : match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3]);
    return { kind: 'repeat', node, min, max };
  }

  #escape(): Node {
    const char = this.#text[this.at++] ?? '';
    if (char === 'd') return chars(DIGITS);
    if (char === 'w') return chars(WORD);
    if (char === 's') return chars(SPACE);
    if (char === 'D') return chars(LETTERS);
    if (char === 'W')
      return chars([
        [45, 45],
        [32, 32],
      ]);
    if (char === 'S') return chars(WORD);
    if (char === 'b' || char === 'B') return NOTHING;
    if (char === 'p' || char === 'P') {
      const name = /^\{([^}]{1,40})\}/.exec(this.#text.slice(this.at, this.at + 44));
      if (!name) throw new Unreadable();
      this.at += name[0].length;
      return chars(propertyRanges(name[1]!));
    }
    if (/[1-9k]/.test(char)) throw new Unreadable();
    return one(this.#escapedPoint(char));
  }

  #escapedPoint(char: string): number {
    const code = /^(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2}))/i.exec(
      char + this.#text.slice(this.at, this.at + 10),
    );
    if (code) {
      this.at += code[0].length - 1;
      return Number.parseInt(code[1] ?? code[2] ?? code[3]!, 16);
    }
    const plain = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 } as Readonly<Record<string, number>>;
    return plain[char] ?? this.#wholeCharacter(char);
  }

  #charClass(): Node {
    const negated = this.#text[this.at] === '^';
    if (negated) this.at++;
    const ranges: (readonly [number, number])[] = [];
    while (this.#text[this.at] !== ']') {
      if (this.at >= this.#text.length || this.#text[this.at] === '[') throw new Unreadable();
      const low = this.#member();
      if (this.#text[this.at] !== '-' || this.#text[this.at + 1] === ']' || low.length !== 1) ranges.push(...low);
      else {
        this.at++;
        ranges.push([low[0]![0], this.#member()[0]![1]]);
      }
    }
    this.at++;
    return { kind: 'chars', ranges, negated };
  }

  #member(): readonly (readonly [number, number])[] {
    const char = this.#text[this.at++] ?? '';
    const node = char === '\\' ? this.#escape() : one(this.#wholeCharacter(char));
    return node.kind === 'chars' && node.ranges.length > 0 ? node.ranges : [[8, 8]];
  }
}

const chars = (ranges: readonly (readonly [number, number])[]): Node => ({ kind: 'chars', ranges, negated: false });
const one = (point: number): Node => chars([[point, point]]);

function propertyRanges(name: string): readonly (readonly [number, number])[] {
  if (/^(?:N|Nd|.*Number)/.test(name)) return DIGITS;
  if (/^(?:Lu|Upper)/.test(name)) return [[65, 90]];
  if (/^(?:P|S)/.test(name)) return [[45, 45]];
  return [[97, 122]];
}

/** A small deterministic generator of numbers below `limit`. */
function generator(seed: number): (limit: number) => number {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return limit <= 1 ? 0 : (state >>> 8) % limit;
  };
}

function write(nodes: readonly Node[], pick: (limit: number) => number, more: number, out: string[]): void {
  for (const node of nodes) {
    if (out.length > 4_000) return;
    if (node.kind === 'group') write(node.choices[pick(node.choices.length)] ?? [], pick, more, out);
    else if (node.kind === 'chars') out.push(character(node, pick));
    else if (node.kind === 'repeat') {
      const most = Math.min(node.max, Math.max(node.min, node.min + more));
      const times = Math.min(MOST * 10, node.min + (more > 0 ? Math.max(0, most - node.min) : 0));
      for (let count = 0; count < times; count++) write([node.node], pick, more > 3 ? 1 : more, out);
    }
  }
}

function character(node: Extract<Node, { kind: 'chars' }>, pick: (limit: number) => number): string {
  if (!node.negated) {
    const range = node.ranges[pick(node.ranges.length)];
    return range ? String.fromCodePoint(range[0] + pick(range[1] - range[0] + 1)) : '';
  }
  for (const candidate of 'qxaZ70 -_.,!@éß')
    if (!node.ranges.some(([low, high]) => candidate.codePointAt(0)! >= low && candidate.codePointAt(0)! <= high))
      return candidate;
  return '';
}

/** `more`: how many repetitions beyond the least each quantifier makes. */
export function fromPattern(pattern: string, seed: number, more: number): string | null {
  try {
    const out: string[] = [];
    write([{ kind: 'group', choices: new Reader(pattern).choices(0) }], generator(seed), Math.min(more, MOST), out);
    return out.join('');
  } catch (error) {
    if (error instanceof Unreadable || error instanceof RangeError) return null;
    throw error;
  }
}
