/**
 * Installs every channel in one window, before the page's own scripts run.
 * In: the window and the bridge. Out: nothing; the window's ways out of the page lead to the engine.
 */
import type { PageHost } from '../bridge.ts';
import { installFetch } from './fetch.ts';

export function installChannels(window: Window & typeof globalThis, host: PageHost): void {
  installFetch(window, host);
}
