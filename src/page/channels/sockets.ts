/**
 * `WebSocket` and `EventSource`. In: calls of the page. Out: a connection that opens where the world accepts it and
 * fails where it refuses. Each message sent is a write without an answer; a message to a closed socket is one as well,
 * since the page believes in it. Nothing ever arrives.
 */
import type { PageHost } from '../bridge.ts';
import { askOf } from './ask.ts';
import { bodyOf } from './body.ts';
import { define, defineEventHandlers, defineInterface } from './define.ts';
import { documentBase } from './request.ts';

const SOCKET_STATES = { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 } as const;
const SOURCE_STATES = { CONNECTING: 0, OPEN: 1, CLOSED: 2 } as const;
const ABNORMAL = 1006;

export function installSockets(window: Window & typeof globalThis, host: PageHost): void {
  const ask = askOf(host);
  const later = window.setTimeout;
  const PageError = Error;

  class PageSocket extends EventTarget {
    readonly url: string;
    readonly protocol = '';
    readonly extensions = '';
    readonly bufferedAmount = 0;
    binaryType: BinaryType = 'blob';
    readyState: number = SOCKET_STATES.CONNECTING;

    constructor(url: string | URL) {
      super();
      const parsed = URL.parse(String(url), documentBase());
      if (!parsed) throw new DOMException(`The URL '${String(url)}' is invalid.`, 'SyntaxError');
      this.url = parsed.href.replace(/^http/, 'ws');
      const answer = this.#ask('GET', '', new PageError().stack ?? '');
      later(() => {
        if (this.readyState !== SOCKET_STATES.CONNECTING) return;
        if (answer.id >= 0) ask('answered', { id: answer.id });
        if (answer.status === 200) {
          this.readyState = SOCKET_STATES.OPEN;
          this.dispatchEvent(new Event('open'));
        } else {
          this.readyState = SOCKET_STATES.CLOSED;
          this.dispatchEvent(new Event('error'));
          this.dispatchEvent(new CloseEvent('close', { code: ABNORMAL, wasClean: false }));
        }
      }, answer.latency);
    }

    send(content: unknown): void {
      if (this.readyState === SOCKET_STATES.CONNECTING)
        throw new DOMException(
          "Failed to execute 'send' on 'WebSocket': Still in CONNECTING state.",
          'InvalidStateError',
        );
      const body = bodyOf(content);
      const { id } = this.#ask('POST', body.text, new PageError().stack ?? '');
      body.later?.then((text) => ask('body', { id, body: text }));
    }

    close(code = 1000, reason = ''): void {
      if (this.readyState >= SOCKET_STATES.CLOSING) return;
      this.readyState = SOCKET_STATES.CLOSING;
      later(() => {
        this.readyState = SOCKET_STATES.CLOSED;
        this.dispatchEvent(new CloseEvent('close', { code, reason, wasClean: true }));
      }, 0);
    }

    #ask(method: string, body: string, stack: string) {
      return ask('request', { channel: 'socket', method, url: this.url, base: documentBase(), body, stack });
    }
  }

  class PageEventSource extends EventTarget {
    readonly url: string;
    readonly withCredentials: boolean;
    readyState: number = SOURCE_STATES.CONNECTING;

    constructor(url: string | URL, init: EventSourceInit = {}) {
      super();
      const parsed = URL.parse(String(url), documentBase());
      if (!parsed) throw new DOMException(`Cannot open an EventSource to '${String(url)}'.`, 'SyntaxError');
      this.url = parsed.href;
      this.withCredentials = init.withCredentials === true;
      const stack = new PageError().stack ?? '';
      const base = documentBase();
      const answer = ask('request', { channel: 'event-source', method: 'GET', url: this.url, base, body: '', stack });
      later(() => {
        if (this.readyState !== SOURCE_STATES.CONNECTING) return;
        if (answer.id >= 0) ask('answered', { id: answer.id });
        const opened = answer.status === 200;
        this.readyState = opened ? SOURCE_STATES.OPEN : SOURCE_STATES.CLOSED;
        this.dispatchEvent(new Event(opened ? 'open' : 'error'));
      }, answer.latency);
    }

    close(): void {
      this.readyState = SOURCE_STATES.CLOSED;
    }
  }

  for (const target of [PageSocket, PageSocket.prototype]) define(target, SOCKET_STATES);
  for (const target of [PageEventSource, PageEventSource.prototype]) define(target, SOURCE_STATES);
  defineEventHandlers(PageSocket, ['open', 'message', 'error', 'close']);
  defineEventHandlers(PageEventSource, ['open', 'message', 'error']);
  defineInterface(window, 'WebSocket', PageSocket);
  defineInterface(window, 'EventSource', PageEventSource);
}
