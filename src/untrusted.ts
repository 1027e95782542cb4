/**
 * Every string that came from an artifact passes here before a format shows it: capped, stripped of characters that
 * steer a terminal, a reader's eye or a model, then escaped for its medium.
 */
import { STRING_CHARS } from './limits.ts';

// By Unicode category and property: controls, formats, surrogates, private use and unassigned; line and paragraph
// separators; and what shows nothing though it is a letter or a mark (fillers, joiners, variation selectors).
const STEERING = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * One line of at most `cap` UTF-16 units without control, bidi, zero-width or tag characters. Runs of white space
 * become one space. A cut is marked by `…`.
 */
export function clean(text: string, cap: number = STRING_CHARS): string {
  const bounded = text.length > cap * 4 ? text.slice(0, cap * 4) : text;
  const line = bounded
    .replace(/[\s\u0085]+/gu, ' ')
    .replace(STEERING, '')
    .trim();
  if (line.length <= cap && bounded.length === text.length) return line;
  const cut = line.slice(0, Math.max(0, cap - 1));
  return `${cut.replace(/[\ud800-\udbff]$/u, '')}…`;
}

const MARKUP: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** For element content and quoted attribute values of HTML and XML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"'`]/g, (c) => MARKUP[c] as string);
}
