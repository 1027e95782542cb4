/**
 * Keys a page may listen for. In: the source text of key listeners. Out: the keys it compares with, most telling first.
 * Reads text, never runs it: a comparison hidden behind a call is found in the page's scripts instead.
 */
import type { KeyPress } from './gestures.ts';

export const COMMON: readonly KeyPress[] = [
  { key: 's', ctrl: true },
  { key: 's', meta: true },
  { key: 'Enter', ctrl: true },
  { key: 'Enter', meta: true },
  { key: 'Enter' },
];
export const ESCAPE: KeyPress = { key: 'Escape' };
export const MOST_COMPARED = 20;

const COMPARED = [
  /\b(?:key|code|k)\b(?:\.toLowerCase\(\)|\.toUpperCase\(\))?\s*[!=]==?\s*(['"`])([^'"`\n]{1,20})\1/g,
  /(['"`])([^'"`\n]{1,20})\1\s*[!=]==?\s*[\w.]*\b(?:key|code)\b/g,
  /\bcase\s+(['"`])([^'"`\n]{1,20})\1\s*:/g,
];
const LISTED = /\[([^\][]{1,300})\]\s*\.(?:includes|indexOf)\(\s*[\w.]*\b(?:key|code)\b/g;
/** A key that is looked up: `table[event.key]`, `table.get(key)`. */
const LOOKED_UP =
  /([A-Za-z_$][\w$]*)\s*(?:(?:\?\.)?\[|(?:\?\.|\.)(?:get|has)\()\s*[\w.]*\b(?:key|code|k|combo|shortcut)\b(?!\s*[-+*])/g;
const CHORD = /^(?:(?:ctrl|control|cmd|command|meta|mod|alt|option|shift)\s*[+-]\s*)+/i;
const TABLE_CHARS = 3_000;
const TABLE_KEYS = /(?:[{,[(]|\()\s*(?:(['"`])([^'"`\n]{1,20})\1\s*(?=[:,(\])])|([A-Za-z]\w{0,10}|\d)\s*(?=[:(,}]))/g;
const NUMBERED = /\b(?:keyCode|which)\b\s*[!=]==?\s*(\d{1,3})\b/g;
const NAMED: Readonly<Record<string, string>> = {
  8: 'Backspace',
  9: 'Tab',
  13: 'Enter',
  27: 'Escape',
  32: ' ',
  37: 'ArrowLeft',
  38: 'ArrowUp',
  39: 'ArrowRight',
  40: 'ArrowDown',
  46: 'Delete',
};
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'Tab', 'CapsLock', 'Unidentified', 'Process', 'Dead']);
const TEXT_CHARS = 200_000;

/** `scripts`: where tables stand that the source looks keys up in. */
export function comparedKeys(source: string, scripts: () => string = () => ''): string[] {
  const text = source.slice(0, TEXT_CHARS);
  if (!/\b(?:key|code|keyCode|which)\b/.test(text)) return [];
  const found = new Set<string>();
  for (const pattern of COMPARED) for (const match of text.matchAll(pattern)) found.add(plainKey(match[2]!));
  for (const [, list] of text.matchAll(LISTED))
    for (const [, , key] of list!.matchAll(/(['"`])([^'"`\n]{1,20})\1/g)) found.add(plainKey(key!));
  for (const [, number] of text.matchAll(NUMBERED))
    found.add(NAMED[number!] ?? String.fromCharCode(Number(number)).toLowerCase());
  for (const [, name] of text.matchAll(LOOKED_UP))
    for (const key of keysOfTable(name!, text, scripts)) found.add(plainKey(key));
  return [...found].filter((key) => isKey(key)).slice(0, MOST_COMPARED);
}

/** Keys of the object, `Map` or `Set` of a name, as far as they are written out. */
function keysOfTable(name: string, source: string, scripts: () => string): string[] {
  const start = new RegExp(
    `(?<![\\w$.])${name.replaceAll('$', '\\$')}\\s*[:=]\\s*(?:new\\s+(?:Map|Set)\\s*\\(\\s*)?(?=[{[])`,
  );
  for (const text of [source, scripts()]) {
    const match = start.exec(text);
    if (!match) continue;
    const table = bracketed(text, match.index + match[0].length);
    return [...table.matchAll(TABLE_KEYS)].map(([, , quoted, bare]) => (quoted ?? bare!).replace(CHORD, ''));
  }
  return [];
}

/** From an opening bracket to the one that closes it, or as far as a table is read. */
function bracketed(text: string, from: number): string {
  const limit = Math.min(text.length, from + TABLE_CHARS);
  let depth = 0;
  for (let at = from; at < limit; at++) {
    if ('{[('.includes(text[at]!)) depth++;
    if ('}])'.includes(text[at]!) && --depth === 0) return text.slice(from, at + 1);
  }
  return text.slice(from, limit);
}

/** `KeyS` and `Digit1` are codes of `s` and `1`. */
function plainKey(key: string): string {
  const code = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(key)?.[1];
  if (code) return code.toLowerCase();
  return (
    {
      Space: ' ',
      Spacebar: ' ',
      Esc: 'Escape',
      Del: 'Delete',
      Left: 'ArrowLeft',
      Right: 'ArrowRight',
      Up: 'ArrowUp',
      Down: 'ArrowDown',
    }[key] ?? key
  );
}

function isKey(key: string): boolean {
  if (MODIFIERS.has(key)) return false;
  return (
    [...key].length === 1 ||
    /^(?:Enter|Escape|Backspace|Delete|Insert|Home|End|Page(?:Up|Down)|Arrow(?:Up|Down|Left|Right)|F\d{1,2})$/.test(key)
  );
}

/** Modifiers the source asks for beside a key. */
export function askedModifiers(source: string): Omit<KeyPress, 'key'>[] {
  const asked: Omit<KeyPress, 'key'>[] = [];
  if (/\b(?:ctrlKey|metaKey)\b/.test(source)) asked.push({ ctrl: true });
  if (/\baltKey\b/.test(source)) asked.push({ alt: true });
  if (/\bshiftKey\b/.test(source)) asked.push({ shift: true });
  return asked;
}
