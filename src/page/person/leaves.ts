/**
 * What to press where one listener stands for many elements: a container, the document, the window. In: listeners.
 * Out: deeds 'pointer' on elements their code names by selector, then on visible leaves, at most two of each tag and class.
 */
import type { Scene } from '../scene/scene.ts';
import { isSeen } from '../scene/visibility.ts';
import type { Where } from '../scene/where.ts';
import { withoutPositions } from '../scene/where.ts';
import { POINTER } from '../watch/event-types.ts';
import type { Heard, ListenerBook } from '../watch/listener-book.ts';
import type { Watch } from '../watch/watch-window.ts';
import { accessibleName } from './accessible-name.ts';
import type { Controls } from './controls.ts';
import type { Deed } from './deed.ts';
import type { Gestures } from './gestures.ts';
import { allMatching, namedSelectors, sourceOf } from './named-selectors.ts';
import type { Reach } from './reach.ts';

/** Leaves of one tag and class that are pressed; where each brings up something new, more of them. */
const LIKES = 2;
const MOST = 12;

export class Leaves {
  readonly #pressed = new WeakSet<Element>();
  readonly #likes = new Map<string, number>();
  readonly #bonus = new Map<string, number>();
  /** Looks of which a press changed something, and the leaves beyond the cap of each when they were looked through last. */
  readonly #effective = new Set<string>();
  readonly #over = new Map<string, Element[]>();
  #last = '';
  readonly #where: Where;
  readonly #watches: readonly Watch[];
  readonly #controls: Controls;
  readonly #scene: Scene;
  readonly #reach: Reach;
  readonly #gestures: Gestures;

  constructor(
    where: Where,
    watches: readonly Watch[],
    controls: Controls,
    scene: Scene,
    reach: Reach,
    gestures: Gestures,
  ) {
    this.#where = where;
    this.#watches = watches;
    this.#controls = controls;
    this.#scene = scene;
    this.#reach = reach;
    this.#gestures = gestures;
  }

  /** `revealed`: the last leaf pressed brought something into reach: its likes are worth a press as well. `effect`: it changed what is seen. */
  credit(revealed: boolean, effect: boolean): void {
    if (effect) this.#effective.add(this.#last);
    if (!revealed) return;
    const bonus = this.#bonus.get(this.#last) ?? 0;
    if (this.#last !== '' && bonus < MOST - LIKES) this.#bonus.set(this.#last, bonus + 1);
    this.#last = '';
  }

  /** Leaves that do something as far as their likes tell, and were not pressed: the first of each look, and how many more. */
  left(): { readonly leaf: Element; readonly more: number }[] {
    return [...this.#effective].flatMap((id) => {
      const left = (this.#over.get(id) ?? []).filter((leaf) => leaf.isConnected && !this.#pressed.has(leaf));
      return left.length > 0 ? [{ leaf: left[0]!, more: left.length - 1 }] : [];
    });
  }

  next(): Deed | null {
    this.#over.clear();
    for (const { book } of this.#watches)
      for (const target of book.targets(POINTER)) {
        const top = containerOf(target);
        if (!top?.isConnected || !top.firstElementChild) continue;
        const element = this.#leafBelow(top, listenersOf(book, target), namedSelectors(book, target, POINTER));
        if (element) return this.#press(element);
      }
    return null;
  }

  #press(element: Element): Deed {
    this.#pressed.add(element);
    return { kind: 'pointer', element, name: accessibleName(element), perform: () => this.#gestures.press(element) };
  }

  #leafBelow(top: Element, callbacks: readonly Heard[], named: readonly string[]): Element | null {
    if (named.length > 0) {
      const found = this.#namedBelow(top, named);
      if (found) return found;
    }
    // A listener that takes no event does the same whatever is pressed.
    const blind = callbacks.every((callback) => isBlind(callback, sourceOf(callback)));
    let node: Element | null = top.firstElementChild;
    while (node) {
      if (
        this.#isLeaf(node) &&
        this.#takes(node, blind ? 'any' : `${node.localName}.${node.getAttribute('class') ?? ''}`, top)
      )
        return node;
      node = this.#following(node, top);
    }
    return null;
  }

  #namedBelow(top: Element, selectors: readonly string[]): Element | null {
    for (const element of allMatching(top, selectors)) {
      if (this.#controls.of(element) || this.#pressed.has(element)) continue;
      if (this.#takes(element, `${element.localName}.${element.getAttribute('class') ?? ''}|named`, top))
        return element;
    }
    return null;
  }

  #takes(element: Element, look: string, top: Element): boolean {
    if (this.#pressed.has(element) || this.#reach.state(element) !== 'ok') return false;
    if (element.getAttribute('type') === 'hidden' || this.#isWithinControl(element, top)) return false;
    const id = `${withoutPositions(this.#where.of(top))}|${look}`;
    const likes = this.#likes.get(id) ?? 0;
    if (likes >= (look === 'any' ? 1 : LIKES + (this.#bonus.get(id) ?? 0))) {
      if (look !== 'any') this.#over.getOrInsertComputed(id, () => []).push(element);
      return false;
    }
    this.#likes.set(id, likes + 1);
    this.#last = id;
    return true;
  }

  #isLeaf(element: Element): boolean {
    if (element.localName === 'label' || element.localName === 'option') return false;
    return element.firstElementChild === null || element.localName === 'svg';
  }

  /** A press inside a control that is pressed anyway reaches the same listeners. */
  #isWithinControl(element: Element, top: Element): boolean {
    for (let at: Element | null = element; at && at !== top; at = at.parentElement)
      if (this.#controls.of(at)) return true;
    return false;
  }

  /** The next element in document order; what is not seen is passed over with all it holds. */
  #following(element: Element, top: Element): Element | null {
    const flags = this.#scene.flags(element);
    const open = flags !== undefined && isSeen(flags) && element.localName !== 'svg';
    if (open && element.firstElementChild) return element.firstElementChild;
    for (let at: Element | null = element; at && at !== top; at = at.parentElement)
      if (at.nextElementSibling) return at.nextElementSibling;
    return null;
  }
}

function containerOf(target: EventTarget): Element | null {
  const node = target as Node;
  if (node.nodeType === 1) return node as Element;
  if (node.nodeType === 9) return (node as Document).body;
  if (node.nodeType === 11) return (node as ShadowRoot).firstElementChild;
  return (target as Window).document?.body ?? null;
}

function listenersOf(book: ListenerBook, target: EventTarget): Heard[] {
  return [...POINTER].flatMap((type) => [...book.callbacks(target, type)]);
}

function isBlind(callback: Heard, source: string): boolean {
  return typeof callback === 'function' && callback.length === 0 && !/\b(?:arguments|event)\b|\.\.\./.test(source);
}
