/**
 * The ends of transitions and animations, which a window that draws nothing never tells. In: a window and the book of its
 * listeners. Out: once a page listens for such an end, a change of class or style is followed by it a moment later.
 */
import type { PageHost } from '../bridge.ts';
import type { ListenerBook } from './listener-book.ts';

/** How long a transition or an animation lasts, whatever the stylesheet says. */
const LASTS_MS = 300;
const ENDS: ReadonlySet<string> = new Set(['transitionend', 'animationend']);
const NAMED = /\b(?:propertyName|animationName)\s*[!=]==?\s*['"]([\w-]+)['"]/;

export class CssEvents {
  readonly #window: Window & typeof globalThis;
  readonly #book: ListenerBook;
  readonly #host: Pick<PageHost, 'shim'>;
  readonly #due = new Set<Element>();
  #observer: MutationObserver | null = null;

  constructor(window: Window & typeof globalThis, book: ListenerBook, host: Pick<PageHost, 'shim'>) {
    this.#window = window;
    this.#book = book;
    this.#host = host;
  }

  /** Called for each listener the page adds. */
  heard(type: string): void {
    if (this.#observer || !ENDS.has(type)) return;
    this.#observer = new this.#window.MutationObserver((changes) => {
      for (const { target } of changes) this.#changed(target as Element);
    });
    this.#observer.observe(this.#window.document, {
      subtree: true,
      attributes: true,
      attributeFilter: ['class', 'style'],
    });
  }

  #changed(element: Element): void {
    if (this.#due.has(element)) return;
    const types = [...ENDS].filter((type) => this.#listener(element, type) !== undefined);
    if (types.length === 0) return;
    this.#due.add(element);
    this.#window.setTimeout(() => {
      this.#due.delete(element);
      for (const type of types) this.#end(element, type);
    }, LASTS_MS);
  }

  #end(element: Element, type: string): void {
    const source = this.#listener(element, type);
    if (!element.isConnected || source === undefined) return;
    const name = NAMED.exec(source)?.[1] ?? '';
    this.#host.shim('css-events');
    const event = new this.#window.Event(type, { bubbles: true });
    Object.defineProperties(event, {
      propertyName: { value: name || 'opacity' },
      animationName: { value: name },
      elapsedTime: { value: LASTS_MS / 1_000 },
    });
    element.dispatchEvent(event);
  }

  /** The source of what listens on the way up; undefined where nothing does. */
  #listener(element: Element, type: string): string | undefined {
    const types = new Set([type]);
    for (let at: Element | null = element; at; at = at.parentElement)
      if (this.#book.listens(at, types))
        return [...this.#book.callbacks(at, type)]
          .map((heard) => (typeof heard === 'function' ? String(heard) : ''))
          .join('\n');
    return [this.#window.document, this.#window].some((target) => this.#book.listens(target, types)) ? '' : undefined;
  }
}
