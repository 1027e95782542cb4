/**
 * Chooses what to type into a field. In: an input or textarea, a token, an ordinal. Out: values to try, in order, each
 * with the token it carries; the caller keeps the first that the field's own validity accepts.
 */
import { askedLength, askedWord, fitLength, fitWords, lengthen, textCandidates } from './free-text.ts';
import { fromPattern } from './from-pattern.ts';
import { isStepped, steppedValue } from './stepped.ts';

export interface ValueWish {
  readonly token: string;
  readonly ordinal: number;
  readonly hint: string;
  /** What the field is called, as written. */
  readonly prose: string;
  /** What stands around the field, as written. */
  readonly around: string;
  readonly round: number;
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Whether lengths and pattern hold; type and steps are left to the field's own validity. */
function fits(field: TextField, value: string): boolean {
  const min = limit(field, 'minlength');
  const max = limit(field, 'maxlength');
  if (value.length < min || (max >= 0 && value.length > max)) return false;
  const pattern = patternOf(field);
  return pattern === null || pattern.test(value);
}

/** Everything worth trying, best first; never empty. */
export function valuesFor(field: TextField, wish: ValueWish): string[] {
  const type = field.localName === 'input' ? (field as HTMLInputElement).type : 'textarea';
  if (isStepped(type)) return [steppedValue(type, limitsOf(field), wish.ordinal, wish.hint)];
  if (type === 'color') return [`#${(0x1a2b3c + wish.ordinal * 0x010203).toString(16).slice(-6)}`];
  const listed = listOf(field).filter((value) => fits(field, value));
  const json = type === 'textarea' ? jsonLike(field.value, wish.token) : null;
  const asked = askedWord(wish.prose);
  const candidates = [json, asked].filter((value) => value !== null);
  const min = limit(field, 'minlength');
  const max = limit(field, 'maxlength');
  const digits = String(4_000 + wish.ordinal);
  const texts = textCandidates({ ...wish, digits, type });
  const rigid = type === 'email' || type === 'url';
  const length = type === 'text' || type === 'textarea' ? askedLength(wish.around) : null;
  if (length?.inWords) candidates.push(fitLength(fitWords(texts[0]!, length.count), min, max));
  else if (length) candidates.push(fitLength(texts[0]!, Math.max(min, length.count), max));
  for (const text of texts) candidates.push(rigid ? lengthen(text, min) : fitLength(text, min, max));
  const pattern = field.getAttribute('pattern');
  if (pattern !== null && type !== 'textarea') candidates.push(...generated(pattern, min, wish.ordinal));
  const fitting = candidates.filter((value) => fits(field, value));
  return [...listed.slice(-1), ...(fitting.length > 0 ? fitting : candidates.slice(0, 1))];
}

function generated(pattern: string, min: number, ordinal: number): string[] {
  const guesses: string[] = [];
  for (const more of [0, 1, 2, 3, 5, 8, Math.max(0, min), 13])
    for (let seed = 0; seed < 6; seed++) {
      const guess = fromPattern(pattern, ordinal * 31 + seed, more);
      if (guess === null) return guesses;
      guesses.push(guess);
    }
  return guesses;
}

function limit(field: TextField, name: 'minlength' | 'maxlength'): number {
  const text = field.getAttribute(name);
  const value = text !== null && /^\s*\d+/.test(text) ? Number.parseInt(text, 10) : -1;
  return name === 'minlength' ? Math.max(0, value) : value;
}

function patternOf(field: TextField): RegExp | null {
  const text = field.localName === 'input' ? field.getAttribute('pattern') : null;
  if (text === null) return null;
  for (const flags of ['v', 'u'])
    try {
      return new RegExp(`^(?:${text})$`, flags);
    } catch {
      // A pattern that does not compile constrains nothing (HTML, "The pattern attribute").
    }
  return null;
}

function limitsOf(field: TextField) {
  const read = (name: string): string => field.getAttribute(name) ?? '';
  return { min: read('min'), max: read('max'), step: read('step'), initial: read('value') };
}

function listOf(field: TextField): string[] {
  const list = field.localName === 'input' ? (field as HTMLInputElement).list : null;
  return list ? [...list.querySelectorAll('option')].map((option) => option.value).filter((value) => value !== '') : [];
}

/** JSON that a person edits stays JSON. */
function jsonLike(text: string, token: string): string | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    const grown = Array.isArray(value) ? [...value, token] : { ...(value as object), note: token };
    return JSON.stringify(grown, null, 2);
  } catch {
    // Not JSON after all: prose may start with a bracket.
    return null;
  }
}
