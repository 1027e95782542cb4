/**
 * Which reaction comes next. In: listeners and the table of reactions. Out: deeds on what listens, on what its code names by
 * selector, or on a text below it. Each reaction on two elements of a kind; where nobody listens, nothing is done.
 */
import type { Where } from '../scene/where.ts';
import { withoutPositions } from '../scene/where.ts';
import type { Watch } from '../watch/watch-window.ts';
import { accessibleName } from './accessible-name.ts';
import type { Controls } from './controls.ts';
import type { Deed } from './deed.ts';
import type { Gestures } from './gestures.ts';
import { elementOf } from './hearing.ts';
import { allMatching, namedSelectors, sourceOf } from './named-selectors.ts';
import type { Reach } from './reach.ts';
import type { Reaction } from './reactions.ts';
import { REACTIONS } from './reactions.ts';
import type { Tokens } from './tokens.ts';

const LIKES = 2;
/** Elements looked at for a text that can be selected, and the shortest worth it. */
const LOOKED_AT = 500;
const TEXT_CHARS = 10;

export class Reacting {
  readonly #likes = new Map<string, number>();
  readonly #done = new Map<Reaction, WeakSet<Element>>();
  readonly #where: Where;
  readonly #watches: readonly Watch[];
  readonly #controls: Controls;
  readonly #reach: Reach;
  readonly #gestures: Gestures;
  readonly #tokens: Tokens;
  #held: { readonly element: Element; readonly release: NonNullable<Reaction['release']> } | null = null;

  constructor(
    where: Where,
    watches: readonly Watch[],
    controls: Controls,
    reach: Reach,
    gestures: Gestures,
    tokens: Tokens,
  ) {
    this.#where = where;
    this.#watches = watches;
    this.#controls = controls;
    this.#reach = reach;
    this.#gestures = gestures;
    this.#tokens = tokens;
  }

  /** Lets go of what is held. */
  release(): Deed | null {
    const held = this.#held;
    this.#held = null;
    if (!held?.element.isConnected) return null;
    return this.#deed('let go', held.element, () => held.release(this.#gestures, held.element));
  }

  next(early: boolean): Deed | null {
    for (const reaction of REACTIONS) {
      if ((reaction.early ?? false) !== early || !this.#gestures.heard(...reaction.types)) continue;
      const element = this.#elementFor(reaction);
      if (element) return this.#deed(reaction.name, element, () => this.#perform(reaction, element));
    }
    return null;
  }

  #perform({ perform, release }: Reaction, element: Element): void {
    const key = `reaction ${this.#where.of(element)}`;
    const { text } = this.#tokens.of(key);
    this.#tokens.announce(text, 'pasted');
    if (release) this.#held = { element, release };
    perform(this.#gestures, element, text);
  }

  #elementFor(reaction: Reaction): Element | null {
    for (const { book } of this.#watches)
      for (const target of book.targets(reaction.types)) {
        const top = elementOf(target);
        if (!top?.isConnected) continue;
        const sources = [...reaction.types].flatMap((type) => [...book.callbacks(target, type)].map(sourceOf));
        if (reaction.asks && !sources.some((source) => reaction.asks?.test(source))) continue;
        const named = namedSelectors(book, target, reaction.types);
        const elements = reaction.onText ? textsIn(top) : named.length > 0 ? allMatching(top, named) : [top];
        const element = elements.find((each) => this.#takes(reaction, each));
        if (element) return element;
      }
    return null;
  }

  #takes(reaction: Reaction, element: Element): boolean {
    const done = this.#done.getOrInsertComputed(reaction, () => new WeakSet());
    if (done.has(element) || (reaction.byClicks && this.#controls.of(element))) return false;
    if (this.#reach.state(element) !== 'ok') return false;
    const place = withoutPositions(this.#where.of(element));
    const look = `${reaction.name}|${place}|${element.getAttribute('class') ?? ''}`.replace(/\d+/g, '#');
    const likes = this.#likes.get(look) ?? 0;
    if (likes >= LIKES) return false;
    this.#likes.set(look, likes + 1);
    done.add(element);
    return true;
  }

  #deed(what: string, element: Element, perform: () => void): Deed {
    const on = element === element.ownerDocument.body ? '' : accessibleName(element);
    return { kind: 'pointer', element, name: `${what} ${on}`.trim(), perform };
  }
}

/** Elements with enough text of their own. */
function textsIn(top: Element): Element[] {
  const all = [
    top,
    ...[...top.querySelectorAll('p, li, td, h1, h2, h3, blockquote, pre, span, div, article')].slice(0, LOOKED_AT),
  ];
  return all.filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && (node.nodeValue ?? '').trim().length >= TEXT_CHARS),
  );
}
