/**
 * Storage where the host has none: `localStorage` and `sessionStorage` throw, as in a sandboxed frame. Elsewhere they are
 * jsdom's, and the engine records what is set.
 */
import type { PageHost } from '../bridge.ts';
import { askOf } from './ask.ts';

export function installStorage(window: Window & typeof globalThis, host: PageHost): void {
  if (askOf(host)('facts', {}).storage !== 'throws') return;
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      configurable: true,
      enumerable: true,
      get() {
        throw new DOMException(`Failed to read the '${name}' property from 'Window'`, 'SecurityError');
      },
    });
}
