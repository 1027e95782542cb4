/**
 * The events a hand and a keyboard make, in a browser's order. In: an element. Out: dispatched events. Events nobody
 * ever listened to are not made, but for those the engine itself acts on.
 */
import type { Watch } from '../watch/watch-window.ts';
import { isHeard } from './hearing.ts';

const DOUBLE: ReadonlySet<string> = new Set(['dblclick']);
const CONTEXT: ReadonlySet<string> = new Set(['contextmenu']);
const PURPOSEFUL = new Set(['button', 'a', 'input', 'select', 'textarea', 'summary']);

type Realm = Window & typeof globalThis;

export interface KeyPress {
  readonly key: string;
  readonly ctrl?: boolean;
  readonly meta?: boolean;
  readonly shift?: boolean;
  readonly alt?: boolean;
}

const CODES: Readonly<Record<string, string>> = {
  ' ': 'Space',
  '?': 'Slash',
  '/': 'Slash',
  ',': 'Comma',
  '.': 'Period',
};

function codeOf(key: string): string {
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`;
  if (/^\d$/.test(key)) return `Digit${key}`;
  return CODES[key] ?? key;
}

const KEY_NUMBERS: Readonly<Record<string, number>> = {
  Enter: 13,
  Escape: 27,
  Tab: 9,
  Backspace: 8,
  Delete: 46,
  ' ': 32,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Home: 36,
  End: 35,
  PageUp: 33,
  PageDown: 34,
};

const numberOf = (key: string): number => KEY_NUMBERS[key] ?? (key.length === 1 ? key.toUpperCase().charCodeAt(0) : 0);

export class Gestures {
  /** What the person, not the page, gave the focus to last. */
  focused: Element | null = null;
  readonly #watches: readonly Watch[];

  constructor(watches: readonly Watch[]) {
    this.#watches = watches;
  }

  heard(...types: readonly string[]): boolean {
    return types.some((type) => this.#watches.some((watch) => watch.book.heard(type)));
  }

  realm(element: Element): Realm {
    return (element.ownerDocument.defaultView ?? this.#watches[0]!.window) as Realm;
  }

  /** False when the page prevented what the event would do. */
  send(element: Element, event: Event): boolean {
    return element.dispatchEvent(event);
  }

  pointer(element: Element, type: string, extra: MouseEventInit = {}): boolean {
    if (type !== 'click' && !this.heard(type)) return true;
    const window = this.realm(element);
    const bubbles = !type.endsWith('enter') && !type.endsWith('leave');
    const up = type.endsWith('up') || type === 'click' || type.endsWith('over') || type.endsWith('enter');
    const init = {
      bubbles,
      cancelable: bubbles,
      composed: true,
      view: window,
      detail: 0,
      buttons: up ? 0 : 1,
      ...extra,
    };
    const pointed = type.startsWith('pointer') || type === 'click' || type === 'contextmenu';
    const Kind = pointed && typeof window.PointerEvent === 'function' ? window.PointerEvent : window.MouseEvent;
    return this.send(
      element,
      new Kind(type, pointed ? { ...init, pointerId: 1, pointerType: 'mouse', isPrimary: true } : init),
    );
  }

  /** The pointer comes over the element, presses and lets go: the whole of a click. */
  click(element: Element): void {
    this.putDown(element);
    if (element.localName === 'canvas') this.#stroke(element);
    this.letGo(element);
  }

  /** The first half of a click, for as long as it is held. */
  putDown(element: Element): void {
    for (const type of ['pointerover', 'pointerenter', 'mouseover', 'mouseenter', 'pointermove', 'mousemove'])
      this.pointer(element, type);
    this.touch(element, 'touchstart');
    this.pointer(element, 'pointerdown');
    if (this.pointer(element, 'mousedown', { detail: 1 })) this.focus(element);
  }

  letGo(element: Element): void {
    this.touch(element, 'touchend');
    this.pointer(element, 'pointerup');
    this.pointer(element, 'mouseup', { detail: 1 });
    if (element.isConnected) this.pointer(element, 'click', { detail: 1 });
  }

  /** On what is drawn upon, a press is a short line. */
  #stroke(element: Element): void {
    for (const step of [4, 12, 24])
      for (const type of ['pointermove', 'mousemove'])
        this.pointer(element, type, { clientX: step, clientY: step, buttons: 1 });
  }

  /** A click; twice, and with the other button, where the page listens for that. */
  press(element: Element): void {
    const double = this.#wants(element, DOUBLE);
    const context = this.#wants(element, CONTEXT);
    this.click(element);
    if (double && element.isConnected) {
      this.pointer(element, 'click', { detail: 2 });
      this.pointer(element, 'dblclick', { detail: 2 });
    }
    if (context && element.isConnected) this.pointer(element, 'contextmenu', { button: 2 });
  }

  /** What has a purpose of its own is clicked twice only where it asks for that itself: twice is two saves. */
  #wants(element: Element, types: ReadonlySet<string>): boolean {
    if (!PURPOSEFUL.has(element.localName)) return isHeard(element, types, this.#watches);
    return this.#watches.some((watch) => watch.book.listens(element, types));
  }

  touch(element: Element, type: string, at: Partial<Touch> = {}): void {
    const window = this.realm(element);
    if (!this.heard(type) || typeof window.TouchEvent !== 'function') return;
    const event = new window.TouchEvent(type, { bubbles: true, cancelable: true, composed: true });
    this.send(element, withFinger(event, element, type === 'touchend', at));
  }

  /** Moves the focus to the element, or to the nearest ancestor that takes it, as a press does. */
  focus(element: Element): void {
    const active = (element.getRootNode() as Document).activeElement;
    let at: Element | null = element;
    while (at) {
      if (at === active) return;
      const focusable = at as HTMLElement;
      if (typeof focusable.focus === 'function' && focusable.tabIndex >= 0) {
        this.focused = at;
        focusable.focus();
        return;
      }
      if (at.hasAttribute('contenteditable')) break;
      at = at.parentElement;
    }
    if (element.hasAttribute('contenteditable')) this.#focusEditable(element);
  }

  /** Where the engine gives editable elements no focus, the events a person's focus makes still happen. */
  #focusEditable(element: Element): void {
    const window = this.realm(element);
    this.focused = element;
    (element as HTMLElement).focus?.();
    if ((element.getRootNode() as Document).activeElement === element) return;
    this.send(element, new window.FocusEvent('focus', { composed: true }));
    this.send(element, new window.FocusEvent('focusin', { bubbles: true, composed: true }));
  }

  leave(element: Element): void {
    const active = (element.getRootNode() as Document).activeElement;
    if (active === element) {
      (element as HTMLElement).blur();
      return;
    }
    const window = this.realm(element);
    if (this.heard('blur')) this.send(element, new window.FocusEvent('blur', { composed: true }));
    if (this.heard('focusout'))
      this.send(element, new window.FocusEvent('focusout', { bubbles: true, composed: true }));
  }

  /** One event of a key; false when prevented. */
  key(element: Element, type: 'keydown' | 'keypress' | 'keyup', press: KeyPress): boolean {
    if (!this.heard(type)) return true;
    const window = this.realm(element);
    const number = numberOf(press.key);
    const event = new window.KeyboardEvent(type, {
      key: press.key,
      code: codeOf(press.key),
      keyCode: number,
      which: number,
      ctrlKey: press.ctrl ?? false,
      metaKey: press.meta ?? false,
      shiftKey: press.shift ?? false,
      altKey: press.alt ?? false,
      bubbles: true,
      cancelable: true,
      composed: true,
      view: window,
    } as KeyboardEventInit);
    return this.send(element, event);
  }

  change(element: Element): boolean {
    return this.send(element, new (this.realm(element).Event)('change', { bubbles: true }));
  }

  input(element: Element, type: 'beforeinput' | 'input', data: string): boolean {
    if (!this.heard(type)) return true;
    const cancelable = type === 'beforeinput';
    const init = { bubbles: true, composed: true, cancelable, data, inputType: 'insertText' };
    return this.send(element, new (this.realm(element).InputEvent)(type, init));
  }
}

const AT = { clientX: 1, clientY: 1, pageX: 1, pageY: 1, screenX: 1, screenY: 1, radiusX: 1, radiusY: 1, force: 1 };

/** The one finger of a touch, which jsdom's events have no place for. Lifted, it is among what changed alone. */
function withFinger(event: TouchEvent, target: Element, lifted: boolean, at: Partial<Touch>): TouchEvent {
  const listOf = (touches: readonly object[]) => ({
    get: () => Object.assign([...touches], { item: (index: number) => touches[index] ?? null }),
    configurable: true,
    enumerable: true,
  });
  const finger = { identifier: 1, target, rotationAngle: 0, ...AT, ...at };
  const down = listOf(lifted ? [] : [finger]);
  return Object.defineProperties(event, { touches: down, targetTouches: down, changedTouches: listOf([finger]) });
}
