/**
 * The parse ladder: the grammar the author named, then its neighbours, then what generators leave in code (holes,
 * placeholders), then without the lines that cannot be read. Every repair keeps the text's length, so a node's offsets are
 * offsets of the given text. Out: a program and the regions it lost, or a failure. Ends at once when the stack is spent.
 */
import type { Program } from 'acorn';
import type { CodeUnit, Dialect } from '../contracts.ts';
import type { Purse } from './fillers.ts';
import { fillHoles, markPlaceholders } from './fillers.ts';
import type { Attempt, Goal } from './grammar.ts';
import { attempt } from './grammar.ts';

interface Region {
  readonly start: number;
  readonly end: number;
}

export interface Parsed {
  readonly ok: true;
  readonly program: Program;
  /** The text behind the tree: as long as the given one, with repairs. */
  readonly text: string;
  readonly dialect: Dialect;
  readonly goal: Goal;
  /** Regions of the given text that are not in the tree. A region that may hold a write is for the caller to report. */
  readonly blanked: readonly Region[];
}

export interface Unparsed {
  readonly ok: false;
  readonly code: 'syntax' | 'nested-too-deeply';
  /** Offset in the given text. */
  readonly at: number;
  readonly detail: string;
}

export interface ParseRequest {
  readonly dialect: Dialect;
  readonly goal: Goal;
}

/** Lines that may be left out before a text counts as unreadable. */
const BLANKED_LINES = 12;
/** Characters all repairs of one text may parse, in multiples of its length and at least. */
const REPAIR_CHARS = 4_000_000;

const OTHER_DIALECTS: Readonly<Record<Dialect, readonly Dialect[]>> = {
  js: ['jsx', 'tsx'],
  jsx: ['tsx'],
  ts: ['tsx'],
  tsx: ['ts'],
};

const OTHER_GOALS: Readonly<Record<Goal, readonly Goal[]>> = {
  script: ['module'],
  module: ['script'],
  body: ['module'],
  expression: ['body'],
};

/** Parses a text by the ladder. Never throws. */
export function parseJs(text: string, request: ParseRequest): Parsed | Unparsed {
  const first = firstThatParses(text, request);
  if (first.ok || first.code === 'nested-too-deeply') return first.ok ? parsed(text, first) : first;
  const purse: Purse = { chars: Math.max(REPAIR_CHARS, 6 * text.length) };
  const { dialect, goal } = first.best;
  const tryText = (candidate: string): Attempt => attempt(candidate, dialect, goal);
  const marked = markPlaceholders(text, tryText, purse);
  for (const start of [text, marked]) {
    if (start === null) continue;
    const filled = fillHoles(start, tryText, purse);
    if (filled.ok) return parsed(filled.text, { program: filled.program, dialect, goal });
    if (filled.stack) return deep(0);
  }
  return withoutLines(marked ?? text, tryText, purse, { dialect, goal }, first);
}

const memo = new WeakMap<CodeUnit, Parsed | Unparsed>();

/** Parses a unit of an extraction; asked twice for the same unit, it answers from memory. */
export function parseUnit(unit: CodeUnit): Parsed | Unparsed {
  const known = memo.get(unit);
  if (known) return known;
  const result = parseJs(unit.code.text, { dialect: unit.dialect, goal: goalOf(unit) });
  memo.set(unit, result);
  return result;
}

function goalOf(unit: CodeUnit): Goal {
  if (unit.role === 'script' || unit.role === 'module' || unit.role === 'expression') return unit.role;
  return 'body';
}

type Chosen = { readonly program: Program; readonly dialect: Dialect; readonly goal: Goal };

function parsed(text: string, chosen: Chosen, blanked: readonly Region[] = []): Parsed {
  return { ok: true, text, program: chosen.program, dialect: chosen.dialect, goal: chosen.goal, blanked };
}

function deep(at: number): Unparsed {
  return { ok: false, code: 'nested-too-deeply', at, detail: 'nested too deeply to parse' };
}

type NoGrammar = Unparsed & { readonly best: ParseRequest };

/** The first grammar that takes the whole text; else the failure of the one that got furthest. */
function firstThatParses(text: string, { dialect, goal }: ParseRequest): ({ readonly ok: true } & Chosen) | NoGrammar {
  const goals = [goal, ...OTHER_GOALS[goal]];
  let furthest: NoGrammar | null = null;
  for (const grammar of [dialect, ...OTHER_DIALECTS[dialect]]) {
    for (const aim of goals) {
      const result = tryGrammar(text, grammar, aim);
      if (result.ok) return { ok: true, program: result.program, dialect: grammar, goal: aim };
      const best = { dialect: grammar, goal: aim };
      if (result.stack) return { ...deep(result.at), best };
      if (!furthest || result.at > furthest.at)
        furthest = { ok: false, code: 'syntax', at: result.at, detail: result.message, best };
    }
  }
  return furthest!;
}

/** Places of `<T extends X>(…) =>` that are rewritten one by one, where the look of the text did not tell. */
const GENERIC_ROUNDS = 8;

function tryGrammar(text: string, dialect: Dialect, goal: Goal): Attempt {
  let result = attempt(text, dialect, goal);
  if (result.ok || result.stack || (dialect !== 'tsx' && dialect !== 'ts')) return result;
  // The grammar knows no `const` before a type parameter of an interface's method.
  let current = text.replace(CONST_PARAMETER, (found) => found.replace('const', '     '));
  if (current !== text) result = attempt(current, dialect, goal);
  if (dialect !== 'tsx' || !refusesGeneric(result)) return result;
  // It refuses `<T extends X>(` in .tsx, where TypeScript takes it.
  current = withTrailingCommas(current);
  result = attempt(current, dialect, goal);
  for (let round = 0; round < GENERIC_ROUNDS && refusesGeneric(result); round++) {
    const rewritten = withTrailingComma(current, result.at);
    if (rewritten === null) return result;
    current = rewritten;
    result = attempt(current, dialect, goal);
  }
  return result;
}

const CONST_PARAMETER = /[<,]\s{0,100}const\s{1,100}[A-Z]\w{0,100}(?=\s{0,100}(?:[,>=]|extends\b))/g;

const GENERIC_ARROW = /(?:[=(,:?&|]|\b(?:return|async|default))\s{0,100}<\s{0,100}[\w$]{1,100}\s{1,100}extends\b/g;

/** Rewrites every `<T extends X>` that stands where an arrow function may begin. */
function withTrailingCommas(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const found of text.matchAll(GENERIC_ARROW)) {
    const range = genericRange(text, found.index + found[0].lastIndexOf('<'));
    if (!range || range.start < from) continue;
    pieces.push(text.slice(from, range.start), ',', blank(text.slice(range.start + 1, range.end)));
    from = range.end;
  }
  return pieces.join('') + text.slice(from);
}

type Refused = Attempt & { readonly ok: false };

function refusesGeneric(result: Attempt): result is Refused {
  return !result.ok && result.message.includes('trailing comma');
}

/** `<T extends X>` at `at` becomes `<T,         >`. Null where it does not fit. */
function withTrailingComma(text: string, at: number): string | null {
  const range = genericRange(text, at);
  return (
    range && `${text.slice(0, range.start)},${blank(text.slice(range.start + 1, range.end))}${text.slice(range.end)}`
  );
}

function genericRange(text: string, at: number): Region | null {
  const head = /^<\s*[\w$]+(?=\s+extends\b)/.exec(text.slice(at, at + 300));
  if (!head) return null;
  const start = at + head[0].length;
  const end = closingAngle(text, start);
  return end < 0 ? null : { start, end };
}

function closingAngle(text: string, from: number): number {
  let depth = 0;
  for (let i = from; i < text.length && i < from + 2_000; i++) {
    const c = text[i];
    if (c === '<' || c === '{' || c === '(' || c === '[') depth++;
    else if (c === '>' && text[i - 1] !== '=') {
      if (depth === 0) return i;
      depth--;
    } else if (c === '}' || c === ')' || c === ']') depth--;
  }
  return -1;
}

function blank(text: string): string {
  return text.replace(/[^\r\n\u2028\u2029]/g, ' ');
}

/** Blanks the line of each error in turn. */
function withoutLines(
  text: string,
  tryText: (text: string) => Attempt,
  purse: Purse,
  grammar: ParseRequest,
  failure: Unparsed,
): Parsed | Unparsed {
  let current = text;
  const blanked: Region[] = [];
  for (let round = 0; round <= BLANKED_LINES; round++) {
    const result = tryText(current);
    if (result.ok) return parsed(current, { ...grammar, program: result.program }, blanked);
    if (result.stack) return deep(0);
    purse.chars -= current.length;
    const line = lineAround(current, result.at);
    if (purse.chars < 0 || line === null) break;
    current = current.slice(0, line.start) + blank(current.slice(line.start, line.end)) + current.slice(line.end);
    blanked.push(line);
  }
  return { ok: false, code: 'syntax', at: failure.at, detail: failure.detail };
}

/** The line that holds `at`, or the last one before it that is not blank. A line of half the text is not left out. */
function lineAround(text: string, at: number): Region | null {
  let end = Math.min(at, text.length);
  while (end < text.length && !isLineEnd(text, end)) end++;
  for (;;) {
    let start = end;
    while (start > 0 && !isLineEnd(text, start - 1)) start--;
    if (text.slice(start, end).trim() !== '')
      return end - start > text.length / 2 && end - start > 400 ? null : { start, end };
    if (start === 0) return null;
    end = start - 1;
  }
}

function isLineEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 10 || code === 13;
}
