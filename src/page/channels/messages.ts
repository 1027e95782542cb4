/**
 * `postMessage` to the page that embeds this one. In: calls of the page. Out: the message as jsdom delivers it; what was
 * posted is recorded, since a host may listen.
 */
import type { PageHost } from '../bridge.ts';
import { askOf } from './ask.ts';
import { define } from './define.ts';

export function installMessages(window: Window & typeof globalThis, host: PageHost): void {
  const ask = askOf(host);
  const post = window.postMessage;
  const postMessage = function postMessage(message: unknown, target: unknown = '/', transfer?: Transferable[]) {
    ask('keep', { channel: 'post-message', name: 'parent', body: textOf(message) });
    const origin =
      typeof target === 'string' ? target : ((target as WindowPostMessageOptions | null)?.targetOrigin ?? '/');
    return Reflect.apply(post, window, [message, origin === '/' ? window.origin : origin, transfer]);
  };
  define(window, { postMessage });
}

function textOf(message: unknown): string {
  if (typeof message === 'string') return message;
  try {
    return JSON.stringify(message) ?? '';
  } catch {
    // A message that JSON cannot hold is still a message.
    return '';
  }
}
