/**
 * `navigator.serviceWorker`: there, and every registration is rejected, as in a sandboxed frame. The attempt is recorded.
 */
import type { PageHost } from '../bridge.ts';
import { askOf } from './ask.ts';
import { defineGetters } from './define.ts';

export function installServiceWorker(window: Window & typeof globalThis, host: PageHost): void {
  const ask = askOf(host);
  const container = Object.assign(new EventTarget(), {
    controller: null,
    ready: new Promise(() => {}),
    async register(url: unknown) {
      host.shim('service-worker');
      ask('keep', { channel: 'service-worker', name: String(url), body: '' });
      throw new DOMException('Failed to register a ServiceWorker', 'SecurityError');
    },
    getRegistration: async () => undefined,
    getRegistrations: async () => [],
  });
  defineGetters(window.Navigator.prototype, { serviceWorker: () => container });
}
