/** `navigator.geolocation`: there, and the person denies it. */
import type { PageHost } from '../bridge.ts';
import { defineGetters } from '../channels/define.ts';

const PERMISSION_DENIED = 1;

export function installGeolocation(window: Window & typeof globalThis, host: PageHost): void {
  const later = window.setTimeout;
  const deny = (_success: unknown, failure?: PositionErrorCallback | null) => {
    host.shim('geolocation');
    const error = { code: PERMISSION_DENIED, message: 'User denied Geolocation', PERMISSION_DENIED };
    later(() => failure?.(error as GeolocationPositionError), 1);
    return 1;
  };
  const geolocation = { getCurrentPosition: deny, watchPosition: deny, clearWatch() {} };
  defineGetters(window.Navigator.prototype, { geolocation: () => geolocation });
}
