/**
 * Boxes for elements, which nobody lays out. In: the window. Out: whatever is shown has a size, so that a script that draws into
 * an element, or goes on until a line fits, does not find everything of no size; what is not shown has none.
 */
import type { PageHost } from '../bridge.ts';
import { define, defineGetters } from '../channels/define.ts';

type Side = 'width' | 'height';

/** A line of text, and an element with others in it. */
const LINE = { width: 400, height: 20 };
const BLOCK = { width: 400, height: 300 };
const PIXELS = /^\d{1,6}(?:\.\d{1,6})?(?:px)?$/;

export function installBoxes(window: Window & typeof globalThis, host: PageHost): void {
  const { innerWidth, innerHeight } = window;
  const { getComputedStyle } = window;

  /** The size that a style or an attribute of its own names in pixels. */
  function named(element: Element, side: Side): number | null {
    const text = (element as HTMLElement).style?.[side] || (element.getAttribute(side) ?? '');
    return PIXELS.test(text) ? Number.parseFloat(text) : null;
  }

  function isShown(element: Element): boolean {
    if (!element.isConnected) return false;
    for (let at: Element | null = element; at; at = at.parentElement)
      if (getComputedStyle.call(window, at).display === 'none') return false;
    return true;
  }

  function sizeOf(element: Element, side: Side): number {
    const { documentElement, body } = element.ownerDocument;
    if (element === documentElement || element === body) return side === 'width' ? innerWidth : innerHeight;
    if (!isShown(element)) return 0;
    host.shim('boxes');
    return named(element, side) ?? (element.childElementCount > 0 ? BLOCK : LINE)[side];
  }

  const boxOf = (element: Element): DOMRect =>
    new window.DOMRect(0, 0, sizeOf(element, 'width'), sizeOf(element, 'height'));
  const sizes = (prefixes: readonly string[]): Record<string, (this: Element) => number> =>
    Object.fromEntries(
      prefixes.flatMap((prefix) => [
        [
          `${prefix}Width`,
          function (this: Element) {
            return sizeOf(this, 'width');
          },
        ],
        [
          `${prefix}Height`,
          function (this: Element) {
            return sizeOf(this, 'height');
          },
        ],
      ]),
    );
  defineGetters(window.Element.prototype, sizes(['client', 'scroll']));
  defineGetters(window.HTMLElement.prototype, sizes(['offset']));
  define(window.Element.prototype, {
    getBoundingClientRect(this: Element) {
      return boxOf(this);
    },
    getClientRects(this: Element) {
      return isShown(this) ? [boxOf(this)] : [];
    },
  });
}
