/**
 * One drive: what jsdom and the page report is recorded, and answered as the world says.
 * In: a request to drive. Out: the state the loop of actions works on. Implements Session for jsdom and PageHost for
 * the page's script.
 */
import type vm from 'node:vm';
import type { DriveRequest } from '../../contracts.ts';
import { resolveEndpoint } from '../../endpoint.ts';
import { ACTIONS_PER_DRIVE } from '../../limits.ts';
import type { Action, Channel, ElementRef, Endpoint, Perceived } from '../../model.ts';
import type { PageEntry, PageHost, PageScript } from '../../page/bridge.ts';
import type { Calls, RequestAnswer, RequestAsk } from '../../page/channels/protocol.ts';
import { writeBackKey } from '../../write-back-key.ts';
import { answerOf } from './answers.ts';
import type { Clock } from './clock.ts';
import { ErrorLog } from './errors.ts';
import type { JsdomParts } from './hooks.ts';
import { Ledger } from './ledger.ts';
import type { DocumentImpl, ElementImpl, WindowImpl } from './nodes.ts';
import { refOf } from './nodes.ts';
import { Recorder } from './recorder.ts';
import type { ScriptOrigin, Served, Session } from './session.ts';
import { Siblings } from './siblings.ts';
import { GENERATED, Sites } from './sites.ts';
import { stubFor } from './stubs.ts';

export class DriveSession implements Session {
  readonly ledger: Ledger;
  readonly recorder: Recorder;
  readonly errors: ErrorLog;
  readonly sites: Sites;
  readonly documentUrl: string;
  /** The script of the top window; null until the window was made. */
  page: PageScript | null = null;
  /** The action going on, as announced; the last entry of the actions once it is over. */
  acting: Omit<Action, 'step' | 'at'> | null = null;
  step = 0;
  readonly #request: DriveRequest;
  readonly #clock: Clock;
  readonly #jsdom: JsdomParts;
  readonly #script: vm.Script;
  readonly #siblings: Siblings;
  #top: WindowImpl | null = null;

  constructor(request: DriveRequest, clock: Clock, jsdom: JsdomParts, script: vm.Script) {
    this.#request = request;
    this.#clock = clock;
    this.#jsdom = jsdom;
    this.#script = script;
    const file = request.source.path.slice(request.source.path.lastIndexOf('/') + 1);
    this.documentUrl = request.host.documentUrl.replace('{file}', encodeURIComponent(file));
    this.#siblings = new Siblings(request.source, this.documentUrl);
    this.ledger = new Ledger(clock);
    this.recorder = new Recorder(clock);
    this.sites = new Sites(request.source, this.documentUrl, this.#siblings.urls);
    this.errors = new ErrorLog(clock, this.sites);
  }

  windowMade(window: WindowImpl): void {
    const entry = this.#script.runInContext(window as unknown as vm.Context) as PageEntry;
    const page = entry(this.#host(), window._globalProxy as never);
    if (!this.#top) {
      this.#top = window;
      this.page = page;
    }
    page.install();
  }

  #host(): PageHost {
    const { recorder, ledger } = this;
    return {
      now: () => this.#clock.now,
      step: () => this.#clock.cause,
      perceive: (json) => recorder.perceive(JSON.parse(json) as Perceived),
      canary: (token, control) => ledger.canary(String(token), String(control)),
      actionsLeft: () => Math.max(0, ACTIONS_PER_DRIVE - this.step),
      acting: (json) => {
        this.acting = JSON.parse(json) as Omit<Action, 'step' | 'at'>;
      },
      shim: (name) => void recorder.shims.add(String(name)),
      listeners: () => '',
      call: (kind, json) => this.#call(kind as keyof Calls, json),
    };
  }

  #call(kind: keyof Calls, json: string): string {
    const of = JSON.parse(json) as never;
    switch (kind) {
      case 'request':
        return JSON.stringify(this.#asked(of));
      case 'body':
        return this.#told<'body'>(of, ({ id, body }) => this.ledger.body(id, body));
      case 'answered':
        return this.#told<'answered'>(of, ({ id }) => this.ledger.answered(id));
      case 'read':
        return this.#told<'read'>(of, ({ id, what }) => this.ledger.read(id, what));
      case 'missing':
        return this.#told<'missing'>(of, ({ id, field }) => this.ledger.missing(id, field));
      case 'wants-array':
        return this.#told<'wants-array'>(of, ({ id }) => this.ledger.wantsArray(id));
      case 'rejected':
        return this.#told<'rejected'>(of, ({ id }) => this.ledger.read(id, 'fate'));
    }
  }

  #told<Name extends keyof Calls>(
    of: Parameters<Calls[Name]>[0],
    tell: (of: Parameters<Calls[Name]>[0]) => void,
  ): string {
    tell(of);
    return '';
  }

  #asked(ask: RequestAsk): RequestAnswer {
    const endpoint = resolveEndpoint(ask.method, ask.url, this.documentUrl, ask.base);
    if (!endpoint)
      return {
        id: -1,
        kind: 'none',
        url: ask.url,
        status: 0,
        contentType: '',
        body: '',
        latency: 0,
        unlocked: null,
        empty: false,
      };
    const site = this.sites.of(ask.stack);
    return this.record({ channel: ask.channel, endpoint, mode: ask.mode, body: ask.body, site, element: ask.element });
  }

  /** Records a request and answers it. */
  record(entry: {
    channel: Channel;
    endpoint: Endpoint;
    body: string;
    mode?: string;
    site?: ReturnType<Sites['of']>;
    element?: ElementRef;
  }): RequestAnswer {
    const { channel, endpoint } = entry;
    const key = () => writeBackKey({ channel, endpoint, step: this.#clock.cause }, this.#actionsSoFar());
    const answer = answerOf({ channel, endpoint, mode: entry.mode, key }, this.#request.host, this.#request.world);
    return { id: this.ledger.open(entry, answer), ...answer.page };
  }

  #actionsSoFar(): readonly Action[] {
    const { actions } = this.recorder;
    return this.acting ? [...actions, { step: this.step, at: this.#clock.now, ...this.acting }] : actions;
  }

  resource(url: string, element: ElementImpl | null): Served {
    const script = element?.localName === 'script';
    const found = this.#siblings.find(url);
    if (found) {
      if (script) this.recorder.scripts.set(url, 'ran');
      return { status: 200, contentType: found.type, body: found.text };
    }
    const stub = script ? stubFor(url) : null;
    if (script) this.recorder.scripts.set(url, stub === null ? 'missing' : 'stubbed');
    if (stub !== null) return { status: 200, contentType: 'text/javascript', body: stub };
    const remote = resolveEndpoint('GET', url, this.documentUrl)?.reach === 'remote';
    if (remote && !script)
      return { status: 200, contentType: element?.localName === 'link' ? 'text/css' : 'text/html', body: '' };
    return { status: 404, contentType: 'text/html', body: '' };
  }

  submitted(form: ElementImpl, submitter: ElementImpl | null): void {
    void form;
    void submitter;
  }

  navigated(_window: WindowImpl, url: string): void {
    this.recorder.perceive({ kind: 'navigation', where: '', text: url });
    const endpoint = resolveEndpoint('GET', url, this.documentUrl);
    if (endpoint) this.record({ channel: 'navigation', endpoint, body: '' });
  }

  followed(_link: ElementImpl): boolean {
    return false;
  }

  imageWanted(image: ElementImpl, src: string): void {
    const endpoint = resolveEndpoint('GET', src, this.documentUrl);
    if (endpoint) this.record({ channel: 'image', endpoint, body: '', element: refOf(image) });
  }

  moduleScript(_script: ElementImpl, _document: DocumentImpl): void {}

  stored(_window: WindowImpl, area: string, key: string, value: string): void {
    const endpoint = { method: 'SET', url: `${area}:${key}`, reach: 'own-origin' } as const;
    this.record({ channel: 'storage', endpoint, body: value });
  }

  cookie(_document: DocumentImpl, value: string): void {
    const name = value.split('=', 1)[0]?.trim() ?? '';
    this.record({
      channel: 'cookie',
      endpoint: { method: 'SET', url: `cookie:${name}`, reach: 'own-origin' },
      body: value,
    });
  }

  scriptRuns(window: WindowImpl, filename: string): ScriptOrigin {
    const script = window._document?._currentScript;
    if (!script || script.hasAttributeNS(null, 'src'))
      return { filename: filename || GENERATED, lineOffset: 0, columnOffset: 0 };
    for (const child of script._children())
      if (child.sourceCodeLocation && window === this.#top) return this.sites.inline(child.sourceCodeLocation);
    return this.sites.inline(null);
  }

  /** A rejection that nobody handled by the time the thread was idle. */
  rejected(reason: unknown): void {
    if (typeof reason === 'object' && reason !== null)
      for (const key of Object.getOwnPropertySymbols(reason))
        if (key.description === 'savecheck request') this.ledger.unread(Number(Reflect.get(reason, key)), 'fate');
    this.errors.add('rejection', reason);
  }

  get jsdom(): JsdomParts {
    return this.#jsdom;
  }
}
