/**
 * Presses that are held, where the page waits for that: a timer begins as the finger comes down. In: listeners. Out: deeds
 * 'pointer', first the press and, when the page has come to rest, the letting go. Two of each kind of element.
 */
import type { Where } from '../scene/where.ts';
import { PRESS_BEGINS } from '../watch/event-types.ts';
import type { Watch } from '../watch/watch-window.ts';
import { accessibleName } from './accessible-name.ts';
import type { Deed } from './deed.ts';
import type { Gestures } from './gestures.ts';
import { allMatching, namedSelectors, sourceOf } from './named-selectors.ts';
import type { Reach } from './reach.ts';

const LIKES = 2;

export class Holding {
  readonly #done = new WeakSet<Element>();
  readonly #likes = new Map<string, number>();
  readonly #where: Where;
  readonly #watches: readonly Watch[];
  readonly #reach: Reach;
  readonly #gestures: Gestures;
  #held: Element | null = null;

  constructor(where: Where, watches: readonly Watch[], reach: Reach, gestures: Gestures) {
    this.#where = where;
    this.#watches = watches;
    this.#reach = reach;
    this.#gestures = gestures;
  }

  /** Lets go of what is held. */
  release(): Deed | null {
    const element = this.#held;
    this.#held = null;
    if (!element?.isConnected) return null;
    return this.#deed(element, () => this.#gestures.letGo(element));
  }

  next(): Deed | null {
    if (!this.#gestures.heard(...PRESS_BEGINS)) return null;
    for (const { book } of this.#watches)
      for (const target of book.targets(PRESS_BEGINS)) {
        const top = target as Element;
        if (top.nodeType !== 1 || !top.isConnected) continue;
        const sources = [...PRESS_BEGINS].flatMap((type) => [...book.callbacks(top, type)].map(sourceOf));
        if (!sources.some((source) => /\bsetTimeout\b/.test(source))) continue;
        const named = namedSelectors(book, top, PRESS_BEGINS);
        const element = (named.length > 0 ? allMatching(top, named) : [top]).find((each) => this.#takes(each));
        if (element) return this.#deed(element, () => this.#hold(element));
      }
    return null;
  }

  #takes(element: Element): boolean {
    if (this.#done.has(element) || this.#reach.state(element) !== 'ok') return false;
    const place = this.#where.of(element).replace(/:nth-of-type\(\d+\)/g, '');
    const look = `${place}|${element.getAttribute('class') ?? ''}`.replace(/\d+/g, '#');
    const likes = this.#likes.get(look) ?? 0;
    if (likes >= LIKES) return false;
    this.#likes.set(look, likes + 1);
    this.#done.add(element);
    return true;
  }

  #hold(element: Element): void {
    this.#held = element;
    this.#gestures.putDown(element);
  }

  #deed(element: Element, perform: () => void): Deed {
    return { kind: 'pointer', element, name: accessibleName(element), perform };
  }
}
