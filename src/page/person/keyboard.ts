/**
 * Which key to press next, where the page listens for keys. In: listeners, and the field typed into last. Out: deeds
 * 'key', and 'submit' for Enter in a form's field. Each listening target gets each combination once.
 */
import type { PageHost } from '../bridge.ts';
import type { Where } from '../scene/where.ts';
import { KEYS } from '../watch/event-types.ts';
import type { Heard } from '../watch/listener-book.ts';
import type { Watch } from '../watch/watch-window.ts';
import type { Controls } from './controls.ts';
import type { Deed } from './deed.ts';
import { pressEnter, submitsOnEnter } from './enter.ts';
import type { Fields } from './fields.ts';
import { isTyped } from './fields.ts';
import type { Gestures, KeyPress } from './gestures.ts';
import type { Reach } from './reach.ts';
import { askedModifiers, COMMON, comparedKeys, ESCAPE, MOST_COMPARED } from './shortcuts.ts';

/** Targets of one and the same listener that get every combination; further ones get Enter alone. */
const LIKES = 2;

interface KeyPlan {
  readonly id: string;
  readonly target: EventTarget;
  readonly presses: readonly KeyPress[];
}

/** Shortcuts that save, pressed before anything was there to save. */
interface Early {
  readonly plan: KeyPlan;
  readonly steps: number[];
  /** Changes that had been seen when the last of them was over. */
  seen: number;
  readonly again: Set<string>;
}

export class Keyboard {
  readonly #early = new Map<string, Early>();
  readonly #host: Pick<PageHost, 'step' | 'wrote'>;
  #pressed: Early | null = null;
  readonly #done = new Set<string>();
  readonly #entered = new Set<string>();
  readonly #likes = new Map<string, number>();
  readonly #plans = new Map<string, KeyPlan>();
  readonly #where: Where;
  readonly #watches: readonly Watch[];
  readonly #controls: Controls;
  readonly #reach: Reach;
  readonly #fields: Fields;
  readonly #gestures: Gestures;
  #versions = '';

  constructor(
    host: Pick<PageHost, 'step' | 'wrote'>,
    where: Where,
    watches: readonly Watch[],
    controls: Controls,
    reach: Reach,
    fields: Fields,
    gestures: Gestures,
  ) {
    this.#host = host;
    this.#where = where;
    this.#watches = watches;
    this.#controls = controls;
    this.#reach = reach;
    this.#fields = fields;
    this.#gestures = gestures;
  }

  /** `closing`: the key that closes things, kept until the rest is done. */
  next(closing: boolean): Deed | null {
    this.#refresh();
    for (const plan of this.#plans.values())
      for (const press of plan.presses) {
        if ((press.key === 'Escape') !== closing) continue;
        const id = `${plan.id}|${nameOf(press)}`;
        if (this.#done.has(id)) continue;
        const element = this.#focusFor(plan.target);
        if (!element) break;
        this.#done.add(id);
        return this.#deed(element, press, this.#earlyOf(plan, press));
      }
    return null;
  }

  /** After each action: how many changes a person saw so far. */
  observe(changes: number): void {
    if (this.#pressed) this.#pressed.seen = changes;
    this.#pressed = null;
  }

  /** A shortcut that saves, once more where it wrote nothing and something changed since. */
  again(changes: number): Deed | null {
    for (const early of this.#early.values()) {
      if (early.again.size === 0 && early.seen >= changes) continue;
      if (early.steps.some((step) => this.#host.wrote(step) > 0)) continue;
      const element = this.#focusFor(early.plan.target);
      const press = early.plan.presses.find((each) => saves(each) && !early.again.has(nameOf(each)));
      if (!element || !press) continue;
      early.again.add(nameOf(press));
      return this.#deed(element, press, early);
    }
    return null;
  }

  #earlyOf(plan: KeyPlan, press: KeyPress): Early | null {
    if (!saves(press)) return null;
    return this.#early.getOrInsertComputed(plan.id, () => ({ plan, steps: [], seen: 0, again: new Set<string>() }));
  }

  /** Enter in a field of each form, where nothing pressed it there yet. */
  nextForm(): Deed | null {
    for (const { element } of this.#controls.all()) {
      if (!submitsOnEnter(element) || element.readOnly || this.#reach.state(element) !== 'ok') continue;
      const id = this.#where.of(element.form!);
      if (this.#entered.has(id)) continue;
      return this.#deed(element, { key: 'Enter' });
    }
    return null;
  }

  #deed(element: Element, press: KeyPress, early: Early | null = null): Deed {
    const plain = press.key === 'Enter' && nameOf(press) === 'Enter';
    const submits = plain && submitsOnEnter(element);
    if (submits) this.#entered.add(this.#where.of((element as HTMLInputElement).form!));
    return {
      kind: submits ? 'submit' : 'key',
      element,
      name: nameOf(press),
      perform: () => {
        this.#pressed = early;
        early?.steps.push(this.#host.step());
        if (plain) pressEnter(this.#gestures, element);
        else this.#press(element, press);
      },
    };
  }

  #press(element: Element, press: KeyPress): void {
    this.#gestures.focus(element);
    this.#gestures.key(element, 'keydown', press);
    if (press.key.length === 1 && !press.ctrl && !press.meta) this.#gestures.key(element, 'keypress', press);
    this.#gestures.key(element, 'keyup', press);
  }

  /** Where the focus is when a person uses the shortcut: in the field that listens, or in the one typed into last. */
  #focusFor(target: EventTarget): Element | null {
    const element = target as Element;
    if (element.nodeType === 1 && element.localName !== 'body' && element.localName !== 'html') {
      if (!element.isConnected) return null;
      const inside = this.#controls
        .all()
        .find(
          ({ element: each, kind }) =>
            kind === 'field' && element.contains(each) && isTyped(each) && this.#isOpen(each),
        );
      return inside?.element ?? this.#focusableIn(element);
    }
    const last = this.#fields.last;
    if (last && this.#isOpen(last)) return last;
    const document = (target as Node).nodeType
      ? ((target as Node).ownerDocument ?? target)
      : (target as Window).document;
    return (document as Document).body;
  }

  /** A container that takes no focus hears the keys of what it holds. */
  #focusableIn(element: Element): Element | null {
    const takesFocus = (each: Element): boolean => (each as HTMLElement).tabIndex >= 0 && this.#isOpen(each);
    const held =
      (element as HTMLElement).tabIndex >= 0 ? undefined : [...element.querySelectorAll('[tabindex]')].find(takesFocus);
    return held ?? (this.#isOpen(element) ? element : null);
  }

  #isOpen(element: Element): boolean {
    return this.#reach.state(element) === 'ok';
  }

  #refresh(): void {
    const versions = this.#watches.map((watch) => watch.book.version).join();
    if (versions === this.#versions) return;
    this.#versions = versions;
    for (const { book } of this.#watches)
      for (const target of book.targets(KEYS)) {
        const callbacks = [...KEYS].flatMap((type) => [...book.callbacks(target, type)]);
        const id = this.#idOf(target);
        const known = this.#plans.get(id);
        if (known && known.target === target) continue;
        this.#plans.set(id, { id, target, presses: known?.presses ?? this.#pressesFor(target, callbacks) });
      }
  }

  #idOf(target: EventTarget): string {
    const node = target as Node;
    if (node.nodeType === 1) return this.#where.of(node as Element);
    return node.nodeType === 9 ? 'document' : 'window';
  }

  #pressesFor(target: EventTarget, callbacks: readonly Heard[]): KeyPress[] {
    const source = callbacks.map((callback) => sourceOf(callback, target)).join('\n');
    const likes = this.#likes.get(source) ?? 0;
    this.#likes.set(source, likes + 1);
    if (likes >= LIKES) return [{ key: 'Enter' }];
    // A listener that hands the event on compares elsewhere: the page's scripts are read in its place.
    const scripts = (): string => scriptsOf(this.#watches[0]!.window.document);
    const own = comparedKeys(source, scripts);
    const told = own.length > 0 ? source : scripts();
    const modifiers = askedModifiers(told);
    const keys = own.length > 0 ? own : comparedKeys(told);
    const presses = new Map<string, KeyPress>();
    for (const press of [...COMMON, ESCAPE]) presses.set(nameOf(press), press);
    const most = presses.size + MOST_COMPARED;
    for (const key of keys)
      for (const modifier of [{}, ...modifiers]) {
        const press = { key, ...modifier };
        if (presses.size < most) presses.set(nameOf(press), press);
      }
    return [...presses.values()];
  }
}

/** Ctrl+S and its like, Ctrl+Enter and its like. */
const saves = ({ key, ctrl, meta }: KeyPress): boolean => (key === 's' || key === 'Enter') && (ctrl || meta) === true;

function nameOf({ key, ctrl, meta, alt, shift }: KeyPress): string {
  return `${ctrl ? 'Ctrl+' : ''}${meta ? 'Meta+' : ''}${alt ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${key === ' ' ? 'Space' : key}`;
}

function sourceOf(callback: Heard, target: EventTarget): string {
  if (callback === null)
    return [...KEYS].map((type) => (target as Element).getAttribute?.(`on${type}`) ?? '').join('\n');
  const called = typeof callback === 'function' ? callback : callback.handleEvent;
  return typeof called === 'function' ? Function.prototype.toString.call(called) : '';
}

const SCRIPT_CHARS = 200_000;
const LIBRARY_CHARS = 60_000;

/** Text of the page's own scripts; a longer one is a library. */
function scriptsOf(document: Document): string {
  let text = '';
  for (const script of document.scripts) {
    const own = script.src ? '' : (script.textContent ?? '');
    if (own.length < LIBRARY_CHARS && text.length < SCRIPT_CHARS) text += `${own}\n`;
  }
  return text;
}
