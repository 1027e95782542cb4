/**
 * The machine-readable ways to hand a path to a file tool: a directive's target, an output assignment, a bare value in
 * a dispatch. In: a line and a path on it. Out: which way, in words, or null. A negation counts in their own clause
 * only, a mention of bash never.
 */

import type { Directive } from './directives.ts';
import { isTarget } from './directives.ts';
import type { ScannedLine } from './scanned-line.ts';
import type { SessionsToken } from './sessions-path.ts';

/** The machine-readable context that hands the path over, in words, or null. */
export function handOver(
  here: ScannedLine,
  token: SessionsToken,
  directive: Directive | undefined,
  dispatch: boolean,
): string | null {
  if (directive && isTarget(here.text, directive, token.start))
    return here.clauses.negatedAt(Math.max(0, directive.start)) ? null : `${directive.tool}(…)`;
  const assignment = assignmentBefore(here.text, token.start);
  if (assignment !== null) return here.clauses.negatedAt(assignment.at) ? null : assignment.name;
  return dispatch && isBare(here.text, token) ? 'a sub-agent dispatch' : null;
}

function assignmentBefore(line: string, offset: number): { name: string; at: number } | null {
  const from = Math.max(0, offset - 40);
  const match = /(?<![\w-])(OUTPUT_PATH|OUTPUT_DIR)[`*]{0,3}\s*=\s*["'`<]{0,3}$/.exec(line.slice(from, offset));
  return match ? { name: `${match[1]}=`, at: from + match.index } : null;
}

const LEADS_TO_VALUE =
  /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(?:["'`*]{0,3}([A-Za-z][\w-]{0,40}(?: [\w-]{1,20}){0,2})["'`*]{0,3}\s*[:=]\s*)?[frb]?["'`<([]{0,4}$/;
/** Lower-case output keys are someone's own variable, and a place to start in is not a place a file tool writes to. */
const isOwnPlace = (key: string): boolean =>
  /^output_(?:path|dir)$/.test(key) || /cwd|pwd|work(?:ing)?[ _-]?dir|root|home|mount/i.test(key);
const ENDS_VALUE = /^["'`>)\]},;\\*]*\s*(?:#.*)?$/;

/** A line, or a value with its key, that is the path and nothing else. */
function isBare(line: string, token: SessionsToken): boolean {
  if (token.start > 120 || !ENDS_VALUE.test(line.slice(token.end))) return false;
  const lead = LEADS_TO_VALUE.exec(line.slice(0, token.start));
  return lead !== null && !(lead[1] && isOwnPlace(lead[1]));
}
