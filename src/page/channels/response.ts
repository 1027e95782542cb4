/**
 * `Response` of the page's realm (Fetch Standard, 2.2.6 and 5.5). In: a body and its init, or an answer of the engine.
 * Out: a Response whose reads are reported. Refuses a second read of one body, as browsers do.
 */
import type { Ask } from './ask.ts';
import type { Body } from './body.ts';
import { bodyOf } from './body.ts';
import { handOut } from './body-texts.ts';
import type { RequestAnswer } from './protocol.ts';
import { textStream } from './text-stream.ts';
import { trackedBody } from './tracked-body.ts';

type Read = 'ok' | 'status' | 'headers' | 'body';

interface State {
  status: number;
  statusText: string;
  type: ResponseType;
  url: string;
  headers: Headers;
  body: Body;
  used: boolean;
  read: (what: Read) => void;
  /** The page has the content in its hands. */
  look: () => void;
  parse: (text: string) => unknown;
  handOut: (text: string) => string;
}

const states = new WeakMap<PageResponse, State>();
const STATUS_TEXT: Readonly<Record<number, string>> = {
  200: 'OK',
  404: 'Not Found',
  403: 'Forbidden',
  500: 'Internal Server Error',
};

function stateOf(response: PageResponse): State {
  const state = states.get(response);
  if (!state) throw new TypeError('Illegal invocation');
  return state;
}

async function consume(response: PageResponse): Promise<string> {
  const state = stateOf(response);
  state.read('body');
  if (state.used) throw new TypeError('body stream already read');
  state.used = true;
  return state.body.later ?? state.body.text;
}

/** Of what becomes of a text nobody can tell, so to have it is to look at it. */
async function consumeInFull(response: PageResponse): Promise<string> {
  const text = await consume(response);
  stateOf(response).look();
  return text;
}

export class PageResponse {
  constructor(body: unknown = null, init: ResponseInit = {}) {
    const status = init.status ?? 200;
    if (status < 200 || status > 599) throw new RangeError('The status provided is outside the range [200, 599].');
    const content = bodyOf(body);
    const headers = new Headers(init.headers);
    if (content.type && !headers.has('content-type')) headers.set('content-type', content.type);
    states.set(this, {
      status,
      statusText: init.statusText ?? '',
      type: 'default',
      url: '',
      headers,
      body: content,
      used: false,
      read: () => {},
      look: () => {},
      parse: JSON.parse,
      handOut: (text) => text,
    });
  }

  static json(value: unknown, init: ResponseInit = {}): PageResponse {
    const headers = new Headers(init.headers);
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    return new PageResponse(JSON.stringify(value), { ...init, headers });
  }

  static error(): PageResponse {
    const response = new PageResponse();
    Object.assign(stateOf(response), { type: 'error', status: 0 });
    return response;
  }

  static redirect(url: string, status = 302): PageResponse {
    return new PageResponse(null, { status, headers: { location: String(url) } });
  }

  get ok(): boolean {
    const state = stateOf(this);
    state.read('ok');
    return state.status >= 200 && state.status <= 299;
  }
  get status(): number {
    const state = stateOf(this);
    state.read('status');
    return state.status;
  }
  get statusText(): string {
    const state = stateOf(this);
    state.read('status');
    return state.statusText;
  }
  get headers(): Headers {
    const state = stateOf(this);
    state.read('headers');
    return state.headers;
  }
  get type(): ResponseType {
    return stateOf(this).type;
  }
  get url(): string {
    return stateOf(this).url;
  }
  get redirected(): boolean {
    return false;
  }
  get bodyUsed(): boolean {
    return stateOf(this).used;
  }
  get body(): unknown {
    const { body, type } = stateOf(this);
    return body.source === null || type === 'opaque' ? null : textStream(() => consumeInFull(this));
  }
  async text(): Promise<string> {
    const text = await consumeInFull(this);
    return stateOf(this).handOut(text);
  }
  async json(): Promise<unknown> {
    const text = await consume(this);
    return stateOf(this).parse(text);
  }
  async blob(): Promise<Blob> {
    const type = stateOf(this).headers.get('content-type') ?? '';
    return new Blob([await consumeInFull(this)], { type });
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    return new TextEncoder().encode(await consumeInFull(this)).buffer as ArrayBuffer;
  }
  async bytes(): Promise<Uint8Array> {
    return new TextEncoder().encode(await consumeInFull(this));
  }
  async formData(): Promise<FormData> {
    const form = new FormData();
    for (const [name, value] of new URLSearchParams(await consumeInFull(this))) form.append(name, value);
    return form;
  }
  clone(): PageResponse {
    const state = stateOf(this);
    if (state.used) throw new TypeError('Response body is already used');
    const copy = new PageResponse();
    states.set(copy, { ...state });
    return copy;
  }
}

/** The Response to a request that the engine answered. */
export function answeredResponse(answer: RequestAnswer, ask: Ask): PageResponse {
  const response = new PageResponse();
  const opaque = answer.kind === 'opaque';
  const read = (what: Read) => ask('read', { id: answer.id, what });
  const headers = new Headers();
  if (!opaque && answer.contentType) headers.set('content-type', answer.contentType);
  const text = opaque ? '' : answer.body;
  states.set(response, {
    status: opaque ? 0 : answer.status,
    statusText: opaque ? '' : (STATUS_TEXT[answer.status] ?? ''),
    type: opaque ? 'opaque' : 'basic',
    url: opaque ? '' : answer.url,
    headers,
    body: { text, later: null, type: null, source: text },
    used: false,
    read,
    look: () => ask('looked', { id: answer.id }),
    handOut: (body) => handOut(answer, body),
    parse: (body) => (answer.empty && body === '' ? {} : answer.unlocked ? trackedBody(answer, ask) : JSON.parse(body)),
  });
  return response;
}
