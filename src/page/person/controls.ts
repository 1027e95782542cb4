/**
 * Every control the page ever showed, in document order. In: elements as the scene reads them, and listeners as the
 * page adds them. Out: controls with what identifies them across a redraw. Holds no opinion on what to do with them.
 */
import type { ElementRef } from '../../model.ts';
import { shadowHost } from '../scene/shadow-host.ts';
import type { Where } from '../scene/where.ts';
import { withoutPositions } from '../scene/where.ts';
import { POINTER } from '../watch/event-types.ts';
import type { Watch } from '../watch/watch-window.ts';
import { accessibleName } from './accessible-name.ts';
import type { ControlKind } from './control-kinds.ts';
import { controlKind } from './control-kinds.ts';
import { comesBefore } from './document-order.ts';
import { sourceOf } from './named-selectors.ts';

export interface Control {
  readonly element: Element;
  readonly kind: ControlKind;
  /** Where it stood when first seen: a redrawn control has the same. */
  readonly key: string;
  /** What it has in common with its likes in other rows: place without positions, class, and name without digits. */
  readonly group: string;
  readonly name: string;
  /** What records call it: its name, or what else tells it from others. */
  readonly label: string;
  /** Stands for what it holds: its listener asks what was pressed. */
  readonly delegates: boolean;
  readonly ref: ElementRef;
}

/** Code that asks where in its element it was pressed. */
const ASKS = /\btarget\b|\bcomposedPath\b/;
/** An id that was made up: long, with digits among its letters. */
const GENERATED = /[\w-]*\d[\w-]{9,}/g;
const REF_CHARS = 120;
const cut = (text: string | null): string | undefined => (text ? text.slice(0, REF_CHARS) : undefined);

export function elementRef(element: Element, selector: string): ElementRef {
  return {
    tag: element.localName,
    id: cut(element.getAttribute('id')),
    name: cut(element.getAttribute('name')),
    className: cut(element.getAttribute('class')),
    selector: selector.slice(0, 2 * REF_CHARS),
  };
}

export class Controls {
  readonly #where: Where;
  readonly #watches: readonly Watch[];
  readonly #known = new Map<Element, Control>();
  readonly #waiting = new Map<Element, ControlKind>();
  readonly #ordered: Control[] = [];
  #bookVersions = '';

  constructor(where: Where, watches: readonly Watch[]) {
    this.#where = where;
    this.#watches = watches;
  }

  /** Called for each element the scene reads. */
  note(element: Element, names: readonly string[]): void {
    if (this.#known.has(element) || this.#waiting.has(element)) return;
    const kind = controlKind(element, names);
    if (kind) this.#waiting.set(element, kind);
  }

  /** Adds what a listener makes a control. */
  add(element: Element): void {
    if (!this.#known.has(element) && !this.#waiting.has(element)) this.#waiting.set(element, 'press');
  }

  of(element: Element): Control | undefined {
    return this.#known.get(element);
  }

  /** All controls ever seen, those gone from the page included. */
  all(): readonly Control[] {
    this.#takeListeners();
    for (const [element, kind] of this.#waiting) if (element.isConnected) this.#insert(this.#make(element, kind));
    this.#waiting.clear();
    return this.#ordered;
  }

  #takeListeners(): void {
    const versions = this.#watches.map((watch) => watch.book.version).join();
    if (versions === this.#bookVersions) return;
    this.#bookVersions = versions;
    for (const { book } of this.#watches)
      for (const target of book.targets(POINTER)) {
        const element = target as Element;
        if (element.nodeType !== 1 || !element.isConnected) continue;
        if (element.localName !== 'body' && element.localName !== 'html') this.add(element);
      }
  }

  #make(element: Element, kind: ControlKind): Control {
    const key = this.#where.of(element);
    const name = accessibleName(element);
    const place = withoutPositions(key);
    const look = `${place}|${element.getAttribute('class') ?? ''}|${element.getAttribute('name') ?? ''}`;
    const identity = `${key}|${element.localName}|${element.getAttribute('name') ?? ''}`;
    const group = `${look.replace(GENERATED, '#')}|${name}`.replace(/\d+/g, '#');
    const label = name || element.getAttribute('name') || element.getAttribute('id') || key;
    const ref = elementRef(element, key);
    const delegates = kind === 'press' && this.#delegates(element);
    return { element, kind, key: `${identity}|${frameDepth(element)}`, group, name, label, delegates, ref };
  }

  #delegates(element: Element): boolean {
    if (!element.firstElementChild || controlKind(element, element.getAttributeNames())) return false;
    return this.#watches.some(({ book }) =>
      [...POINTER].some((type) => [...book.callbacks(element, type)].some((heard) => ASKS.test(sourceOf(heard)))),
    );
  }

  #insert(control: Control): void {
    this.#known.set(control.element, control);
    const list = this.#ordered;
    let low = 0;
    let high = list.length;
    const last = list.at(-1);
    if (last?.element.isConnected && comesBefore(last.element, control.element)) low = high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comesBefore(list[middle]!.element, control.element)) low = middle + 1;
      else high = middle;
    }
    list.splice(low, 0, control);
  }
}

function frameDepth(element: Element): string {
  const frame = element.ownerDocument.defaultView?.frameElement;
  const host = shadowHost(element.getRootNode());
  return `${frame ? (frame.getAttribute('id') ?? 'frame') : ''}${host ? host.localName : ''}`;
}
