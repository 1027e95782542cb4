/**
 * Drags what is marked as draggable onto what takes a drop, and files onto what takes nothing else. In: listeners and
 * `draggable` marks. Out: deeds 'drag' with one DataTransfer through the whole gesture; two sources of a kind, each on every kind of target.
 */
import type { Where } from '../scene/where.ts';
import { DRAG_SOURCE, DROP } from '../watch/event-types.ts';
import type { Watch } from '../watch/watch-window.ts';
import { accessibleName } from './accessible-name.ts';
import { fileFor } from './choosing.ts';
import type { Deed } from './deed.ts';
import type { Gestures } from './gestures.ts';
import { elementOf } from './hearing.ts';
import { allMatching, namedSelectors } from './named-selectors.ts';
import type { Reach } from './reach.ts';
import type { Tokens } from './tokens.ts';

const SOURCES_OF_A_KIND = 2;
const TARGETS = 12;

export class Dragging {
  readonly #done = new Set<string>();
  readonly #draggables = new Set<Element>();
  readonly #where: Where;
  readonly #watches: readonly Watch[];
  readonly #reach: Reach;
  readonly #gestures: Gestures;
  readonly #tokens: Tokens;

  constructor(where: Where, watches: readonly Watch[], reach: Reach, gestures: Gestures, tokens: Tokens) {
    this.#where = where;
    this.#watches = watches;
    this.#reach = reach;
    this.#gestures = gestures;
    this.#tokens = tokens;
  }

  note(element: Element, names: readonly string[]): void {
    if (names.includes('draggable') && element.getAttribute('draggable') === 'true') this.#draggables.add(element);
  }

  next(): Deed | null {
    if (!this.#gestures.heard('drop')) return null;
    const targets = this.#targets();
    const sources = this.#open([...this.#draggables, ...this.#listening(DRAG_SOURCE)]);
    const kinds = new Map<string, number>();
    for (const source of sources) {
      if (source.getAttribute('draggable') !== 'true') continue;
      const kind = `${source.localName}.${source.getAttribute('class') ?? ''}`;
      const taken = kinds.get(kind) ?? 0;
      kinds.set(kind, taken + 1);
      if (taken >= SOURCES_OF_A_KIND) continue;
      const deed = this.#pair(source, targets);
      if (deed) return deed;
    }
    return sources.length === 0 ? this.#dropFile(targets) : null;
  }

  /** What listens for a drop; below a listener on a container, what its code names and the neighbours of the sources' places. */
  #targets(): Element[] {
    const direct = this.#listening(DROP);
    const below: Element[] = [];
    for (const { book } of this.#watches)
      for (const target of book.targets(DROP)) {
        const top = elementOf(target);
        const named = top ? namedSelectors(book, target, DROP) : [];
        if (top && named.length > 0) below.push(...allMatching(top, named));
      }
    for (const source of this.#draggables) {
      const place = source.parentElement;
      for (const neighbour of place?.parentElement?.children ?? [])
        if (place && neighbour !== place && neighbour.localName === place.localName) below.push(neighbour);
    }
    const inside = below.filter((element) => direct.some((top) => top !== element && top.contains(element)));
    return this.#open([...inside, ...direct]).slice(0, TARGETS);
  }

  #listening(types: ReadonlySet<string>): Element[] {
    return this.#watches.flatMap((watch) => watch.book.targets(types).map(elementOf)).filter((each) => each !== null);
  }

  #open(elements: readonly Element[]): Element[] {
    return [...new Set(elements)].filter((element) => this.#reach.state(element) === 'ok');
  }

  #pair(source: Element, targets: readonly Element[]): Deed | null {
    for (const target of targets) {
      if (target === source || target.contains(source) || source.contains(target)) continue;
      const id = `${this.#where.of(source)}>${this.#where.of(target)}`;
      if (this.#done.has(id)) continue;
      this.#done.add(id);
      const name = `${accessibleName(source)} > ${accessibleName(target)}`.slice(0, 80);
      return { kind: 'drag', element: source, name, perform: () => this.#drag(source, target, this.#carried(source)) };
    }
    return null;
  }

  #dropFile(targets: readonly Element[]): Deed | null {
    for (const target of targets) {
      const id = `file>${this.#where.of(target)}`;
      if (this.#done.has(id)) continue;
      this.#done.add(id);
      const name = accessibleName(target);
      const token = this.#tokens.of(id).text;
      return {
        kind: 'drag',
        element: target,
        name,
        perform: () => {
          this.#tokens.announce(token, name);
          const carried = this.#carried(target);
          carried.items.add(fileFor(this.#gestures.realm(target), '', token));
          this.#drag(null, target, carried);
        },
      };
    }
    return null;
  }

  #drag(source: Element | null, target: Element, carried: DataTransfer): void {
    if (source && !this.#send(source, 'dragstart', carried)) return;
    this.#send(target, 'dragenter', carried);
    const refused = this.#send(target, 'dragover', carried);
    if (!refused && target.isConnected) this.#send(target, 'drop', carried);
    else this.#send(target, 'dragleave', carried);
    if (source?.isConnected) this.#send(source, 'dragend', carried);
  }

  #carried(element: Element): DataTransfer {
    return new (this.#gestures.realm(element).DataTransfer)();
  }

  #send(element: Element, type: string, carried: DataTransfer): boolean {
    const window = this.#gestures.realm(element);
    const init = { bubbles: true, cancelable: true, composed: true, view: window, dataTransfer: carried };
    const event = new window.DragEvent(type, init);
    return element.dispatchEvent(event);
  }
}
