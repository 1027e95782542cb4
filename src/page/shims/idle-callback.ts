/** `requestIdleCallback`: the page is idle a millisecond later, with time to spare. */
import type { PageHost } from '../bridge.ts';
import { defineShim } from './use.ts';

export function installIdleCallback(window: Window & typeof globalThis, host: PageHost): void {
  const { setTimeout, clearTimeout } = window;
  defineShim(window, host, 'idle-callback', {
    requestIdleCallback: (callback: IdleRequestCallback) =>
      setTimeout(() => callback({ didTimeout: false, timeRemaining: () => 50 }), 1),
    cancelIdleCallback: (handle: number) => clearTimeout(handle),
  });
}
