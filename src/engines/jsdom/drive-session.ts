/**
 * One drive: what jsdom and the page report is recorded, and answered as the world says.
 * In: a request to drive. Out: the state the course of a drive works on. Implements Session for jsdom and offers
 * PageHost to the page's script.
 */
import type vm from 'node:vm';
import type { DriveRequest } from '../../contracts.ts';
import { resolveEndpoint } from '../../endpoint.ts';
import { ACTIONS_PER_DRIVE } from '../../limits.ts';
import type { Action, Observation, Perceived } from '../../model.ts';
import type { PageEntry, PageHost, PageScript } from '../../page/bridge.ts';
import type { RequestAnswer } from '../../page/channels/protocol.ts';
import { writeBackKey } from '../../write-back-key.ts';
import { answerOf } from './answers.ts';
import { answerCall } from './calls.ts';
import type { Clock } from './clock.ts';
import { Departures } from './departures.ts';
import { DriveState } from './drive-state.ts';
import type { JsdomParts } from './hooks.ts';
import type { Entry } from './ledger.ts';
import { Modules } from './modules.ts';
import type { DocumentImpl, ElementImpl, WindowImpl } from './nodes.ts';
import { refOf } from './nodes.ts';
import type { ScriptOrigin, Served, Session } from './session.ts';
import { GENERATED } from './sites.ts';
import { stubFor } from './stubs.ts';
import { virtualTimers } from './window-timers.ts';

const IMAGE_MS = 20;

export class DriveSession extends DriveState implements Session {
  readonly departures: Departures;
  readonly modules: Modules;
  /** The script of the top window; null until the window was made. */
  page: PageScript | null = null;
  /** The action going on, as announced; null once it is among the actions. */
  acting: Omit<Action, 'step' | 'at'> | null = null;
  step = 0;
  /** The page changed what the script that watches it depends on. */
  disturbed = false;
  readonly #clock: Clock;
  readonly #script: vm.Script;
  #top: WindowImpl | null = null;

  constructor(request: DriveRequest, clock: Clock, jsdom: JsdomParts, script: vm.Script) {
    super(request, clock, jsdom);
    this.#clock = clock;
    this.#script = script;
    this.departures = new Departures(this);
    this.modules = new Modules(this);
  }

  windowMade(window: WindowImpl): void {
    // jsdom tells a frame who holds it only after this; its script must know by now that it is not the top.
    if (this.#top) Object.assign(window, { _top: this.#top._globalProxy, _parent: this.#top._globalProxy });
    virtualTimers(window, this.#clock, (error) => this.jsdom.reportException(window, error, ''));
    const entry = this.#script.runInContext(window as unknown as vm.Context) as PageEntry;
    const page = entry(this.#host(), window._globalProxy as never);
    if (!this.#top) {
      this.#top = window;
      this.page = page;
    }
    page.install();
  }

  topDocument(): { querySelector(selector: string): { readonly textContent: string } | null } | null {
    return this.#top ? (this.jsdom.wrapperOf(this.#top._document) as never) : null;
  }

  #host(): PageHost {
    const { recorder, ledger } = this;
    return {
      now: () => this.#clock.now,
      step: () => this.#clock.cause,
      wrote: (step) => ledger.wrote(Number(step)),
      perceive: (json) => {
        const perceived = this.said<Perceived>(json);
        if (perceived) recorder.perceive(perceived);
      },
      canary: (token, control) => ledger.canary(String(token), String(control)),
      actionsLeft: () => Math.max(0, ACTIONS_PER_DRIVE - this.step),
      acting: (json) => {
        this.acting = this.said<Omit<Action, 'step' | 'at'>>(json);
      },
      shim: (name) => void recorder.shims.add(String(name)),
      listeners: () => '',
      call: (kind, json) => answerCall(this, kind, json),
    };
  }

  /**
   * What the page's script said, from JSON. Null when it is none: the page has changed what the script depends on, and
   * nothing this drive saw can be trusted. Never throws: the caller is a page.
   */
  said<Said>(json: string): Said | null {
    try {
      return JSON.parse(json) as Said;
    } catch {
      this.disturbed = true;
      return null;
    }
  }

  record(entry: Entry): RequestAnswer {
    const { channel, endpoint } = entry;
    const key = () => writeBackKey({ channel, endpoint, step: this.#clock.cause }, this.#actionsSoFar());
    const answer = answerOf({ channel, endpoint, mode: entry.mode, key }, this.request.host, this.request.world);
    return { id: this.ledger.open(entry, answer), ...answer.page };
  }

  #actionsSoFar(): readonly Action[] {
    const { actions } = this.recorder;
    return this.acting ? [...actions, { step: this.step, at: this.#clock.now, ...this.acting }] : actions;
  }

  resource(url: string, element: ElementImpl | null): Served {
    const script = element?.localName === 'script';
    const found = this.siblings.find(url);
    if (found) {
      if (script) this.recorder.scripts.set(url, 'ran');
      return { status: 200, contentType: found.type, body: found.text };
    }
    const stub = script ? stubFor(url, () => this.#texts()) : null;
    if (script) this.recorder.scripts.set(url, stub === null ? 'missing' : 'stubbed');
    if (stub !== null) return { status: 200, contentType: 'text/javascript', body: stub };
    const remote = resolveEndpoint('GET', url, this.documentUrl)?.reach === 'remote';
    if (!remote || script) return { status: 404, contentType: 'text/html', body: '' };
    return { status: 200, contentType: element?.localName === 'link' ? 'text/css' : 'text/html', body: '' };
  }

  #texts(): readonly string[] {
    return [this.request.source.text, ...Object.values(this.request.source.siblings)];
  }

  submitted(form: ElementImpl, submitter: ElementImpl | null): void {
    this.departures.submitted(form, submitter);
  }

  navigated(window: WindowImpl, url: string): void {
    this.departures.navigated(window, url);
  }

  followed(link: ElementImpl): boolean {
    return this.departures.followed(link);
  }

  /** A request of the page's script only: what the markup shows is part of the artifact's looks. */
  imageWanted(image: ElementImpl, src: string): void {
    const local =
      /^(?:data|blob):/i.test(src) || this.siblings.find(URL.parse(src, this.documentUrl)?.href ?? src) !== null;
    const endpoint = resolveEndpoint('GET', src, this.documentUrl);
    const document = image._ownerDocument;
    const byParser = document.readyState === 'loading' && !document._currentScript;
    if (endpoint && !local && !byParser) this.record({ channel: 'image', endpoint, body: '', element: refOf(image) });
    setTimeout(() => this.jsdom.fireAnEvent(local ? 'load' : 'error', image), IMAGE_MS);
  }

  moduleScript(script: ElementImpl, document: DocumentImpl): void {
    this.modules.prepare(script, document);
  }

  imported(specifier: string, window: WindowImpl, referrer: string): Promise<vm.Module> {
    return this.modules.import(specifier, window, referrer);
  }

  /** `srcdoc` is written into the frame's own document, which has the page's origin. */
  frameContent(frame: ElementImpl, html: string): void {
    setTimeout(() => {
      const wrapper = this.jsdom.wrapperOf(frame) as {
        readonly contentDocument: { open(): void; write(html: string): void; close(): void } | null;
      };
      const document = wrapper.contentDocument;
      document?.open();
      document?.write(html);
      document?.close();
    }, 0);
  }

  stored(_window: WindowImpl, area: string, key: string, value: string): void {
    this.record({
      channel: 'storage',
      endpoint: { method: 'SET', url: `${area}:${key}`, reach: 'own-origin' },
      body: value,
    });
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
  rejected(reason: unknown, promise: unknown): void {
    if (typeof reason === 'object' && reason !== null)
      for (const key of Object.getOwnPropertySymbols(reason))
        if (key.description === 'savecheck request') this.ledger.unread(Number(Reflect.get(reason, key)), 'fate');
    this.errors.add('rejection', reason);
    if (this.#top) this.jsdom.reportRejection(this.#top, reason, promise);
  }

  observation(end: Observation['end']): Observation {
    return this.recorder.observation(this.request, this.ledger, this.errors, this.standIns, end);
  }
}
