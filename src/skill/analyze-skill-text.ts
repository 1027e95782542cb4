/**
 * The path-fidelity rules over one Markdown text. In: the text and the path it is shown by. Out: path findings in
 * order of line, those an ignore marker silences left out. Pure and total: any string is a valid text. Speaks of the
 * host-loop path model only.
 */
import { clean } from '../untrusted.ts';
import { closedSpans, directiveAround, directivesOf, opensDirective } from './directives.ts';
import { findFeedingRead } from './find-capture.ts';
import { handOver } from './hand-over.ts';
import { markerOf, readMarkers } from './ignore-markers.ts';
import { LineClauses, negates } from './line-clauses.ts';
import type { MarkdownBlock, MarkdownRegions } from './markdown-regions.ts';
import { markdownRegions } from './markdown-regions.ts';
import { goesThroughBash, instructsAt, namesBashTool } from './prose-instruction.ts';
import type { ScannedLine } from './scanned-line.ts';
import type { SessionsToken } from './sessions-path.ts';
import { sessionsTokens } from './sessions-path.ts';
import { textLines } from './text-lines.ts';

export type PathRule = 'sessions-path-to-file-tool' | 'sessions-find-into-file-read' | 'unclosed-ignore-fence';

export interface PathFinding {
  readonly rule: PathRule;
  readonly severity: 'error';
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const FIND_MESSAGE =
  'a shell find over /sessions feeds Read or Grep: in the host loop a file tool is denied every VM path that find prints; ' +
  'let the bash tool read those files, or hand over a path relative to the working directory';
const UNCLOSED_MESSAGE =
  'analyze-skill: ignore-start has no ignore-end after it: everything from here to the end of the file is silenced';

/** Whether the file-wide marker silences the path rules for this text. */
export function hasIgnoreMarker(text: string): boolean {
  return textLines(text).some((line) => markerOf(line) === 'ignore');
}

/** Every path finding of a text that no marker silences. Linear in the text. */
export function analyzeSkillText(text: string, path: string): PathFinding[] {
  const lines = textLines(text);
  const markers = readMarkers(lines);
  if (markers.wholeFile) return [];
  const findings: PathFinding[] = [];
  if (markers.unclosed !== null)
    findings.push(finding('unclosed-ignore-fence', path, markers.unclosed, 0, UNCLOSED_MESSAGE));
  if (text.includes('/sessions')) {
    for (const found of scanLines(lines, path)) if (!markers.silences(found.line)) findings.push(found);
  }
  return findings.sort((a, b) => a.line - b.line || a.column - b.column);
}

function finding(rule: PathRule, path: string, line: number, offset: number, message: string): PathFinding {
  return { rule, severity: 'error', path, line, column: offset + 1, message };
}

function* scanLines(lines: readonly string[], path: string): Generator<PathFinding> {
  const regions = markdownRegions(lines);
  let finder: ScannedLine | null = null;
  let carried: string | null = null;
  for (const [index, text] of lines.entries()) {
    const exempt = blockOf(regions, index)?.exempt ?? false;
    const named = text.includes('/sessions');
    const here: CarryingLine | null =
      !exempt && (named || finder || carried || opensDirective(text)) ? scanned(text, carried) : null;
    if (finder) yield* findingsOfFind(finder, here, path, index);
    finder = here && named && text.includes('find') ? here : null;
    carried = here?.open ?? null;
    if (here && named) yield* pathFindings(lines, index, here, regions, path);
  }
  if (finder) yield* findingsOfFind(finder, null, path, lines.length);
}

/** A line, and the tool whose directive it leaves open for the next one. */
interface CarryingLine extends ScannedLine {
  readonly open: string | null;
}

function scanned(text: string, carried: string | null): CarryingLine {
  const { directives, open } = directivesOf(text, carried);
  return { text, directives, clauses: new LineClauses(text, closedSpans(directives)), open };
}

function* findingsOfFind(
  line: ScannedLine,
  next: ScannedLine | null,
  path: string,
  number: number,
): Generator<PathFinding> {
  const at = findFeedingRead(line, next);
  if (at !== null) yield finding('sessions-find-into-file-read', path, number, at, FIND_MESSAGE);
}

function blockOf(regions: MarkdownRegions, index: number): MarkdownBlock | undefined {
  return regions.blocks[regions.lines[index] ?? -1];
}

function* pathFindings(
  lines: readonly string[],
  index: number,
  here: ScannedLine,
  regions: MarkdownRegions,
  path: string,
): Generator<PathFinding> {
  const dispatch = blockOf(regions, index)?.dispatch ?? false;
  const prose = new ProseGuard(lines, index);
  const seen = new Set<string>();
  const around = directiveAround(here.directives);
  for (const token of sessionsTokens(here.text)) {
    const directive = around(token.start);
    if (seen.has(token.text)) continue;
    const context =
      handOver(here, token, directive, dispatch) ?? (prose.instructs(token) ? 'a prose instruction' : null);
    if (!context) continue;
    seen.add(token.text);
    yield finding('sessions-path-to-file-tool', path, index + 1, token.start, messageOf(token, context));
  }
}

function messageOf(token: SessionsToken, context: string): string {
  return (
    `${context} hands ${clean(token.text)} to a file tool: in the host loop the path gate denies every /sessions path; ` +
    'name a path relative to the working directory (artifacts/…), or let the bash tool do it. A VM tier allows it'
  );
}

/** The guards of the prose context: they look at the whole line and its neighbours, once a line. */
class ProseGuard {
  readonly #line: string;
  readonly #neighbours: readonly (string | undefined)[];
  #quiet: boolean | null = null;
  #bashTool = false;

  constructor(lines: readonly string[], index: number) {
    this.#line = lines[index] as string;
    this.#neighbours = [lines[index - 1], lines[index + 1]];
  }

  instructs(token: SessionsToken): boolean {
    if (!instructsAt(this.#line, token)) return false;
    if (this.#quiet === null) {
      this.#quiet = negates(this.#line) || this.#neighbours.some(negates);
      this.#bashTool = namesBashTool(this.#line);
    }
    return !this.#quiet && !goesThroughBash(this.#line, token, this.#bashTool);
  }
}
