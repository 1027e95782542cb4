/** Audio and video: playing resolves at once and is over at once; recording devices are refused. Nothing is heard. */
import type { PageHost } from '../bridge.ts';
import { define, defineGetters } from '../channels/define.ts';
import { defineShim } from './use.ts';

/** A node, parameter or context of Web Audio: any property is another such thing, any call returns one. */
function silent(): unknown {
  return new Proxy((() => {}) as object, {
    get: (_target, key) => {
      if (key === Symbol.toPrimitive) return () => 0;
      if (key === 'then') return undefined;
      return key === 'state' ? 'running' : key === 'currentTime' || key === 'value' ? 0 : silent();
    },
    set: () => true,
    apply: () => silent(),
    construct: () => silent() as object,
  });
}

export function installMedia(window: Window & typeof globalThis, host: PageHost): void {
  const later = window.setTimeout;
  const over = (element: HTMLMediaElement) =>
    later(() => {
      for (const type of ['playing', 'timeupdate', 'ended']) element.dispatchEvent(new window.Event(type));
    }, 1);
  defineShim(window.HTMLMediaElement.prototype, host, 'media', {
    async play(this: HTMLMediaElement) {
      over(this);
    },
    pause: () => undefined,
    load: () => undefined,
    canPlayType: () => '',
  });
  const context = function AudioContext() {
    host.shim('audio-context');
    return silent();
  };
  define(window, { AudioContext: context, webkitAudioContext: context, OfflineAudioContext: context });
  const refuse = async () => {
    host.shim('media-devices');
    throw new window.DOMException('Permission denied', 'NotAllowedError');
  };
  const devices = Object.assign(new EventTarget(), {
    getUserMedia: refuse,
    getDisplayMedia: refuse,
    enumerateDevices: async () => [],
  });
  defineGetters(window.Navigator.prototype, { mediaDevices: () => devices });
}
