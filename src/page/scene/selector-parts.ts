/**
 * Reads one complex selector as far as the cascade needs it. In: text. Out: specificity, the name its subject must
 * carry, the names whose change may change what it matches. Refuses (null) pseudo-elements: they style no element.
 */

export interface SelectorParts {
  /** Specificity as one comparable number: ids, then classes, then types. */
  readonly weight: number;
  /** An id (`#x`), a class (`.x`) or a type (`x`) the subject must have, or `*`. */
  readonly subject: string;
  readonly classes: readonly string[];
  readonly attributes: readonly string[];
  readonly reach: 'down' | 'siblings' | 'anywhere';
  /** Depends on a state that changes without a mutation: `:checked`, `:placeholder-shown`, … */
  readonly state: boolean;
}

const TOKEN =
  /\\.|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\[\s*([\w-]+)|([#.])((?:[\w-]|[^\x00-\x7f]|\\.)+)|(::?)([\w-]+)|([a-zA-Z][\w-]*)|[\s>+~,()\]*|&=^$]|[\s\S]/g;
const STATE =
  /^(?:checked|indeterminate|disabled|enabled|placeholder-shown|valid|invalid|in-range|out-of-range|required|optional|user-valid|user-invalid|target|focus|focus-within|focus-visible|default|open|popover-open|modal)$/;
const ELEMENT_PSEUDO = /^(?:before|after|first-line|first-letter)$/;
const STRUCTURE = /^(?:first-child|last-child|only-child|nth-|first-of-type|last-of-type|only-of-type|empty)/;

/** Splits a selector list at its top-level commas. */
export function splitSelectors(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < list.length; index++) {
    const char = list[index];
    if (char === '(' || char === '[') depth++;
    else if (char === ')' || char === ']') depth--;
    else if (char === '\\') index++;
    else if (char === ',' && depth === 0) {
      parts.push(list.slice(start, index).trim());
      start = index + 1;
    }
  }
  parts.push(list.slice(start).trim());
  return parts.filter((part) => part !== '');
}

export function readSelector(selector: string): SelectorParts | null {
  const classes: string[] = [];
  const attributes: string[] = [];
  let weight = 0;
  let subject = '*';
  let reach: SelectorParts['reach'] = 'down';
  let state = false;
  let depth = 0;
  let bracket = false;
  for (const match of selector.matchAll(TOKEN)) {
    const [text, attribute, sigil, name, colons, pseudo, type] = match;
    if (attribute !== undefined) {
      attributes.push(attribute.toLowerCase());
      weight += 1_000;
      bracket = true;
    } else if (text === ']') bracket = false;
    else if (bracket) continue;
    else if (sigil !== undefined) {
      const plain = name!.replace(/\\(.)/g, '$1');
      if (sigil === '.') classes.push(plain);
      else attributes.push('id');
      weight += sigil === '#' ? 1_000_000 : 1_000;
      if (depth === 0 && (sigil === '#' || subject[0] !== '#')) subject = sigil + plain;
    } else if (pseudo !== undefined) {
      if (colons === '::' || ELEMENT_PSEUDO.test(pseudo)) return null;
      if (!/^(?:is|not|where|has)$/.test(pseudo)) weight += 1_000;
      if (pseudo === 'has') reach = 'anywhere';
      else if (STRUCTURE.test(pseudo) && reach === 'down') reach = 'siblings';
      if (STATE.test(pseudo)) {
        state = true;
        attributes.push('disabled', 'open', 'required', 'readonly');
      }
    } else if (type !== undefined) {
      weight += 1;
      if (depth === 0 && subject === '*') subject = type.toLowerCase();
    } else if (text === '(') depth++;
    else if (text === ')') depth--;
    else if (depth === 0 && /[\s>+~]/.test(text)) {
      if (text === '+' || text === '~') reach = reach === 'anywhere' ? reach : 'siblings';
      if (text.trim() !== '' || !/[\s>+~]$/.test(selector.slice(0, match.index))) subject = '*';
    }
  }
  return { weight, subject, classes, attributes, reach, state };
}
