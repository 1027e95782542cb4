/**
 * `fetch`, `Request` and `Response`. In: calls of the page. Out: promises of the page's realm that the engine's answer
 * settles after its latency. What the page looks at in the answer is reported; nothing is sent.
 */
import type { PageHost } from '../bridge.ts';
import type { Ask } from './ask.ts';
import { askOf } from './ask.ts';
import { define, defineInterface } from './define.ts';
import { withFate } from './fate.ts';
import { localResponse } from './local-url.ts';
import type { RequestAnswer } from './protocol.ts';
import { documentBase, PageRequest, requestState } from './request.ts';
import { answeredResponse, PageResponse } from './response.ts';

export function installFetch(window: Window & typeof globalThis, host: PageHost): void {
  const ask = askOf(host);
  const later = window.setTimeout;
  const PageError = Error;
  const fetch = function fetch(input: unknown, init?: RequestInit): Promise<PageResponse> {
    const stack = new PageError().stack ?? '';
    let request: PageRequest;
    try {
      if (input === undefined) throw new TypeError("Failed to execute 'fetch' on 'Window': 1 argument required.");
      request = new PageRequest(input, init);
      if (request.signal.aborted) throw request.signal.reason;
    } catch (error) {
      return Promise.reject(error);
    }
    return send(request, stack, ask, later);
  };
  defineInterface(window, 'Request', PageRequest);
  defineInterface(window, 'Response', PageResponse);
  define(window, { fetch });
}

function send(request: PageRequest, stack: string, ask: Ask, later: typeof setTimeout): Promise<PageResponse> {
  const { url, method, body, mode, signal } = requestState(request);
  const answer = ask('request', { channel: 'fetch', method, url, base: documentBase(), mode, body: body.text, stack });
  if (answer.id < 0) return localResponse(url);
  body.later?.then((text) => ask('body', { id: answer.id, body: text }));
  const promise = new Promise<PageResponse>((resolve, reject) => {
    later(() => {
      if (!signal.aborted) deliver(answer, ask, resolve, reject);
    }, answer.latency);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return withFate(promise, () => ask('read', { id: answer.id, what: 'fate' }));
}

/** Keyed by description: the engine reads it off the reason of a rejection that nobody handled. */
const REQUEST = Symbol('savecheck request');

function deliver(
  answer: RequestAnswer,
  ask: Ask,
  resolve: (response: PageResponse) => void,
  reject: (reason: unknown) => void,
): void {
  ask('answered', { id: answer.id });
  if (answer.kind !== 'reject') {
    resolve(answeredResponse(answer, ask));
    return;
  }
  const error = new TypeError('Failed to fetch');
  Object.defineProperty(error, REQUEST, { value: answer.id });
  ask('rejected', { id: answer.id });
  reject(error);
}
