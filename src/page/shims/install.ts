/**
 * Installs every shim in one window, before the page's own scripts run.
 * In: the window and the bridge. Out: nothing; a shim reports its first use by name.
 */
import type { PageHost } from '../bridge.ts';

export function installShims(_window: Window & typeof globalThis, _host: PageHost): void {}
