/**
 * Remembers the text each visible element shows, and tells what went and came since. In: elements whose text or
 * visibility may have changed. Out: text-removed and text-added. A text set again to what it was is no change.
 */
import type { Scene } from '../scene/scene.ts';
import { hidesContent, isSeen } from '../scene/visibility.ts';
import type { Where } from '../scene/where.ts';
import type { Displaced } from './sibling-order.ts';
import type { TextChange } from './text-changes.ts';
import { cancelRedrawn } from './text-changes.ts';
import { ownerOf, runOf } from './text-runs.ts';

export interface TextEvent {
  readonly kind: 'text-added' | 'text-removed';
  readonly where: string;
  readonly text: string;
  readonly before?: string;
}

export class TextMirror {
  readonly #shown = new Map<Element, string>();
  /** What each element was called when it was last said to show a text. */
  readonly #names = new WeakMap<Element, string>();
  readonly #dirty = new Set<Element>();
  /** Elements that went to another parent, themselves or with what holds them, and the parent that was left. */
  readonly #moved = new Map<Element, Element>();
  /** Elements that stand elsewhere among their siblings, themselves or with what holds them. */
  readonly #displaced = new Map<Element, Displaced>();
  readonly #scene: Scene;
  readonly #where: Where;

  constructor(scene: Scene, where: Where) {
    this.#scene = scene;
    this.#where = where;
  }

  /** The last change of a text decides when it is told. */
  mark(element: Element): void {
    const owner = ownerOf(element);
    this.#dirty.delete(owner);
    this.#dirty.add(owner);
  }

  /** Everything a removed subtree showed; `parent` is where it stood. It may stand elsewhere by now. */
  markRemoved(top: Element, parent: Node): void {
    if (this.#shown.size === 0) return;
    const moved = top.isConnected && top.parentNode !== parent && parent.nodeType === 1;
    for (const element of withAllBelow(top)) {
      if (!this.#shown.has(element)) continue;
      this.#dirty.add(element);
      if (moved) this.#moved.set(element, parent as Element);
    }
  }

  /** What a person saw of it before: the order of other elements says nothing. */
  showed(top: Element): boolean {
    for (const element of withAllBelow(top)) if (this.#shown.has(element)) return true;
    return false;
  }

  markDisplaced(displaced: Displaced): void {
    for (const element of withAllBelow(displaced.element))
      if (this.#shown.has(element)) this.#displaced.set(element, displaced);
  }

  /** What changed since the last call; with `silent`, only remembers. */
  flush(silent: boolean): TextEvent[] {
    const moved = silent ? [] : this.#tellMoved();
    const gone: TextChange[] = [];
    const come: TextChange[] = [];
    for (const owner of this.#dirty) {
      const before = this.#shown.get(owner) ?? '';
      const after = this.#read(owner);
      if (before === after) continue;
      if (after === '') this.#shown.delete(owner);
      else this.#shown.set(owner, after);
      if (silent) continue;
      if (before !== '') gone.push({ where: this.#names.get(owner) ?? this.#where.of(owner), text: before, owner });
      if (after === '') continue;
      const where = this.#where.of(owner);
      this.#names.set(owner, where);
      come.push({ where, text: after, owner });
    }
    this.#dirty.clear();
    this.#moved.clear();
    this.#displaced.clear();
    return [...moved, ...eventsOf(cancelRedrawn(gone, come))];
  }

  /** A text that is the same in another place went here and came there. */
  #tellMoved(): TextEvent[] {
    const events: TextEvent[] = [];
    const tell = (owner: Element, from: string, where: string): void => {
      const text = this.#shown.get(owner);
      if (text === undefined || this.#read(owner) !== text) return;
      events.push({ kind: 'text-removed', where: from, text }, { kind: 'text-added', where, text });
      this.#names.set(owner, where);
    };
    for (const [owner, parent] of this.#moved) tell(owner, this.#where.of(parent), this.#where.of(owner));
    for (const [owner, { element, before, after }] of this.#displaced) {
      if (this.#moved.has(owner)) continue;
      tell(owner, this.#where.ofPlace(owner, element, before), this.#where.ofPlace(owner, element, after));
    }
    return events;
  }

  #read(owner: Element): string {
    if (!owner.isConnected || hidesContent(owner)) return '';
    const flags = this.#scene.flags(owner);
    if (flags === undefined || !isSeen(flags)) return '';
    if (owner.firstChild === null) return '';
    return runOf(owner, (element) => isSeen(this.#scene.flags(element) ?? 0));
  }
}

/** An element and all it holds, in document order. */
function* withAllBelow(top: Element): Generator<Element> {
  const stack = [top];
  for (let element = stack.pop(); element; element = stack.pop()) {
    yield element;
    for (const holder of [element, element.shadowRoot])
      for (let child = holder?.lastElementChild; child; child = child.previousElementSibling) stack.push(child);
  }
}

function eventsOf(changes: { gone: readonly TextChange[]; come: readonly TextChange[] }): TextEvent[] {
  const events: TextEvent[] = [];
  const before = new Map<Element, string>();
  for (const { where, text, owner } of changes.gone) {
    before.set(owner, text);
    events.push({ kind: 'text-removed', where, text });
  }
  for (const { where, text, owner } of changes.come) {
    const old = before.get(owner);
    events.push(
      old === undefined ? { kind: 'text-added', where, text } : { kind: 'text-added', where, text, before: old },
    );
  }
  return events;
}
