/**
 * Finds `/sessions` paths in one line of text. In: a line. Out: each token with its offsets.
 * A path that merely ends in `sessions/…` (`/mnt/sessions`, `https://host/sessions`, `$ROOT/sessions`) is not one:
 * only the absolute path is what a host-loop path gate refuses.
 */

export interface SessionsToken {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What the gate of a host loop denies: the VM's session root and everything below it. Case matters, as on the VM. */
function isSessionsPath(path: string): boolean {
  return path === '/sessions' || path.startsWith('/sessions/');
}

const JOINS_A_LONGER_PATH = /[\w.\-~$%@+/)\]}>\\]/;
const INLINE_MARKUP = /<(?:code|pre|kbd|samp|tt|b|strong|em|i)>$/i;
const CANDIDATE = /\/sessions[^\s"'`()\],;|]*/g;

/** Every `/sessions` token of a line, left to right. */
export function sessionsTokens(line: string): SessionsToken[] {
  const tokens: SessionsToken[] = [];
  if (!line.includes('/sessions')) return tokens;
  for (const match of line.matchAll(CANDIDATE)) {
    const start = match.index;
    if (continuesPath(line, start)) continue;
    const text = trimToken(match[0]);
    if (isSessionsPath(text)) tokens.push({ text, start, end: start + text.length });
  }
  return tokens;
}

function continuesPath(line: string, start: number): boolean {
  const before = line[start - 1];
  if (before === undefined || !JOINS_A_LONGER_PATH.test(before)) return false;
  return !(before === '>' && INLINE_MARKUP.test(line.slice(Math.max(0, start - 10), start)));
}

/** Drops what closes the text around a path: an end tag, emphasis, a full stop, a brace that nothing opened. */
function trimToken(raw: string): string {
  const tag = raw.indexOf('</');
  const text = tag > 0 ? raw.slice(0, tag) : raw;
  const opened = text.includes('{');
  let end = text.length;
  while (end > 0 && (':!?'.includes(text[end - 1] as string) || (text[end - 1] === '}' && !opened))) end--;
  const ellipsis = text.slice(0, end).endsWith('/...');
  if (!ellipsis) while (end > 0 && '.*_'.includes(text[end - 1] as string) && !text.endsWith('/*')) end--;
  return text.slice(0, end);
}
