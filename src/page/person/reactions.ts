/**
 * What a person does beside clicking, typing and dragging, by what a page listens for: comes over an element, selects text,
 * swipes, holds a press, scrolls, pastes. Data: which listeners ask for it, and the events it makes.
 */
import { fileFor } from './choosing.ts';
import type { Gestures } from './gestures.ts';

export interface Reaction {
  readonly name: string;
  readonly types: ReadonlySet<string>;
  /** What the code of such a listener holds; without it, any listener asks. */
  readonly asks?: RegExp;
  /** Before the views are changed, since it brings something up. */
  readonly early?: boolean;
  /** Not on controls: a click makes the same events. */
  readonly byClicks?: boolean;
  /** On what holds text below the listener, in place of the listener's own element. */
  readonly onText?: boolean;
  perform(gestures: Gestures, element: Element, token: string): void;
  /** What ends it once the page has come to rest. */
  readonly release?: (gestures: Gestures, element: Element) => void;
}

const OVER = ['pointerover', 'pointerenter', 'mouseover', 'mouseenter'];
const BEGINS = ['pointerdown', 'mousedown', 'touchstart'];
const SWIPED_FROM = 300;
const SWIPED_PIXELS = 160;
const COORDINATE = /\b(?:client|page|screen|offset)X\b|\btouches\b|\bchangedTouches\b/;

export const REACTIONS: readonly Reaction[] = [
  {
    name: 'hover',
    types: new Set(OVER),
    early: true,
    byClicks: true,
    perform: (gestures, element) => {
      for (const type of OVER) gestures.pointer(element, type);
    },
  },
  {
    name: 'select',
    types: new Set(['mouseup', 'pointerup', 'touchend', 'selectionchange', 'keyup']),
    asks: /\bgetSelection\b/,
    early: true,
    onText: true,
    perform: select,
  },
  { name: 'swipe left', types: new Set(BEGINS), asks: COORDINATE, perform: swipe(-SWIPED_PIXELS) },
  { name: 'swipe right', types: new Set(BEGINS), asks: COORDINATE, perform: swipe(SWIPED_PIXELS) },
  {
    name: 'hold',
    types: new Set(BEGINS),
    asks: /\bsetTimeout\b/,
    perform: (gestures, element) => gestures.putDown(element),
    release: (gestures, element) => gestures.letGo(element),
  },
  {
    name: 'scroll',
    types: new Set(['scroll', 'scrollend', 'wheel']),
    perform: (gestures, element) => {
      const { body } = element.ownerDocument;
      const target = element === body ? element.ownerDocument : element;
      for (const type of ['wheel', 'scroll', 'scrollend']) {
        const event = new (gestures.realm(element).Event)(type, { bubbles: target !== element || type === 'wheel' });
        if (gestures.heard(type)) target.dispatchEvent(event);
      }
    },
  },
  { name: 'paste', types: new Set(['paste']), perform: paste },
];

/** All the text of an element, and the mouse let go at its end. */
function select(gestures: Gestures, element: Element): void {
  const window = gestures.realm(element);
  gestures.putDown(element);
  window.getSelection()?.selectAllChildren(element);
  if (gestures.heard('selectionchange')) element.ownerDocument.dispatchEvent(new window.Event('selectionchange'));
  gestures.letGo(element);
}

/** Comes down, moves to the side and lets go: with a finger, a pen and a mouse. */
function swipe(pixels: number): Reaction['perform'] {
  const at = (x: number) => ({ clientX: x, pageX: x });
  const [from, half, to] = [at(SWIPED_FROM), at(SWIPED_FROM + pixels / 2), at(SWIPED_FROM + pixels)];
  return (gestures, element) => {
    gestures.touch(element, 'touchstart', from);
    for (const point of [half, to]) gestures.touch(element, 'touchmove', point);
    gestures.touch(element, 'touchend', to);
    for (const type of ['pointerdown', 'mousedown']) gestures.pointer(element, type, from);
    for (const point of [half, to])
      for (const type of ['pointermove', 'mousemove']) gestures.pointer(element, type, { ...point, buttons: 1 });
    for (const type of ['pointerup', 'mouseup']) gestures.pointer(element, type, to);
  };
}

function paste(gestures: Gestures, element: Element, token: string): void {
  const window = gestures.realm(element);
  const pasted = new window.DataTransfer();
  pasted.setData('text/plain', token);
  pasted.items.add(fileFor(window, 'image/png', token));
  const event = new window.Event('paste', { bubbles: true, cancelable: true, composed: true });
  Object.defineProperty(event, 'clipboardData', { value: pasted });
  element.dispatchEvent(event);
}
