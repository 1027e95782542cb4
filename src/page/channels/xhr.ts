/**
 * `XMLHttpRequest` of the page's realm (XMLHttpRequest Standard), with the event order of the standard.
 * In: calls of the page. Out: the engine's answer after its latency, or at once for a synchronous request.
 */
import type { PageHost } from '../bridge.ts';
import type { Ask } from './ask.ts';
import { askOf } from './ask.ts';
import type { Body } from './body.ts';
import { bodyOf, NO_BODY } from './body.ts';
import { handOut } from './body-texts.ts';
import { define, defineEventHandlers, defineInterface } from './define.ts';
import type { RequestAnswer } from './protocol.ts';
import { documentBase } from './request.ts';
import { trackedBody } from './tracked-body.ts';

const EVENTS = ['loadstart', 'progress', 'abort', 'error', 'load', 'timeout', 'loadend'] as const;
const STATES = { UNSENT: 0, OPENED: 1, HEADERS_RECEIVED: 2, LOADING: 3, DONE: 4 } as const;

export function installXhr(window: Window & typeof globalThis, host: PageHost): void {
  const ask = askOf(host);
  const later = window.setTimeout;
  const PageError = Error;

  class Upload extends EventTarget {}

  class PageXhr extends EventTarget {
    readonly upload = new Upload();
    timeout = 0;
    withCredentials = false;
    responseType: XMLHttpRequestResponseType = '';
    #readyState = 0;
    #method = 'GET';
    #url = '';
    #async = true;
    #answer: RequestAnswer | null = null;
    #received = false;
    /** Raised by `open` and `abort`: what an older send still has under way is void. */
    #generation = 0;
    #fateAwaited = false;
    readonly #headers = new Map<string, string>();

    get readyState(): number {
      return this.#readyState;
    }
    get responseURL(): string {
      return this.#received ? (this.#answer?.url ?? '') : '';
    }
    get status(): number {
      this.#read('status');
      return this.#received ? (this.#answer?.status ?? 0) : 0;
    }
    get statusText(): string {
      this.#read('status');
      const status = this.#received ? this.#answer?.status : 0;
      return status === 200 ? 'OK' : status === 404 ? 'Not Found' : '';
    }
    get responseText(): string {
      if (this.responseType !== '' && this.responseType !== 'text')
        throw new DOMException("The value is only accessible if 'responseType' is '' or 'text'.", 'InvalidStateError');
      this.#readBody();
      return this.#handOut();
    }
    get responseXML(): Document | null {
      this.#readBody();
      return null;
    }
    get response(): unknown {
      this.#readBody();
      if (this.responseType === '' || this.responseType === 'text') return this.#handOut();
      if (this.#readyState !== STATES.DONE || !this.#received || !this.#answer) return null;
      if (this.responseType !== 'json') this.#look();
      return typedResponse(this.responseType, this.#answer, this.#text(), ask);
    }

    open(method: string, url: string, async = true): void {
      const parsed = URL.parse(String(url), documentBase());
      if (!parsed) throw new DOMException(`Failed to execute 'open': Invalid URL`, 'SyntaxError');
      const upper = String(method).toUpperCase();
      this.#method = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'].includes(upper) ? upper : String(method);
      this.#url = parsed.href;
      this.#async = async !== false;
      this.#answer = null;
      this.#received = false;
      this.#generation += 1;
      this.#headers.clear();
      this.#move(STATES.OPENED);
    }
    setRequestHeader(name: string, value: string): void {
      if (this.#readyState !== STATES.OPENED || this.#answer) throw notOpened('setRequestHeader');
      this.#headers.set(String(name).toLowerCase(), String(value));
    }
    overrideMimeType(): void {}
    getResponseHeader(name: string): string | null {
      this.#read('headers');
      return this.#received && String(name).toLowerCase() === 'content-type'
        ? (this.#answer?.contentType ?? null)
        : null;
    }
    getAllResponseHeaders(): string {
      this.#read('headers');
      return this.#received ? `content-type: ${this.#answer?.contentType ?? ''}\r\n` : '';
    }

    send(content: unknown = null): void {
      if (this.#readyState !== STATES.OPENED || this.#answer) throw notOpened('send');
      const bodiless = this.#method === 'GET' || this.#method === 'HEAD';
      const body = bodiless ? NO_BODY : bodyOf(content);
      const answer = this.#ask(body, new PageError().stack ?? '');
      this.#answer = answer;
      if (this.#fateAwaited) ask('read', { id: answer.id, what: 'fate' });
      if (!this.#async) {
        this.#receive(body, false);
        return;
      }
      const generation = this.#generation;
      this.#progress(this, 'loadstart', 0);
      if (body.source !== null) this.#progress(this.upload, 'loadstart', body.text.length);
      const timed = this.timeout > 0 && this.timeout < answer.latency;
      later(
        () => {
          if (generation !== this.#generation) return;
          if (timed) this.#fail('timeout');
          else this.#receive(body, true);
        },
        timed ? this.timeout : answer.latency,
      );
    }

    abort(): void {
      const open = this.#readyState === STATES.OPENED && this.#answer !== null;
      this.#generation += 1;
      if (open || this.#readyState === STATES.HEADERS_RECEIVED || this.#readyState === STATES.LOADING)
        this.#fail('abort');
      if (this.#readyState === STATES.DONE) this.#readyState = STATES.UNSENT;
    }

    #ask(body: Body, stack: string): RequestAnswer {
      const [method, url] = [this.#method, this.#url];
      const answer = ask('request', { channel: 'xhr', method, url, base: documentBase(), body: body.text, stack });
      body.later?.then((text) => ask('body', { id: answer.id, body: text }));
      return answer.id < 0 ? { ...answer, kind: 'reject' } : answer;
    }

    #receive(body: Body, events: boolean): void {
      const answer = this.#answer;
      if (!answer) return;
      ask('answered', { id: answer.id });
      if (answer.kind === 'reject' || answer.kind === 'none') {
        if (!events) throw new DOMException("Failed to execute 'send' on 'XMLHttpRequest'", 'NetworkError');
        this.#fail('error');
        return;
      }
      this.#received = true;
      if (!events) {
        this.#move(STATES.DONE);
        return;
      }
      if (body.source !== null)
        for (const type of ['progress', 'load', 'loadend'] as const)
          this.#progress(this.upload, type, body.text.length);
      this.#move(STATES.HEADERS_RECEIVED);
      this.#move(STATES.LOADING);
      this.#progress(this, 'progress', answer.body.length);
      this.#move(STATES.DONE);
      this.#progress(this, 'load', answer.body.length);
      this.#progress(this, 'loadend', answer.body.length);
    }

    #fail(type: 'error' | 'abort' | 'timeout'): void {
      this.#received = false;
      this.#move(STATES.DONE);
      this.#progress(this, type, 0);
      this.#progress(this, 'loadend', 0);
    }

    #move(state: number): void {
      this.#readyState = state;
      this.dispatchEvent(new Event('readystatechange'));
    }
    #progress(target: EventTarget, type: string, loaded: number): void {
      target.dispatchEvent(new ProgressEvent(type, { lengthComputable: loaded > 0, loaded, total: loaded }));
    }
    #read(what: 'status' | 'headers'): void {
      if (this.#received && this.#answer) ask('read', { id: this.#answer.id, what });
    }
    #readBody(): void {
      if (!this.#received || !this.#answer) return;
      ask('read', { id: this.#answer.id, what: 'body', stack: new PageError().stack ?? '' });
    }
    #look(): void {
      if (this.#received && this.#answer) ask('looked', { id: this.#answer.id });
    }
    #handOut(): string {
      this.#look();
      return this.#answer ? handOut(this.#answer, this.#text()) : '';
    }
    #text(): string {
      if (!this.#received || !this.#answer) return '';
      return this.#answer.empty ? '{}' : this.#answer.body;
    }

    override addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: object): void {
      super.addEventListener(type, listener, options);
      if (type !== 'error' && type !== 'timeout') return;
      this.#fateAwaited = true;
      if (this.#answer) ask('read', { id: this.#answer.id, what: 'fate' });
    }
  }

  for (const target of [PageXhr, PageXhr.prototype]) define(target, STATES);
  defineEventHandlers(PageXhr, ['readystatechange', ...EVENTS]);
  defineEventHandlers(Upload, EVENTS);
  defineInterface(window, 'XMLHttpRequestUpload', Upload);
  defineInterface(window, 'XMLHttpRequest', PageXhr);
}

function notOpened(method: string): DOMException {
  return new DOMException(`Failed to execute '${method}': The object's state must be OPENED.`, 'InvalidStateError');
}

function typedResponse(type: XMLHttpRequestResponseType, answer: RequestAnswer, text: string, ask: Ask): unknown {
  if (type === 'blob') return new Blob([text], { type: answer.contentType });
  if (type === 'arraybuffer') return new TextEncoder().encode(text).buffer;
  if (type !== 'json') return null;
  try {
    return answer.unlocked ? trackedBody(answer, ask) : JSON.parse(text);
  } catch {
    // A body that is no JSON reads as null (XMLHttpRequest Standard, 3.6.8).
    return null;
  }
}
