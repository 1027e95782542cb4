/** Speech: an utterance ends a moment after it began; there are no voices and nothing is heard. */
import type { PageHost } from '../bridge.ts';
import { define, defineEventHandlers, defineInterface } from '../channels/define.ts';

export function installSpeech(window: Window & typeof globalThis, host: PageHost): void {
  const later = window.setTimeout;
  class PageUtterance extends EventTarget {
    text: string;
    lang = '';
    rate = 1;
    pitch = 1;
    volume = 1;
    voice = null;
    constructor(text = '') {
      super();
      this.text = String(text);
    }
  }
  defineEventHandlers(PageUtterance, ['start', 'end', 'error', 'boundary']);
  defineInterface(window, 'SpeechSynthesisUtterance', PageUtterance);
  const speechSynthesis = Object.assign(new EventTarget(), {
    speaking: false,
    pending: false,
    paused: false,
    onvoiceschanged: null,
    getVoices: () => [],
    cancel() {},
    pause() {},
    resume() {},
    speak(utterance: EventTarget) {
      host.shim('speech');
      later(() => {
        for (const type of ['start', 'end']) utterance.dispatchEvent(new window.Event(type));
      }, 1);
    },
  });
  define(window, { speechSynthesis });
}
