/**
 * Which attributes hold code, and what kind of code. In: an attribute's name and decoded value. Out: role and the code
 * with its map, or null. Frameworks: htmx, Alpine, Vue, Angular's `(event)`.
 */

import type { MappedText, UnitRole } from '../../contracts.ts';
import { sliceText, TextBuilder } from '../../syntax/mapped-text.ts';
import { uriDecoded } from '../../syntax/uri-decoded.ts';

const URL_ATTRIBUTES: ReadonlySet<string> = new Set(['href', 'action', 'formaction', 'src', 'data', 'xlink:href']);

/** Directives whose value is no expression, or declares names only. */
const NOT_CODE = /^(?:x-|v-)(?:for|ref|cloak|transition|teleport|id|ignore|pre|once|slot|else|model)(?:$|[:.])/;
const EVENT = /^(?:@|x-on:|v-on:)[\w:-]|^\([\w.:-]+\)$/;
const STATE = /^(?:x-data|x-init|x-effect|v-init|v-scope|v-effect)$/;
const BINDING = /^(?:x-|v-|:)/;
const CALLS = /fetch|axios|\bky\b|\.\s*(?:post|put|patch|delete|submit|send|sendBeacon)\s*\(/i;

/** Whether an attribute's name alone makes its element worth keeping. */
export function isCodeAttribute(name: string): boolean {
  return (
    /^on[a-z]/.test(name) || EVENT.test(name) || STATE.test(name) || /^(?:data-)?hx-/.test(name) || BINDING.test(name)
  );
}

/** Whether an attribute may hold a `javascript:` URL. */
export function isUrlAttribute(name: string): boolean {
  return URL_ATTRIBUTES.has(name);
}

/** The code in an attribute, or null when it holds none. */
export function codeInAttribute(name: string, value: MappedText): { role: UnitRole; code: MappedText } | null {
  if (value.text.trim() === '') return null;
  if (/^on[a-z]{2,}$/.test(name) || /^(?:data-)?hx-on(?:[:-].+)?$/.test(name)) return { role: 'handler', code: value };
  if (EVENT.test(name) || STATE.test(name)) return { role: 'expression', code: value };
  if (BINDING.test(name) && !NOT_CODE.test(name) && CALLS.test(value.text)) return { role: 'expression', code: value };
  if (URL_ATTRIBUTES.has(name)) return javascriptUrl(value);
  if (/^(?:data-)?hx-(?:vals|headers|vars)$/.test(name)) {
    const prefix = /^\s*(?:js|javascript):/.exec(value.text)?.[0].length;
    return prefix === undefined ? null : { role: 'expression', code: sliceText(value, prefix, value.text.length) };
  }
  return null;
}

/** What follows `javascript:`, percent-decoded. A browser ignores blanks before the scheme and line ends inside it. */
function javascriptUrl(value: MappedText): { role: UnitRole; code: MappedText } | null {
  const scheme = /^[\u0000-\u0020]*(?:[a-z][\t\n\r]*){10}:/i.exec(value.text.slice(0, 200))?.[0];
  if (scheme?.replace(/[\u0000-\u0020]/g, '').toLowerCase() !== 'javascript:') return null;
  return { role: 'javascript-url', code: percentDecoded(sliceText(value, scheme.length, value.text.length)) };
}

/** Percent-decodes as UTF-8; an invalid sequence is left as it stands. */
export function percentDecoded(value: MappedText): MappedText {
  if (!value.text.includes('%')) return value;
  const out = new TextBuilder();
  let from = 0;
  for (const run of value.text.matchAll(/(?:%[0-9a-f]{2})+/gi)) {
    const decoded = uriDecoded(run[0]);
    if (decoded === null) continue;
    out.copy(value, from, run.index).atom(decoded, value.at(run.index));
    from = run.index + run[0].length;
  }
  return out.copy(value, from).build();
}
