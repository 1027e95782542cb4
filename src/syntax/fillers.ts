/**
 * Repairs of generated code that keep its length: what can stand where a hole is, and placeholders as holes.
 * In: a text and a way to try it. Out: a text that parses, or the failure that got furthest.
 */
import type { Program } from 'acorn';
import type { Attempt } from './grammar.ts';
import { HOLE_PATTERN, holeFill } from './holes.ts';

/** What the repairs of one text may still parse, in characters; a step that finds it empty is left out. */
export interface Purse {
  chars: number;
}

/** Holes that are given another filler before the text is given up. */
const ROUNDS = 16;
const FILLERS = ['', '+', ',', ';', '0', '""', '{}', '/**/'] as const;

/**
 * Placeholder families of common generators, from the most to the least distinct. Each is bounded to one line and to
 * characters an expression of its family may hold; `{name}` is narrow because a loose form would take object literals.
 */
const FAMILIES: readonly RegExp[] = [
  /\{\{\{?[^{}\n]{0,300}\}\}\}?/g,
  /\{%[^%\n]{0,300}%\}/g,
  /<%[^%\n]{0,300}%>/g,
  /\$\{[\w.]{1,80}\}/g,
  /%\(\w{1,80}\)[sdifr]/g,
  /@@\w{1,80}@@/g,
  /\[\[[^[\]\n]{1,80}\]\]/g,
  /%[sdr](?!\w)/g,
  /\$[A-Z][A-Z0-9_]{1,80}(?!\w)/g,
  /\{[a-z_]\w{0,80}(?:![rsa])?(?::[0-9.,<>^+]{0,8}[dfsgxX%]?)?\}/g,
];

export type Filled =
  | { readonly ok: true; readonly text: string; readonly program: Program }
  | { readonly ok: false; readonly at: number; readonly stack: boolean };

/**
 * Placeholders as holes of equal length, family by family, as long as that moves the first error further.
 * Null when no family does.
 */
export function markPlaceholders(text: string, tryText: (text: string) => Attempt, purse: Purse): string | null {
  let marked = text;
  let reached = -1;
  for (const mark of [undoubled, ...FAMILIES.map(asHoles)]) {
    const candidate = mark(marked);
    if (candidate === marked || purse.chars < 0) continue;
    if (reached < 0) reached = errorOf(tryText(text));
    const result = tryText(candidate);
    purse.chars -= result.ok ? text.length : result.at;
    if (errorOf(result) <= reached) continue;
    if (result.ok || result.stack) return candidate;
    marked = candidate;
    reached = result.at;
  }
  return marked === text ? null : marked;
}

function asHoles(family: RegExp): (text: string) => string {
  return (text) => text.replace(family, (found) => holeFill(found.length));
}

/** Braces doubled for a formatter, as in `function save() {{`, where the text shows that this is what they are. */
function undoubled(text: string): string {
  if (!/\)\s{0,20}\{\{|=>\s{0,20}\{\{|\{\{[ \t]{0,20}\r?\n/.test(text)) return text;
  return text.replace(/\{\{|\}\}/g, (found) => (found === '{{' ? '{ ' : ' }'));
}

function errorOf(result: Attempt): number {
  return result.ok ? Number.POSITIVE_INFINITY : result.at;
}

/**
 * Tries other fillers for the hole at or before each error. Keeps what parses, or what moves the error furthest.
 * Spends the characters it parses from `purse` and stops when that is empty.
 */
export function fillHoles(text: string, tryText: (text: string) => Attempt, purse: Purse): Filled {
  let current = text;
  let state = tryText(current);
  purse.chars -= text.length;
  const holes = [...text.matchAll(HOLE_PATTERN)].map((hole) => ({
    start: hole.index,
    end: hole.index + hole[0].length,
  }));
  const settled = new Set<number>();
  for (let round = 0; round < ROUNDS && !state.ok && !state.stack; round++) {
    const blamed = lastHoleBefore(holes, state.at, settled);
    if (blamed < 0) break;
    settled.add(blamed);
    const hole = holes[blamed]!;
    for (const filler of FILLERS) {
      if (filler.length > hole.end - hole.start || purse.chars < 0) continue;
      const candidate = current.slice(0, hole.start) + filler.padEnd(hole.end - hole.start) + current.slice(hole.end);
      const result = tryText(candidate);
      purse.chars -= result.ok ? text.length : result.at;
      if (result.ok) return { ok: true, text: candidate, program: result.program };
      if (result.stack) return { ok: false, at: 0, stack: true };
      if (result.at > state.at) {
        state = result;
        current = candidate;
      }
    }
  }
  if (state.ok) return { ok: true, text: current, program: state.program };
  return { ok: false, at: state.at, stack: state.stack };
}

/** A hole that touches the error may be to blame as well as the one before it. */
function lastHoleBefore(
  holes: readonly { readonly start: number; readonly end: number }[],
  at: number,
  settled: ReadonlySet<number>,
): number {
  for (let i = holes.length - 1; i >= 0; i--) if (holes[i]!.start <= at && !settled.has(i)) return i;
  return -1;
}
