/**
 * Puts a value into a field the way hands do. In: an element and a value. Out: events in a browser's order around the
 * realm's native setter, so that frameworks which track the property notice. Returns whether the field took it.
 */
import type { Gestures } from './gestures.ts';

/** The prototype's setter: a framework's own property on the element must not swallow the change. */
export function setNative(element: Element, name: 'value' | 'checked' | 'selected', value: unknown): void {
  let holder: object | null = Object.getPrototypeOf(element) as object | null;
  while (holder) {
    const set = Object.getOwnPropertyDescriptor(holder, name)?.set;
    if (set) {
      set.call(element, value);
      return;
    }
    holder = Object.getPrototypeOf(holder) as object | null;
  }
}

/** One stroke stands for all: the last character's keys, then the whole value at once. */
export function typeText(gestures: Gestures, field: HTMLInputElement | HTMLTextAreaElement, value: string): boolean {
  const key = value.at(-1) ?? 'a';
  const down = gestures.key(field, 'keydown', { key }) && gestures.key(field, 'keypress', { key });
  const taken = down && gestures.input(field, 'beforeinput', value);
  if (taken) {
    setNative(field, 'value', value);
    gestures.input(field, 'input', value);
  }
  gestures.key(field, 'keyup', { key });
  return taken;
}

export function typeEditable(gestures: Gestures, element: Element, value: string): boolean {
  const key = value.at(-1) ?? 'a';
  const down = gestures.key(element, 'keydown', { key }) && gestures.key(element, 'keypress', { key });
  const taken = down && gestures.input(element, 'beforeinput', value);
  if (taken) {
    const block = element.lastElementChild;
    const into = block && /^(?:p|div|h[1-6]|blockquote)$/.test(block.localName) ? block : element;
    const glue = into.textContent?.trim() ? ' ' : '';
    into.append(element.ownerDocument.createTextNode(glue + value));
    gestures.input(element, 'input', value);
  }
  gestures.key(element, 'keyup', { key });
  return taken;
}

/** Input and change, as a select, a box or a file chooser fires them at once. */
export function announceChange(gestures: Gestures, element: Element): void {
  gestures.input(element, 'input', '');
  gestures.change(element);
}
