/**
 * Finds file-tool directives (`Write(…)`, `Read(…)`, `Edit(…)`, `Glob(…)`, `Grep(…)`) in one line. In: a line and
 * whether a directive of an earlier line is still open. Out: their argument spans, and whether a place is a target
 * among them.
 */
import type { Span } from './line-clauses.ts';

export interface Directive {
  readonly tool: string;
  /** Offset of the tool's name; -1 when the directive was opened on an earlier line. */
  readonly start: number;
  readonly open: number;
  /** Offset behind the closing parenthesis, or the line's end. */
  readonly end: number;
  readonly closed: boolean;
}

const NAME = /(?<![\w.$])(?:Write|Read|Edit|Glob|Grep)$/;
/** Arguments that hold text, not a target. A `pattern` is a target for Glob and a text for Grep. */
const TEXT_ARGUMENT = /(?:^|[\s({,])["'`]?(content|old_string|new_string|pattern|description|prompt)["'`]?\s*[:=]\s*$/i;
const VALUE_START = /([(,=:{[])\s*(?:[frb]{0,2}["'`]|\*{1,2})*$/;

const LEFT_OPEN = /[({[,]\s*$/;

interface Frame {
  readonly tool: string | null;
  readonly start: number;
  readonly open: number;
}

/** Whether a line may leave a directive open for the next one: a quick look that saves the scan of most lines. */
export function opensDirective(line: string): boolean {
  return LEFT_OPEN.test(line.slice(-20)) && /(?:Write|Read|Edit|Glob|Grep)\(/.test(line);
}

/** Directives of a line in order of their end; `carried` is the tool whose parenthesis an earlier line left open. */
export function directivesOf(line: string, carried: string | null): { directives: Directive[]; open: string | null } {
  const directives: Directive[] = [];
  const frames: Frame[] = carried ? [{ tool: carried, start: -1, open: -1 }] : [];
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '(') {
      const tool = NAME.exec(line.slice(Math.max(0, at - 6), at))?.[0] ?? null;
      frames.push({ tool, start: tool ? at - tool.length : at, open: at });
    } else if (line[at] === ')') {
      const frame = frames.pop();
      if (frame?.tool) directives.push({ ...frame, tool: frame.tool, end: at + 1, closed: true });
    }
  }
  for (const frame of frames)
    if (frame.tool) directives.push({ ...frame, tool: frame.tool, end: line.length, closed: false });
  const last = frames.at(-1);
  return { directives, open: last?.tool && LEFT_OPEN.test(line.slice(-20)) ? last.tool : null };
}

/**
 * The innermost directive around an offset. Must be asked in ascending order: it sweeps the line once.
 */
export function directiveAround(directives: readonly Directive[]): (offset: number) => Directive | undefined {
  const byOpening = directives.toSorted((a, b) => a.open - b.open);
  const around: Directive[] = [];
  let next = 0;
  return (offset) => {
    for (; next < byOpening.length && (byOpening[next] as Directive).open < offset; next++) {
      leave(around, (byOpening[next] as Directive).open);
      around.push(byOpening[next] as Directive);
    }
    leave(around, offset);
    return around.at(-1);
  };
}

function leave(around: Directive[], offset: number): void {
  while (around.length > 0 && (around.at(-1) as Directive).end <= offset) around.pop();
}

/** Spans that no punctuation inside cuts: the closed directives, outermost only, in order. */
export function closedSpans(directives: readonly Directive[]): Span[] {
  const spans: Span[] = [];
  for (const one of directives.filter((d) => d.closed).sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = spans.at(-1);
    if (!last || one.start >= last.end) spans.push({ start: one.start, end: one.end });
  }
  return spans;
}

/** Whether what starts at `offset` is the value of an argument that names a file, not a piece of some text. */
export function isTarget(line: string, directive: Directive, offset: number): boolean {
  const before = line.slice(Math.max(directive.open, offset - 60, 0), offset);
  const value = VALUE_START.exec(before);
  if (!value) return directive.open < 0 && /^\s*["'`]?$/.test(before);
  if (value[1] !== '=' && value[1] !== ':') return true;
  const key = TEXT_ARGUMENT.exec(before.slice(0, value.index + 1));
  return !key || (key[1]?.toLowerCase() === 'pattern' && directive.tool === 'Glob');
}
