/** Small parts of `navigator` and the window that pages read without asking whether they are there. */
import type { PageHost } from '../bridge.ts';
import { define, defineGetters } from '../channels/define.ts';
import { defineShim } from './use.ts';

/** What a current Chromium says of itself; pages, and libraries of ours, go other ways where they read "jsdom". */
const BROWSER = '(X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const QUOTA_BYTES = 1_000_000_000;

export function installNavigatorBasics(window: Window & typeof globalThis, host: PageHost): void {
  const status = () => Object.assign(new EventTarget(), { state: 'prompt', onchange: null });
  const permissions = { query: async () => status() };
  const storage = {
    estimate: async () => ({ quota: QUOTA_BYTES, usage: 0 }),
    persist: async () => true,
    persisted: async () => true,
  };
  const connection = Object.assign(new EventTarget(), { effectiveType: '4g', saveData: false, downlink: 10, rtt: 50 });
  const lock = { released: false, release: async () => undefined, addEventListener() {} };
  const wakeLock = { request: async () => lock };
  const locks = {
    request: async (name: unknown, second: unknown, third?: unknown) => {
      const callback = typeof second === 'function' ? second : third;
      return typeof callback === 'function' ? callback({ name: String(name), mode: 'exclusive' }) : undefined;
    },
  };
  defineGetters(window.Navigator.prototype, {
    permissions: () => permissions,
    storage: () => storage,
    connection: () => connection,
    wakeLock: () => wakeLock,
    locks: () => locks,
    userActivation: () => ({ hasBeenActive: true, isActive: true }),
    deviceMemory: () => 8,
    hardwareConcurrency: () => 4,
    maxTouchPoints: () => 0,
    language: () => 'en-US',
    languages: () => ['en-US', 'en'],
    platform: () => 'Linux x86_64',
    userAgent: () => `Mozilla/5.0 ${BROWSER}`,
    appVersion: () => `5.0 ${BROWSER}`,
  });
  defineShim(window.Navigator.prototype, host, 'navigator', { vibrate: () => true, getGamepads: () => [] });
  define(window, { isSecureContext: true, crossOriginIsolated: false, chrome: undefined });
  const scheduler = {
    postTask: (callback: () => unknown) =>
      new Promise((resolve) => window.setTimeout(resolve, 0)).then(() => callback()),
    yield: () => new Promise<void>((resolve) => window.setTimeout(resolve, 0)),
  };
  define(window, { scheduler });
}
