/**
 * Templates that no script takes anything from: what is in them never stands in the page. In: the units and elements of a
 * document. Out: ids of templates. None where a script may look for one by a name that only the run tells, or is not at hand.
 */
import type { CodeUnit, MarkupElement } from '../../contracts.ts';

/** A look-up whose argument is not written out, or that takes every template there is. */
const OPEN_LOOKUP =
  /(?:getElementById|getElementsBy\w+|querySelector(?:All)?|\$)\s*\(\s*(?!(['"`])[^'"`$]*\1\s*\))|\btemplate\s*['"`[,.:]/;

const NAMES_A_TEMPLATE = /^(?:data-|x-|v-|hx-|:)/;

export function untakenTemplates(units: readonly CodeUnit[], elements: readonly MarkupElement[]): ReadonlySet<string> {
  const ids = new Set(elements.flatMap(({ template }) => template ?? []));
  if (ids.size === 0) return ids;
  for (const { code, src } of units) {
    if ((src !== undefined && code.text === '') || OPEN_LOOKUP.test(code.text)) return new Set();
    forget(ids, code.text);
  }
  for (const { attributes } of elements)
    for (const [name, value] of Object.entries(attributes)) if (NAMES_A_TEMPLATE.test(name)) forget(ids, value);
  return ids;
}

/** Whatever a text mentions may be taken. */
function forget(ids: Set<string>, text: string): void {
  for (const [word] of text.matchAll(/[\w-]+/g)) ids.delete(word);
}
