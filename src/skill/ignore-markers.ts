/**
 * Reads the three ignore markers of a text. In: lines. Out: which lines are silenced, whether the whole file is, and
 * the first `ignore-start` that nothing closes. A marker counts only where it is all a line says: prose about it does
 * not.
 */

export type MarkerKind = 'ignore' | 'ignore-next-line' | 'ignore-start' | 'ignore-end';

export interface IgnoreMarkers {
  readonly wholeFile: boolean;
  /** 1-based line of an `ignore-start` without an `ignore-end`; everything after it is silenced too. */
  readonly unclosed: number | null;
  /** Whether a finding on this 1-based line is silenced. */
  silences(line: number): boolean;
}

const LONGEST_MARKER = 200;
const LIST_OR_HEADING = /^(?:[-*+]|#+)\s+/;
const HTML_COMMENT = /^<!--(.*)-->$/;
const LINK_COMMENT = /^\[\/\/\]:\s*#\s*(?:\((.*)\)|"(.*)"|'(.*)')$/;
const MARKER = /^analyze-skill:\s*(ignore(?:-next-line|-start|-end)?)$/;

/** The marker a line is, or null. */
export function markerOf(line: string): MarkerKind | null {
  if (!line.includes('analyze-skill:')) return null;
  const text = line.trim();
  if (text.length > LONGEST_MARKER) return null;
  const bare = text.replace(LIST_OR_HEADING, '');
  const link = LINK_COMMENT.exec(bare);
  const inner = HTML_COMMENT.exec(bare)?.[1] ?? link?.[1] ?? link?.[2] ?? link?.[3] ?? bare;
  return (MARKER.exec(inner.trim())?.[1] as MarkerKind | undefined) ?? null;
}

/** One pass over the lines. Fences nest: an `ignore-end` closes the latest open `ignore-start`. */
export function readMarkers(lines: readonly string[]): IgnoreMarkers {
  const silenced = new Uint8Array(lines.length + 2);
  const open: number[] = [];
  let wholeFile = false;
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    const marker = markerOf(line);
    if (marker === 'ignore') wholeFile = true;
    if (marker === 'ignore-next-line') silenced[number + 1] = 1;
    if (marker === 'ignore-start') open.push(number);
    if (open.length > 0) silenced[number] = 1;
    if (marker === 'ignore-end') open.pop();
  }
  return { wholeFile, unclosed: open[0] ?? null, silences: (line) => wholeFile || silenced[line] === 1 };
}
