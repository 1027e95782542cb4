/**
 * The markup of one program as the interpreter asks for it. In: elements. Out: indexes by id, name and simple selector.
 */
import type { MarkupElement } from '../../contracts.ts';
import { PAGE_URL } from '../../endpoint.ts';

export interface PageModel {
  readonly base: string;
  readonly elements: readonly MarkupElement[];
  byId(id: string): number;
  bySelector(selector: string): number;
  allBySelector(selector: string): readonly number[];
  byName(name: string): number;
}

/** `base`: the document's `<base href>` as written. */
export function pageModel(elements: readonly MarkupElement[], base: string | undefined): PageModel {
  const ids = index(elements, 'id');
  const names = index(elements, 'name');
  const all = (selector: string): readonly number[] => select(elements, ids, selector.trim());
  return {
    base: base === undefined ? PAGE_URL : (URL.parse(base, PAGE_URL)?.href ?? PAGE_URL),
    elements,
    byId: (id) => ids.get(id) ?? -1,
    byName: (name) => names.get(name) ?? ids.get(name) ?? -1,
    allBySelector: all,
    bySelector: (selector) => all(selector)[0] ?? -1,
  };
}

function index(elements: readonly MarkupElement[], attribute: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  elements.forEach((element, at) => {
    const value = element.attributes[attribute];
    if (value !== undefined && !found.has(value)) found.set(value, at);
  });
  return found;
}

/** The last compound of a selector decides: tag, id, classes and attributes. */
function select(
  elements: readonly MarkupElement[],
  ids: ReadonlyMap<string, number>,
  selector: string,
): readonly number[] {
  const last =
    selector
      .slice(0, 300)
      .split(/[\s>+~]+/)
      .at(-1) ?? '';
  const id = /#([\w-]+)/.exec(last)?.[1];
  if (id !== undefined) {
    const at = ids.get(id);
    return at === undefined ? [] : [at];
  }
  const tag = /^[a-z][\w-]*/i.exec(last)?.[0].toLowerCase();
  const classes = [...last.matchAll(/\.([\w-]+)/g)].map((match) => match[1]!);
  const attributes = [...last.matchAll(/\[([\w-]+)(?:[~^$*|]?=["']?([^"'\]]*)["']?)?\]/g)];
  if (!tag && classes.length === 0 && attributes.length === 0) return [];
  return elements.flatMap((element, at) => {
    const names = (element.attributes.class ?? '').split(/\s+/);
    const fits =
      (!tag || element.tag === tag) &&
      classes.every((name) => names.includes(name)) &&
      attributes.every(
        ([, name, value]) =>
          element.attributes[name!] !== undefined && (value === undefined || element.attributes[name!] === value),
      );
    return fits ? [at] : [];
  });
}
