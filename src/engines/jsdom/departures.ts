/**
 * Ways a person leaves the page or takes something from it: native forms, links, downloads, navigations.
 * In: what jsdom would have done. Out: a record and a perception; the document stays and the drive goes on.
 */
import { resolveEndpoint } from '../../endpoint.ts';
import type { DriveState } from './drive-state.ts';
import type { DocumentImpl, ElementImpl, WindowImpl } from './nodes.ts';
import { refOf } from './nodes.ts';
import { dataText } from './siblings.ts';

interface FormWrapper {
  readonly ownerDocument: { readonly baseURI: string; readonly defaultView: PageGlobals };
}
interface PageGlobals {
  readonly FormData: new (form: unknown, submitter: unknown) => Iterable<readonly [string, unknown]>;
}

const BLOBS_KEPT = 200;

export class Departures {
  readonly #session: DriveState;
  readonly #blobs = new Map<string, string>();
  /** Downloads whose blob's text was not at hand yet. */
  readonly #awaited = new Map<string, number>();

  constructor(session: DriveState) {
    this.#session = session;
  }

  /** A native submission (HTML Standard, 4.10.22.3). */
  submitted(form: ElementImpl, submitter: ElementImpl | null): void {
    const from = (name: string) =>
      submitter?.getAttributeNS(null, `form${name}`) ?? form.getAttributeNS(null, name) ?? '';
    const method = from('method').trim().toLowerCase();
    if (method === 'dialog') {
      this.#closeDialog(form, submitter?.getAttributeNS(null, 'value') ?? undefined);
      return;
    }
    const { jsdom, documentUrl } = this.#session;
    const wrapper = jsdom.wrapperOf(form) as FormWrapper;
    const base = baseOf(form._ownerDocument);
    const entries = [
      ...new wrapper.ownerDocument.defaultView.FormData(wrapper, submitter && jsdom.wrapperOf(submitter)),
    ];
    const body = encoded(entries);
    const action = from('action').trim() || form._ownerDocument.URL;
    const post = method === 'post';
    const endpoint = resolveEndpoint(
      post ? 'POST' : 'GET',
      post ? action : withQuery(action, base, body),
      documentUrl,
      base,
    );
    if (!endpoint) return;
    const frame = this.#frameNamed(form._ownerDocument, from('target'));
    const element = refOf(submitter ?? form);
    const takenOverBy = takeoverOf(form) ?? (submitter && takeoverOf(submitter));
    const { kind } = this.#session.record({
      channel: 'form',
      endpoint,
      body: post ? body : '',
      element,
      ...(takenOverBy ? { takenOverBy } : {}),
      ...(frame ? { mode: 'frame' } : {}),
    });
    if (frame) this.#later(() => jsdom.fireAnEvent('load', frame));
    else if (kind !== 'none') this.#perceive(endpoint.url, element.selector ?? '');
  }

  /** The dialog's `returnValue` is the submitter's value (HTML Standard, 4.10.22.3). */
  #closeDialog(form: ElementImpl, value: string | undefined): void {
    const wrapper = this.#session.jsdom.wrapperOf(form) as {
      closest(selector: string): { close?(value?: string): void } | null;
    };
    wrapper.closest('dialog')?.close?.(value);
  }

  #frameNamed(document: DocumentImpl, target: string): ElementImpl | null {
    if (!/^[\w-]+$/.test(target) || target.startsWith('_')) return null;
    const { jsdom } = this.#session;
    const wrapper = jsdom.wrapperOf(document) as { querySelector(selector: string): unknown };
    const frame = wrapper.querySelector(`iframe[name="${target}"]`);
    return frame ? (jsdom.implOf(frame) as ElementImpl) : null;
  }

  /** True when the hyperlink needs nothing more of jsdom. */
  followed(link: ElementImpl): boolean {
    if (!link.hasAttributeNS(null, 'href')) return true;
    const wrapper = this.#session.jsdom.wrapperOf(link) as { readonly href: string };
    const url = wrapper.href;
    const bare = (text: string) => text.replace(/#.*$/s, '');
    if (url === '' || url.startsWith('javascript:')) return false;
    if (link.hasAttributeNS(null, 'download')) {
      this.#download(url, link);
      return true;
    }
    if (url.includes('#') && bare(url) === bare(link._ownerDocument.URL)) return false;
    this.goTo(url, refOf(link).selector);
    return true;
  }

  #download(url: string, link: ElementImpl): void {
    const name = link.getAttributeNS(null, 'download') || (url.split(/[?#]/, 1)[0]?.split('/').pop() ?? '');
    const session = this.#session;
    const element = refOf(link);
    session.recorder.perceive({ kind: 'download', where: element.selector ?? '', text: name });
    const text = url.startsWith('data:') ? dataText(url) : this.#blobs.get(url);
    const endpoint = resolveEndpoint('GET', url, session.documentUrl) ?? {
      method: 'GET',
      url: url.startsWith('data:') ? 'data:' : url,
      reach: 'own-origin',
    };
    const { id } = session.record({ channel: 'download', endpoint, body: text ?? '', element });
    if (text === undefined) this.#awaited.set(url, id);
  }

  /** The text of a blob the page made; a download of it may have come first. */
  blob(url: string, text: string): void {
    if (this.#blobs.size < BLOBS_KEPT) this.#blobs.set(url, text);
    const id = this.#awaited.get(url);
    if (id !== undefined) this.#session.ledger.body(id, text);
  }

  navigated(window: WindowImpl, url: string): void {
    const inFrame = window._parent !== window._globalProxy;
    if (!inFrame) this.goTo(url);
  }

  /** The page goes to another document, or opens one. */
  goTo(url: string, where = ''): void {
    if (url === 'about:blank') return;
    this.#perceive(url, where);
    const endpoint = resolveEndpoint('GET', url, this.#session.documentUrl);
    if (endpoint) this.#session.record({ channel: 'navigation', endpoint, body: '' });
  }

  #perceive(url: string, where: string): void {
    this.#session.recorder.perceive({ kind: 'navigation', where, text: url });
  }

  #later(run: () => void): void {
    setTimeout(run, FRAME_MS);
  }
}

const FRAME_MS = 20;

/** Attributes by which libraries say that they send a form themselves, in the page's stead. */
const TAKEOVER =
  /^(?:@submit|[(]|(?:x|v)-on:submit|ng-submit|wire:submit|(?:data-)?(?:hx|ic)-(?:post|put|patch|delete|boost)|fx-action|up-submit|data-(?:remote|turbo|turbo-frame|ajax|action|on:submit|on-submit))/;

function takeoverOf(element: ElementImpl): string | null {
  for (const { _qualifiedName: name } of element._attributeList) if (TAKEOVER.test(name)) return name.slice(0, 60);
  return null;
}

/** The base URL of a document; an `about:` frame resolves against the document that holds it. */
function baseOf(document: DocumentImpl): string {
  let holder = document;
  while (holder.URL.startsWith('about:') && holder._parentDocument) holder = holder._parentDocument;
  return holder.URL;
}

/** `application/x-www-form-urlencoded`; a file by its name, as the form would without multipart. */
function encoded(entries: readonly (readonly [string, unknown])[]): string {
  const nameOf = (value: unknown) =>
    typeof value === 'string' ? value : String((value as { readonly name?: unknown }).name ?? '');
  return new URLSearchParams(entries.map(([name, value]) => [String(name), nameOf(value)])).toString();
}

function withQuery(action: string, base: string, query: string): string {
  const url = URL.parse(action, base);
  if (!url) return action;
  url.search = query;
  return url.href;
}
