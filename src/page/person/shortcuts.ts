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
  /\b(?:key|code|k)\b(?:\.toLowerCase\(\)|\.toUpperCase\(\))?\s*===?\s*(['"`])([^'"`\n]{1,20})\1/g,
  /(['"`])([^'"`\n]{1,20})\1\s*===?\s*[\w.]*\b(?:key|code)\b/g,
  /\bcase\s+(['"`])([^'"`\n]{1,20})\1\s*:/g,
];
const LISTED = /\[([^\][]{1,300})\]\s*\.(?:includes|indexOf)\(\s*[\w.]*\b(?:key|code)\b/g;
const NUMBERED = /\b(?:keyCode|which)\b\s*===?\s*(\d{1,3})\b/g;
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

export function comparedKeys(source: string): string[] {
  const text = source.slice(0, TEXT_CHARS);
  if (!/\b(?:key|code|keyCode|which)\b/.test(text)) return [];
  const found = new Set<string>();
  for (const pattern of COMPARED) for (const match of text.matchAll(pattern)) found.add(plainKey(match[2]!));
  for (const [, list] of text.matchAll(LISTED))
    for (const [, , key] of list!.matchAll(/(['"`])([^'"`\n]{1,20})\1/g)) found.add(plainKey(key!));
  for (const [, number] of text.matchAll(NUMBERED))
    found.add(NAMED[number!] ?? String.fromCharCode(Number(number)).toLowerCase());
  return [...found].filter((key) => isKey(key)).slice(0, MOST_COMPARED);
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
