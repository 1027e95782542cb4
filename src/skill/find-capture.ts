/**
 * Finds a shell `find` over `/sessions` whose output becomes the argument of `Read(` or `Grep(`. In: a line, the one
 * after it, and their directives. Out: whether it does. A name that find reads (`-name "$NAME"`) is not its output.
 */

import type { Directive } from './directives.ts';
import { directiveAround } from './directives.ts';
import type { ScannedLine } from './scanned-line.ts';
import type { SessionsToken } from './sessions-path.ts';
import { sessionsTokens } from './sessions-path.ts';

interface FindCommand {
  readonly start: number;
  readonly capture: string | null;
}

/** Characters of a directive's arguments that are looked at. */
const BODY_CHARS = 500;

const FIND = /(?<![\w.\-/])find\s+(?=[-/."'$~])/g;
const COMMAND_END = /[;|&)`]/;
const ASSIGNED = /(?<![\w$])([A-Za-z_]\w*)=["']?(?:\$\(|`)\s*$/;
const REDIRECTED = /(?<![\d&>])>{1,2}\s*["']?(?:\$\{?([A-Za-z_]\w*)\}?|([\w./-]+))/;
/** What an author writes where the command's output goes. */
const STANDS_FOR_OUTPUT =
  /^\s*$|[$<*]|\.\.\.|…|\b(?:outputs?|results?|each|it|them|path|paths|files?|match|matches)\b/i;

/** Offset in `line` of the find that feeds a directive there or on `next`, or null. */
export function findFeedingRead(line: ScannedLine, next: ScannedLine | null): number | null {
  const finds = findCommands(line.text);
  if (finds.length === 0) return null;
  const here = feedsSameLine(line, finds);
  if (here !== null || !next) return here;
  const captures = new Set(finds.flatMap((find) => find.capture ?? []));
  const fed = next.directives.some(
    (one) =>
      reads(one) && refersTo(bodyOf(next.text, one), captures) && !next.clauses.negatedAt(Math.max(0, one.start)),
  );
  return fed ? (finds.find((find) => find.capture)?.start ?? null) : null;
}

/** A find inside the directive, or a directive behind it that names its output or leaves a gap for it. */
function feedsSameLine(line: ScannedLine, finds: readonly FindCommand[]): number | null {
  const readers = line.directives.filter((one) => reads(one) && !line.clauses.negatedAt(Math.max(0, one.start)));
  const around = directiveAround(readers);
  const inside = finds.find((find) => around(find.start));
  if (inside) return inside.start;
  const captures = new Set<string>();
  let gap: FindCommand | undefined;
  let taken = 0;
  for (const reader of readers.toSorted((a, b) => a.start - b.start)) {
    for (; taken < finds.length && (finds[taken] as FindCommand).start < reader.start; taken++) {
      const find = finds[taken] as FindCommand;
      if (find.capture) captures.add(find.capture);
      else gap ??= find;
    }
    const body = bodyOf(line.text, reader);
    if (refersTo(body, captures)) return (finds[0] as FindCommand).start;
    if (gap && STANDS_FOR_OUTPUT.test(body)) return gap.start;
  }
  return null;
}

function findCommands(line: string): FindCommand[] {
  if (!line.includes('/sessions') || !line.includes('find')) return [];
  const found: FindCommand[] = [];
  const tokens = sessionsTokens(line);
  let token = 0;
  let done = 0;
  for (const { index: start } of line.matchAll(FIND)) {
    if (start < done) continue;
    const length = line.slice(start).search(COMMAND_END);
    done = length < 0 ? line.length : start + length;
    while (token < tokens.length && (tokens[token] as SessionsToken).start < start) token++;
    if ((tokens[token]?.start ?? done) < done) found.push({ start, capture: captureOf(line, start, done) });
  }
  return found;
}

function captureOf(line: string, start: number, end: number): string | null {
  const assigned = ASSIGNED.exec(line.slice(Math.max(0, start - 80), start))?.[1];
  if (assigned) return assigned;
  const redirect = REDIRECTED.exec(line.slice(start, end));
  return redirect?.[1] ?? redirect?.[2] ?? null;
}

function reads(directive: Directive): boolean {
  return directive.tool === 'Read' || directive.tool === 'Grep';
}

/** The first characters between the parentheses: what is handed over stands there. */
function bodyOf(line: string, directive: Directive): string {
  const from = Math.max(0, directive.open + 1);
  return line.slice(from, Math.min(from + BODY_CHARS, directive.closed ? directive.end - 1 : directive.end));
}

function refersTo(body: string, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  return [...body.matchAll(/[\w./-]+/g)].some(
    ([word]) => names.has(word) || names.has(word.slice(0, word.indexOf('/'))),
  );
}
