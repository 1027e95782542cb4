/**
 * Remembers the text each visible element shows, and tells what went and came since. In: elements whose text or
 * visibility may have changed. Out: text-removed and text-added. A text set again to what it was is no change.
 */
import type { Scene } from '../scene/scene.ts';
import { hidesContent, isSeen } from '../scene/visibility.ts';
import type { Where } from '../scene/where.ts';
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
  readonly #dirty = new Set<Element>();
  readonly #scene: Scene;
  readonly #where: Where;

  constructor(scene: Scene, where: Where) {
    this.#scene = scene;
    this.#where = where;
  }

  mark(element: Element): void {
    this.#dirty.add(ownerOf(element));
  }

  /** Everything a removed subtree showed. */
  markRemoved(top: Element): void {
    if (this.#shown.size === 0) return;
    let node: Element | null = top;
    while (node) {
      if (this.#shown.has(node)) this.#dirty.add(node);
      const shadow: ShadowRoot | null = node.shadowRoot;
      if (shadow) for (const child of shadow.children) this.markRemoved(child);
      let next: Element | null = node.firstElementChild;
      while (!next && node && node !== top) {
        next = node.nextElementSibling;
        if (!next) node = node.parentElement;
      }
      node = next;
    }
  }

  /** What changed since the last call; with `silent`, only remembers. */
  flush(silent: boolean): TextEvent[] {
    const gone: TextChange[] = [];
    const come: TextChange[] = [];
    for (const owner of this.#dirty) {
      const before = this.#shown.get(owner) ?? '';
      const after = this.#read(owner);
      if (before === after) continue;
      if (after === '') this.#shown.delete(owner);
      else this.#shown.set(owner, after);
      if (silent) continue;
      const where = this.#where.of(owner);
      if (before !== '') gone.push({ where, text: before, owner });
      if (after !== '') come.push({ where, text: after, owner });
    }
    this.#dirty.clear();
    return eventsOf(cancelRedrawn(gone, come));
  }

  #read(owner: Element): string {
    if (!owner.isConnected || hidesContent(owner)) return '';
    const flags = this.#scene.flags(owner);
    if (flags === undefined || !isSeen(flags)) return '';
    if (owner.firstChild === null) return '';
    return runOf(owner, (element) => isSeen(this.#scene.flags(element) ?? 0));
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
