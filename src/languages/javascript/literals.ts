/**
 * JavaScript string and template literals as mapped text. In: the file and the range between the quotes.
 * Out: the cooked text with a place for every character. https://tc39.es/ecma262/#sec-literals-string-literals
 */
import type { MappedText } from '../../contracts.ts';
import type { TextBuilder } from '../../syntax/mapped-text.ts';

const SIMPLE: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' };

const SPECIAL = /\\|\r\n?/g;

/** Appends `[start, end)` to `out` with its escapes cooked; line ends become `\n`, as a template has them. */
export function appendCooked(out: TextBuilder, file: MappedText, start: number, end: number): void {
  const { text } = file;
  let from = start;
  for (const found of text.slice(start, end).matchAll(SPECIAL)) {
    const at = start + found.index;
    if (at < from) continue;
    const { length, value } = found[0] === '\\' ? readEscape(text, at, end) : { length: found[0].length, value: '\n' };
    out.copy(file, from, at);
    // A needless escape (`\/`) stands where its character does, so that positions fall on the character.
    if (length === 2 && text[at + 1] === value) out.copy(file, at + 1, at + 2);
    else out.atom(value, file.at(at));
    from = Math.min(end, at + length);
  }
  out.copy(file, from, end);
}

function readEscape(text: string, at: number, end: number): { length: number; value: string } {
  const next = text[at + 1];
  if (next === undefined || at + 1 >= end) return { length: 1, value: '' };
  if (next === '\n' || next === '\u2028' || next === '\u2029') return { length: 2, value: '' };
  if (next === '\r') return { length: text[at + 2] === '\n' ? 3 : 2, value: '' };
  const rest = text.slice(at + 1, Math.min(end, at + 12));
  const hex = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\})/i.exec(rest);
  const digits = hex?.[1] ?? hex?.[2] ?? hex?.[3];
  if (hex && digits !== undefined) {
    const point = Number.parseInt(digits, 16);
    return { length: 1 + hex[0].length, value: point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point) };
  }
  const octal = /^[0-3]?[0-7]{1,2}/.exec(rest)?.[0];
  if (octal) return { length: 1 + octal.length, value: String.fromCharCode(Number.parseInt(octal, 8)) };
  return { length: 2, value: SIMPLE[next] ?? next };
}
