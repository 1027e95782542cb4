/**
 * Fits text into columns of a terminal. In: cleaned text and a width. Out: lines no wider than it. Counts wide
 * characters (East Asian, emoji) as two columns and marks as none; breaks at spaces, and inside a word only if it must.
 */

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\p{Emoji_Presentation}\u{20000}-\u{3fffd}]/u;
const MARK = /\p{M}/u;

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += WIDE.test(character) ? 2 : MARK.test(character) ? 0 : 1;
  return width;
}

/** Pads with spaces to `width`; text that is wider is left as it is. */
export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Lines of at most `width` columns; at least one, which may be empty. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => chop(each, width))) {
    if (line === '') line = word;
    else if (widthOf(line) + 1 + widthOf(word) <= width) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function chop(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const character of word) {
    const wide = widthOf(character);
    if (used + wide > width) {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += character;
    used += wide;
  }
  return [...parts, part];
}
