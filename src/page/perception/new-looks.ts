/**
 * How elements look that come with what is drawn: the class of a row tells a failed save as well as its text does. In: elements
 * read for the first time, and what was removed. Out: their attributes that a person perceives, without those of elements that
 * looked the same before they were drawn again.
 */
import type { AttributeKind } from './attribute-events.ts';
import { attributeKind } from './attribute-events.ts';

/** Elements of one look that are told; a view that comes as a whole says enough by its first ones. */
const MOST = 40;

export interface NewLook {
  readonly element: Element;
  readonly kind: AttributeKind;
  readonly text: string;
}

export class NewLooks {
  readonly #isSeen: (element: Element) => boolean;
  #fresh = new Set<Element>();

  constructor(isSeen: (element: Element) => boolean) {
    this.#isSeen = isSeen;
  }

  /** An element was read that was never seen before; `names`: of its attributes. */
  note(element: Element, names: readonly string[]): void {
    if (names.some((name) => attributeKind(name) !== null)) this.#fresh.add(element);
  }

  /** What stands there now is what was there from the start. */
  forget(): void {
    this.#fresh.clear();
  }

  /** What is new since the last call. */
  take(records: readonly MutationRecord[]): NewLook[] {
    if (this.#fresh.size === 0) return [];
    const fresh = [...this.#fresh].filter((element) => element.isConnected && this.#isSeen(element));
    this.#fresh = new Set();
    const gone = fresh.length > 0 ? looksGone(records) : new Map<string, number>();
    const told: NewLook[] = [];
    let count = 0;
    for (const element of fresh) {
      const looks = looksOf(element);
      const key = keyOf(element, looks);
      const before = gone.get(key) ?? 0;
      gone.set(key, before - 1);
      if (before > 0) continue;
      count += 1;
      if (count > MOST) break;
      told.push(...looks);
    }
    return told;
  }
}

function looksOf(element: Element): NewLook[] {
  return element.getAttributeNames().flatMap((name) => {
    const kind = attributeKind(name);
    return kind ? [{ element, kind, text: `${name}=${element.getAttribute(name) ?? ''}` }] : [];
  });
}

const keyOf = (element: Element, looks: readonly NewLook[]): string =>
  [element.localName, ...looks.map(({ text }) => text)].join('\n');

/** How many elements that went looked like this. */
function looksGone(records: readonly MutationRecord[]): Map<string, number> {
  const counts = new Map<string, number>();
  const tops = new Set(records.flatMap(({ removedNodes }) => [...removedNodes]));
  for (const top of tops) {
    if (top.nodeType !== 1 || top.isConnected || (top.parentNode && tops.has(top.parentNode))) continue;
    for (const element of [top as Element, ...(top as Element).querySelectorAll('*')]) {
      const looks = looksOf(element);
      if (looks.length === 0) continue;
      const key = keyOf(element, looks);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}
