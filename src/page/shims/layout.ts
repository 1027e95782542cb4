/**
 * What depends on layout, which there is none of: scrolling, pointer capture, points, ranges, full screen, the screen's turn.
 * Everything is where it stands, at the origin, and in view.
 */
import type { PageHost } from '../bridge.ts';
import { define, defineGetters } from '../channels/define.ts';
import { EMPTY_BOX } from './measures.ts';
import { defineShim } from './use.ts';

export function installLayout(window: Window & typeof globalThis, host: PageHost): void {
  const nothing = () => undefined;
  const scrolling = { scrollTo: nothing, scrollBy: nothing, scroll: nothing };
  defineShim(window, host, 'scrolling', scrolling);
  defineShim(window.Element.prototype, host, 'scrolling', { ...scrolling, scrollIntoView: nothing });
  defineShim(window.Element.prototype, host, 'layout', {
    setPointerCapture: nothing,
    releasePointerCapture: nothing,
    hasPointerCapture: () => false,
    checkVisibility(this: Element) {
      return this.isConnected && window.getComputedStyle(this).display !== 'none';
    },
    requestFullscreen: async () => undefined,
    computedStyleMap: () => new Map(),
  });
  defineShim(window.Document.prototype, host, 'layout', {
    elementFromPoint: () => null,
    elementsFromPoint: () => [],
    exitFullscreen: async () => undefined,
  });
  defineShim(window.Range.prototype, host, 'layout', {
    getBoundingClientRect: () => ({ ...EMPTY_BOX }),
    getClientRects: () => [],
  });
  const { innerWidth: width, innerHeight: height } = window;
  const viewport = Object.assign(new EventTarget(), { width, height, scale: 1, offsetLeft: 0, offsetTop: 0 });
  define(window, { visualViewport: viewport, focus: nothing, blur: nothing, moveTo: nothing, resizeTo: nothing });
  const orientation = Object.assign(new EventTarget(), {
    type: 'landscape-primary',
    angle: 0,
    lock: async () => undefined,
    unlock: nothing,
  });
  define(window.screen, { orientation });
  defineGetters(window.Document.prototype, {
    scrollingElement(this: Document) {
      return this.documentElement;
    },
    fullscreenElement: () => null,
    fullscreenEnabled: () => true,
  });
  for (const control of [window.HTMLInputElement, window.HTMLSelectElement])
    defineShim(control.prototype, host, 'layout', { showPicker: nothing });
}
