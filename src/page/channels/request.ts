/**
 * `Request` of the page's realm (Fetch Standard, 5.4). In: a URL or a Request, and an init. Out: a Request.
 * Refuses what browsers refuse: a URL that does not parse or holds credentials, a body on GET or HEAD, a bad method.
 */
import type { Body } from './body.ts';
import { bodyOf, NO_BODY } from './body.ts';

interface State {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Body;
  readonly mode: RequestMode;
  readonly signal: AbortSignal;
  used: boolean;
}

const states = new WeakMap<PageRequest, State>();
const NORMALIZED = /^(?:delete|get|head|options|post|put)$/i;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

export function requestState(request: PageRequest): State {
  const state = states.get(request);
  if (!state) throw new TypeError('Illegal invocation');
  return state;
}

function absolute(url: unknown): string {
  const text = String(url);
  const parsed = URL.parse(text, documentBase());
  if (!parsed) throw new TypeError(`Failed to parse URL from ${text}`);
  if (parsed.username || parsed.password)
    throw new TypeError(`Request cannot be constructed from a URL that includes credentials: ${text}`);
  return parsed.href;
}

/** The base URL of the document; an `about:` frame resolves against the page that holds it. */
export function documentBase(): string {
  const own = document.baseURI;
  return own.startsWith('about:') && window.parent !== window ? window.parent.document.baseURI : own;
}

export class PageRequest {
  readonly cache: RequestCache;
  readonly credentials: RequestCredentials;
  readonly redirect: RequestRedirect;
  readonly referrer = 'about:client';
  readonly referrerPolicy = '';
  readonly integrity = '';
  readonly destination = '';
  readonly keepalive: boolean;

  constructor(input: unknown, init: RequestInit = {}) {
    const from = input instanceof PageRequest ? requestState(input) : null;
    const options = init ?? {};
    const method = String(options.method ?? from?.method ?? 'GET');
    if (!TOKEN.test(method)) throw new TypeError(`'${method}' is not a valid HTTP method.`);
    if (/^(?:connect|trace|track)$/i.test(method)) throw new TypeError(`'${method}' HTTP method is unsupported.`);
    const normalized = NORMALIZED.test(method) ? method.toUpperCase() : method;
    const body = options.body !== undefined && options.body !== null ? bodyOf(options.body) : (from?.body ?? NO_BODY);
    if (body.source !== null && (normalized === 'GET' || normalized === 'HEAD'))
      throw new TypeError('Request with GET/HEAD method cannot have body.');
    const headers = new Headers(options.headers ?? from?.headers);
    if (body.type && !headers.has('content-type')) headers.set('content-type', body.type);
    this.cache = options.cache ?? 'default';
    this.credentials = options.credentials ?? 'same-origin';
    this.redirect = options.redirect ?? 'follow';
    this.keepalive = options.keepalive ?? false;
    states.set(this, {
      url: from ? from.url : absolute(input),
      method: normalized,
      headers,
      body,
      mode: options.mode ?? from?.mode ?? 'cors',
      signal: options.signal ?? from?.signal ?? new AbortController().signal,
      used: false,
    });
    if (from && body === from.body && body.source !== null) from.used = true;
  }

  get url(): string {
    return requestState(this).url;
  }
  get method(): string {
    return requestState(this).method;
  }
  get headers(): Headers {
    return requestState(this).headers;
  }
  get mode(): RequestMode {
    return requestState(this).mode;
  }
  get signal(): AbortSignal {
    return requestState(this).signal;
  }
  get bodyUsed(): boolean {
    return requestState(this).used;
  }
  get body(): null {
    return null;
  }
  async text(): Promise<string> {
    const state = requestState(this);
    if (state.used) throw new TypeError('body stream already read');
    state.used = state.body.source !== null;
    return state.body.later ?? state.body.text;
  }
  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
  async blob(): Promise<Blob> {
    return new Blob([await this.text()], { type: this.headers.get('content-type') ?? '' });
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    return new TextEncoder().encode(await this.text()).buffer as ArrayBuffer;
  }
  async formData(): Promise<FormData> {
    const { source } = requestState(this).body;
    if (source instanceof FormData) return source;
    const form = new FormData();
    for (const [name, value] of new URLSearchParams(await this.text())) form.append(name, value);
    return form;
  }
  clone(): PageRequest {
    return new PageRequest(this);
  }
}
