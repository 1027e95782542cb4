/** Splits a text the way positions count lines: CRLF, LF and CR each end one, a byte order mark is not text. */
export function textLines(text: string): string[] {
  return (text.startsWith('\ufeff') ? text.slice(1) : text).split(/\r\n|\n|\r/);
}
