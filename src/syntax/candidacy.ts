/**
 * Whether a text may hold a write-back at all, by its letters. In: text, and the lexical hints of the primitives where
 * the caller has them. Cheap, and wrong in one direction only: a text without a mark holds no write-back.
 */

/** Any way a browser can be made to send something, as letters: also names that are put together from pieces. */
const WRITE_MARKS =
  /fetch|XMLHttp|sendBeacon|axios|superagent|\bky\b|\$\s*\(|\$\s*\.|jQuery|\.\s*(?:post|put|patch|delete|del|request|ajax|submit|requestSubmit|send|mutate)\b|<form|formaction|hx-(?:post|put|patch|delete)|WebSocket|createElement|setAttribute|(?:window|self|globalThis|navigator|document)\s*(?:\?\.)?\[|Reflect\b|\b(?:POST|PUT|PATCH|DELETE)\b|\beval\b|\bFunction\b|importScripts|import\s*\(/i;

/** Whether `text` holds a mark of a write-back, of our own list or of the given hints. Hints must not be global. */
export function mayHoldWrite(text: string, hints: readonly RegExp[] = []): boolean {
  return WRITE_MARKS.test(text) || hints.some((hint) => hint.test(text));
}

/** Markup in a string that may carry code or a form: known tags, or any tag with attributes. */
const MARKUP_MARKS =
  /<!doctype|<\/?(?:script|form|button|input|select|textarea|iframe|a|html|head|body|svg|div|template)\b|<[a-z][\w-]*\s[^<>]{0,2000}=/i;

/** Whether a string literal looks like HTML that could carry code or a form. */
export function looksLikeMarkup(text: string): boolean {
  return text.includes('<') && MARKUP_MARKS.test(text);
}

const SCRIPT_MARKS =
  /\b(?:fetch|sendBeacon|axios(?:\.\w+)?|\$\.(?:ajax|post|get)|\.open|\.submit|\.requestSubmit|ky(?:\.\w+)?)\s*\(|\bnew\s+(?:XMLHttpRequest|WebSocket)\b/;

/** Whether a string literal without markup looks like browser script that sends something. */
export function looksLikeScript(text: string): boolean {
  return text.includes('(') && SCRIPT_MARKS.test(text);
}
