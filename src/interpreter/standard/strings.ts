/**
 * Methods of strings. In: a string that may have holes. Out: the result where it is certain, else a string with a hole
 * that keeps what is known at the front.
 */
import type { Machine } from '../machine/machine.ts';
import { isCallable, native } from '../values/objects.ts';
import { own } from '../values/own.ts';
import { concat, pattern } from '../values/texts.ts';
import type { Str, Value } from '../values/values.ts';
import { doubtOf, exact, prim, STATE, taintOf, text, top } from '../values/values.ts';

export function stringMember(machine: Machine, value: Str, key: string): Value {
  const known = exact(value);
  if (key === 'length') return known === null ? top(doubtOf(value)) : prim(known.length);
  if (/^\d+$/.test(key)) return known === null ? top(STATE) : lift(machine, known[Number(key)], value);
  return native<Machine>(key, (_m, _self, args) => method(machine, value, known, key, args));
}

type Plain = (
  text: string,
  args: readonly string[],
) => string | number | boolean | readonly string[] | null | undefined;

/** Characters of a text that is put together in one go. */
const LONG = 100_000;

/** Parts of a text that are told apart. */
const PARTS = 200;

const METHODS: Readonly<Record<string, Plain>> = {
  trim: (s) => s.trim(),
  trimEnd: (s) => s.trimEnd(),
  trimStart: (s) => s.trimStart(),
  toLowerCase: (s) => s.toLowerCase(),
  toUpperCase: (s) => s.toUpperCase(),
  slice: (s, [a, b]) => s.slice(Number(a ?? 0), b === undefined ? undefined : Number(b)),
  substring: (s, [a, b]) => s.substring(Number(a ?? 0), b === undefined ? undefined : Number(b)),
  substr: (s, [a, b]) => s.slice(Number(a ?? 0), b === undefined ? undefined : Number(a ?? 0) + Number(b)),
  charAt: (s, [a]) => s.charAt(Number(a ?? 0)),
  at: (s, [a]) => s.at(Number(a ?? 0)),
  indexOf: (s, [a]) => s.indexOf(a ?? 'undefined'),
  lastIndexOf: (s, [a]) => s.lastIndexOf(a ?? 'undefined'),
  includes: (s, [a]) => s.includes(a ?? 'undefined'),
  startsWith: (s, [a]) => s.startsWith(a ?? 'undefined'),
  endsWith: (s, [a]) => s.endsWith(a ?? 'undefined'),
  split: (s, [a]) => (a === undefined ? [s] : s.split(a)),
  repeat: (s, [a]) => (s.length * Number(a) > 10_000 ? null : s.repeat(Math.max(0, Math.trunc(Number(a) || 0)))),
  padStart: (s, [a, b]) => (Number(a) > 1000 ? null : s.padStart(Number(a), b)),
  padEnd: (s, [a, b]) => (Number(a) > 1000 ? null : s.padEnd(Number(a), b)),
  toString: (s: string) => s,
  valueOf: (s: string) => s,
  normalize: (s) => s,
  toLocaleLowerCase: (s) => s.toLowerCase(),
  toLocaleUpperCase: (s) => s.toUpperCase(),
};

/** Methods that leave the front of a string as it is. */
const KEEPS_FRONT: ReadonlySet<string> = new Set([
  'trim',
  'trimEnd',
  'toString',
  'valueOf',
  'normalize',
  'padEnd',
  'toLowerCase',
]);

function method(machine: Machine, value: Str, known: string | null, key: string, args: readonly Value[]): Value {
  if (key === 'concat') return args.reduce<Value>((all, argument) => concat(all, argument), value);
  if (key === 'replace' || key === 'replaceAll') return replace(machine, value, known, key, args);
  const plain = own(METHODS, key);
  const texts = args.map(exact);
  if (plain && known !== null && texts.every((one) => one !== null))
    return lift(machine, plain(known, texts as string[]), value);
  if (KEEPS_FRONT.has(key)) return key === 'toLowerCase' ? lower(value) : value;
  if (
    key === 'startsWith' &&
    typeof value.parts[0] === 'string' &&
    texts[0] != null &&
    value.parts[0].length >= texts[0].length
  )
    return prim(value.parts[0].startsWith(texts[0]));
  const taint = taintOf(value) | args.reduce((bits, argument) => bits | taintOf(argument), 0);
  if (key === 'split') return machine.array([], top(taint || STATE));
  if (key === 'slice' || key === 'substring') return pattern([{ taint: taint || STATE }]);
  return top(taint || STATE);
}

function lower(value: Str): Value {
  return pattern(
    value.parts.map((part) => (typeof part === 'string' ? part.toLowerCase() : part)),
    value.via,
  );
}

function lift(machine: Machine, result: ReturnType<Plain>, from: Str): Value {
  if (typeof result === 'string') return text(result, from.via);
  if (result === null) return pattern([{ taint: STATE }]);
  if (typeof result === 'object')
    return machine.array(
      result.slice(0, PARTS).map((part) => text(part)),
      result.length > PARTS ? top(STATE) : null,
    );
  return prim(result);
}

function replace(machine: Machine, value: Str, known: string | null, key: string, args: readonly Value[]): Value {
  const [search, by] = args;
  if (by && isCallable(by)) machine.passTime([by]);
  const replacement = exact(by);
  const regex =
    search?.t === 'obj' ? (search.slots.get('regex') as { pattern: string; flags: string } | undefined) : undefined;
  const needle = exact(search);
  if (known !== null && needle !== null && replacement !== null && known.length * replacement.length < LONG)
    return text(
      key === 'replaceAll' ? known.replaceAll(needle, replacement) : known.replace(needle, replacement),
      (by?.t === 'str' ? by.via : null) ?? value.via,
    );
  if (known !== null && needle !== null && by) {
    const pieces = key === 'replaceAll' ? known.split(needle) : splitOnce(known, needle);
    return pieces
      .slice(1)
      .reduce<Value>(
        (all, piece) => concat(concat(all, by.t === 'obj' ? top(STATE) : by), text(piece)),
        text(pieces[0] ?? '', value.via),
      );
  }
  if (known !== null && regex && replacement !== null && known.length < 2_000 && isSimple(regex.pattern)) {
    machine.tick(known.length);
    return text(known.replace(new RegExp(regex.pattern, regex.flags.replace(/[^gimsu]/g, '')), replacement), value.via);
  }
  // Something is replaced somewhere; what stands before the first hole is most likely kept.
  return pattern([...value.parts, { taint: STATE }], value.via);
}

/** A pattern without quantifiers on groups: it cannot run away on a short text. */
export function isSimple(source: string): boolean {
  return (
    source.length < 60 && !/\)[*+{?]/.test(source) && (source.match(/[*+{]/g)?.length ?? 0) <= 1 && isValid(source)
  );
}

function isValid(source: string): boolean {
  try {
    return new RegExp(source) instanceof RegExp;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function splitOnce(value: string, needle: string): readonly string[] {
  const at = value.indexOf(needle);
  return at < 0 ? [value] : [value.slice(0, at), value.slice(at + needle.length)];
}
