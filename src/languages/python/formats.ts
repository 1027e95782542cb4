/**
 * Python's ways to fill a text: `%`, `.format`, `string.Template`, `.replace`, Jinja.
 * In: a text value and a way to look a field up. Out: the text with fields filled; a field nobody knows is a hole.
 */
import type { MappedText } from '../../contracts.ts';
import { sliceText } from '../../syntax/mapped-text.ts';
import type { TextValue, Value } from '../strings/values.ts';
import { guessed, UNKNOWN, ValueBuilder } from '../strings/values.ts';

/** A field's value: by name, or by position when the name is empty or a number. */
export type Lookup = (name: string, position: number) => Value;

/** https://docs.python.org/3/library/stdtypes.html#printf-style-string-formatting */
const PERCENT = /%(?:\((\w{1,100})\))?[-+ #0]*(?:\*|\d{1,4})?(?:\.(?:\*|\d{1,4}))?[hlL]?([diouxXeEfFgGcrsa%])/g;

export function percentFormat(value: TextValue, lookup: Lookup): Value {
  let position = 0;
  return rewrite(value, PERCENT, (found) => {
    if (found[2] === '%') return '%';
    const value = lookup(found[1] ?? '', found[1] === undefined ? position++ : -1);
    return /^%(?:\(\w+\))?s$/.test(found[0]) ? value : guessed(value);
  });
}

/** https://docs.python.org/3/library/string.html#format-string-syntax */
const BRACES = /\{\{|\}\}|\{([^{}\n]{0,200}(?:\{[^{}\n]{0,100}\}[^{}\n]{0,100})?)\}/g;

export function braceFormat(value: TextValue, lookup: Lookup): Value {
  let position = 0;
  return rewrite(value, BRACES, (found) => {
    if (found[1] === undefined) return found[0][0]!;
    const name = /^[^!:]*/.exec(found[1])![0];
    const asIs = name === found[1] ? (value: Value): Value => value : guessed;
    if (name === '' || /^\d+$/.test(name)) return asIs(lookup(name, name === '' ? position++ : Number(name)));
    return /^\w+$/.test(name) ? asIs(lookup(name, -1)) : UNKNOWN;
  });
}

/** https://docs.python.org/3/library/string.html#template-strings-strings */
const DOLLAR = /\$(?:\$|([a-z_]\w{0,100})|\{([a-z_]\w{0,100})\})/gi;

export function dollarFormat(value: TextValue, lookup: Lookup, safe: boolean): Value {
  return rewrite(value, DOLLAR, (found) => {
    const name = found[1] ?? found[2];
    if (name === undefined) return '$';
    const known = lookup(name, -1);
    return safe && known === UNKNOWN ? null : known;
  });
}

/** Jinja's plain names: `{{ api }}`, `{{ api|safe }}`. Everything else is left to the markup reader. */
const JINJA_NAME = /\{\{-?\s*([a-z_]\w{0,100})\s*(\|\s*(?:safe|e|escape|tojson|trim|string)\s*)?-?\}\}/gi;

export function jinjaFormat(value: TextValue, lookup: Lookup): Value {
  return rewrite(value, JINJA_NAME, (found) => {
    const known = lookup(found[1]!, -1);
    if (known.kind !== 'text') return null;
    return found[2]?.includes('tojson') ? JSON.stringify(known.text.text) : known;
  });
}

/** Each match becomes a string, a value, or (null) stays as it stands. */
function rewrite(value: TextValue, pattern: RegExp, fill: (found: RegExpExecArray) => string | Value | null): Value {
  const builder = new ValueBuilder().credit(value).transformed();
  const source: MappedText = value.text;
  let from = 0;
  for (const found of source.text.matchAll(pattern)) {
    const filled = fill(found);
    if (filled === null) continue;
    builder.out.copy(source, from, found.index);
    const at = source.at(found.index);
    if (typeof filled === 'string') builder.out.atom(filled, at);
    else builder.add(filled, at);
    if (builder.tooLarge) return UNKNOWN;
    from = found.index + found[0].length;
  }
  builder.out.copy(source, from, source.text.length);
  return builder.build();
}

/** `"a".strip()` and its like keep the map; blanks at the ends never matter to markup. */
export function trimmed(value: TextValue): Value {
  const { text } = value.text;
  const start = text.length - text.trimStart().length;
  const end = Math.max(start, text.trimEnd().length);
  return { ...value, text: sliceText(value.text, start, end) };
}
