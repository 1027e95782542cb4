/**
 * Installs every channel in one window, before the page's own scripts run.
 * In: the window and the bridge. Out: nothing; the window's ways out of the page lead to the engine.
 */
import type { PageHost } from '../bridge.ts';
import { installBeacon } from './beacon.ts';
import { installBodyTexts } from './body-texts.ts';
import { installClipboard } from './clipboard.ts';
import { installDialogs } from './dialogs.ts';
import { installFetch } from './fetch.ts';
import { installMessages } from './messages.ts';
import { installObjectUrls } from './object-urls.ts';
import { installServiceWorker } from './service-worker.ts';
import { installSockets } from './sockets.ts';
import { installStorage } from './storage.ts';
import { installXhr } from './xhr.ts';

const CHANNELS = [
  installFetch,
  installXhr,
  installBodyTexts,
  installBeacon,
  installSockets,
  installDialogs,
  installClipboard,
  installMessages,
  installObjectUrls,
  installServiceWorker,
  installStorage,
];

export function installChannels(window: Window & typeof globalThis, host: PageHost): void {
  for (const install of CHANNELS) install(window, host);
}
