/**
 * Python string literals as mapped text. In: a String or FormatString node and the file.
 * Out: its text with a place for every character, and the replacement fields of an f-string for the caller to fill.
 * Grammar: https://docs.python.org/3/reference/lexical_analysis.html#string-and-bytes-literals
 */
import type { MappedText } from '../../contracts.ts';
import type { TextBuilder } from '../../syntax/mapped-text.ts';
import type { PyNode } from './tree.ts';

interface Shape {
  readonly raw: boolean;
  readonly format: boolean;
  readonly bytes: boolean;
  readonly start: number;
  readonly end: number;
}

const SIMPLE: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Prefix and content of a literal. A literal without its closing quotes ends where its node does. */
function literalShape(text: string, node: PyNode): Shape {
  const head = /^([a-z]*)("""|'''|"|')/i.exec(text.slice(node.from, Math.min(node.to, node.from + 8)));
  const prefix = head?.[1]?.toLowerCase() ?? '';
  const quotes = head?.[2] ?? '';
  const start = node.from + (head?.[0].length ?? 0);
  const closed = node.to - quotes.length >= start && text.startsWith(quotes, node.to - quotes.length);
  return {
    raw: prefix.includes('r'),
    format: prefix.includes('f') || prefix.includes('t'),
    bytes: prefix.includes('b'),
    start,
    end: closed ? node.to - quotes.length : node.to,
  };
}

/** Appends a literal to `out`; `fill` appends what stands for each replacement field. */
export function appendLiteral(
  out: TextBuilder,
  file: MappedText,
  node: PyNode,
  fill: (field: PyNode, out: TextBuilder) => void,
): void {
  const shape = literalShape(file.text, node);
  let from = shape.start;
  if (shape.format) {
    for (const field of node.children) {
      if (field.name !== 'FormatReplacement') continue;
      appendRun(out, file, from, field.from, shape);
      fill(field, out);
      from = field.to;
    }
  }
  appendRun(out, file, from, shape.end, shape);
}

const SPECIAL = /\\|\{\{|\}\}|\r\n?/g;

/** A run without replacement fields. Line ends become `\n`, as the Python reader has it. */
function appendRun(out: TextBuilder, file: MappedText, start: number, end: number, shape: Shape): void {
  const { text } = file;
  let from = start;
  for (const found of text.slice(start, end).matchAll(SPECIAL)) {
    const at = start + found.index;
    if (at < from) continue;
    const mark = found[0];
    let length = mark.length;
    let value: string | null = null;
    if (mark === '\\') {
      if (shape.raw) continue;
      const read = readEscape(text, at, end, shape.bytes);
      if (!read) continue;
      ({ length, value } = read);
    } else if (mark.startsWith('\r')) value = '\n';
    else if (shape.format) value = mark[0]!;
    else continue;
    out.copy(file, from, at).atom(value, at);
    from = Math.min(end, at + length);
  }
  out.copy(file, from, end);
}

/** The escape at a backslash, or null when Python leaves it as it stands. */
function readEscape(text: string, at: number, end: number, bytes: boolean): { length: number; value: string } | null {
  const next = text[at + 1];
  if (next === undefined || at + 1 >= end) return null;
  if (next === '\n') return { length: 2, value: '' };
  if (next === '\r') return { length: text[at + 2] === '\n' ? 3 : 2, value: '' };
  const simple = SIMPLE[next];
  if (simple !== undefined) return { length: 2, value: simple };
  const rest = text.slice(at + 1, Math.min(end, at + 12));
  const octal = /^[0-7]{1,3}/.exec(rest);
  if (octal) return { length: 1 + octal[0].length, value: String.fromCharCode(Number.parseInt(octal[0], 8)) };
  const hex = bytes ? /^x([0-9a-f]{2})/i.exec(rest) : /^(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8}))/i.exec(rest);
  const digits = hex?.[1] ?? hex?.[2] ?? hex?.[3];
  if (hex && digits !== undefined) {
    const point = Number.parseInt(digits, 16);
    return point > 0x10ffff ? null : { length: 1 + hex[0].length, value: String.fromCodePoint(point) };
  }
  const named = bytes ? null : /^N\{[^}]{1,100}\}/.exec(text.slice(at + 1, Math.min(end, at + 110)));
  return named ? { length: 1 + named[0].length, value: '\ufffd' } : null;
}
