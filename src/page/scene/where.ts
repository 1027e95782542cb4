/**
 * A short, stable selector for an element: from the nearest ancestor with an id down, by tag and position among
 * siblings of its tag. In: an element. Out: text. Classes take no part: pages switch them to show a state.
 */
import { shadowHost } from './shadow-host.ts';

const DEPTH = 6;
/** Siblings counted before a removed node whose place was never asked for. */
const COUNTED_BACK = 200;

export class Where {
  readonly #positions = new WeakMap<Element, Map<Element, number>>();
  readonly #former = new WeakMap<Node, { readonly parent: Node; readonly position: number }>();
  #moment = new WeakSet<Element>();

  /** Positions are counted once a parent until the next call. */
  forget(): void {
    this.#moment = new WeakSet();
  }

  /** A removed node is named by where it stood, as far as that was known or can be told from what stands before it. */
  noteFormer({ target: parent, removedNodes, previousSibling }: MutationRecord): void {
    const known = this.#positions.get(parent as Element);
    let before: Map<string, number> | null = null;
    for (const node of removedNodes) {
      if (node.nodeType !== 1) continue;
      const tag = (node as Element).localName;
      before ??= countBack(previousSibling);
      const position = (before.get(tag) ?? 0) + 1;
      before.set(tag, position);
      this.#former.set(node, { parent, position: known?.get(node as Element) ?? position });
    }
  }

  of(element: Element): string {
    return this.#path(element, null, 0);
  }

  /** The same, where `top`, the element or one that holds it, stands at another place among the siblings of its tag. */
  ofPlace(element: Element, top: Element, place: number): string {
    return this.#path(element, top, place);
  }

  #path(element: Element, top: Element | null, place: number): string {
    const parts: string[] = [];
    let at: Element | null = element;
    while (at && parts.length < DEPTH) {
      const id: string | null = at === top ? null : at.getAttribute('id');
      if (id) {
        parts.push(`#${id}`);
        break;
      }
      const tag = at.localName;
      if (tag === 'body' || tag === 'html' || tag === 'head') {
        parts.push(tag);
        break;
      }
      const position = at === top ? place : this.#position(at);
      parts.push(position === 1 ? tag : `${tag}:nth-of-type(${position})`);
      at = this.#parent(at);
    }
    return parts.reverse().join(' > ');
  }

  #parent(element: Element): Element | null {
    const parent = element.parentNode ?? this.#former.get(element)?.parent ?? null;
    if (!parent) return null;
    return parent.nodeType === 1 ? (parent as Element) : shadowHost(parent);
  }

  #position(element: Element): number {
    const parent = element.parentElement;
    if (!parent) return element.parentNode ? 1 : (this.#former.get(element)?.position ?? 1);
    if (!this.#moment.has(parent)) {
      this.#moment.add(parent);
      this.#positions.set(parent, count(parent));
    }
    return this.#positions.get(parent)?.get(element) ?? 1;
  }
}

/** What a selector has in common with those of its likes in other rows. */
export function withoutPositions(selector: string): string {
  return selector.replace(/:nth-of-type\(\d+\)/g, '');
}

/** How many elements of each tag stand up to a node, itself included. */
function countBack(node: Node | null): Map<string, number> {
  const totals = new Map<string, number>();
  let left = COUNTED_BACK;
  for (let at = node; at && left > 0; at = at.previousSibling) {
    if (at.nodeType !== 1) continue;
    const tag = (at as Element).localName;
    totals.set(tag, (totals.get(tag) ?? 0) + 1);
    left--;
  }
  return totals;
}

function count(parent: Element): Map<Element, number> {
  const totals = new Map<string, number>();
  const positions = new Map<Element, number>();
  for (let child = parent.firstElementChild; child; child = child.nextElementSibling) {
    const position = (totals.get(child.localName) ?? 0) + 1;
    totals.set(child.localName, position);
    positions.set(child, position);
  }
  return positions;
}
