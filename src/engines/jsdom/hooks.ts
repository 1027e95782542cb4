/**
 * Loads jsdom with its ways out of the page leading to the session. In: nothing but the order of loading, which matters:
 * a module is changed before whoever copies from it is loaded. Out: the JSDOM class and the classes behind it.
 * Nothing is left that reads a file, opens a socket or starts a process for a page.
 */
import vm from 'node:vm';
import { PROTOTYPES, patchCookies, patchNotImplemented } from './element-patches.ts';
import type { DocumentImpl, ElementImpl, WindowImpl } from './nodes.ts';
import type { Members, Method } from './patching.ts';
import { told, wrap } from './patching.ts';
import type { Session } from './session.ts';
import { handlerFilename } from './sites.ts';
import { patchTagCollections } from './tag-collections.ts';

export interface JsdomParts {
  readonly JSDOM: new (html: string, options: object) => { readonly window: { close(): void } };
  readonly VirtualConsole: new () => { on(event: string, listener: (error: JsdomError) => void): void };
  fireAnEvent(type: string, target: ElementImpl): void;
  /** Fires `unhandledrejection` at the window. */
  reportRejection(window: WindowImpl, reason: unknown, promise: unknown): void;
  /** Fires `error` at the window; what the page does not handle comes back as a JsdomError. */
  reportException(window: WindowImpl, error: unknown, filename: string): void;
  /** The wrapper the page sees for an implementation object. */
  wrapperOf(impl: unknown): unknown;
  implOf(wrapper: unknown): unknown;
}

export interface JsdomError {
  readonly type: string;
  readonly message: string;
  readonly cause?: unknown;
  readonly url?: string;
}

/** Directs what jsdom reports to this drive; null between drives. */
export function setSession(session: Session | null): void {
  told.session = session;
}

export async function loadJsdom(): Promise<JsdomParts> {
  patchScripts();
  const { default: missing } = await import('jsdom/lib/jsdom/browser/not-implemented.js');
  patchNotImplemented(missing as Members);
  const { default: resources } = await import('jsdom/lib/jsdom/browser/resources/jsdom-dispatcher.js');
  resources.fetchCollected = answerFromSession;
  const { default: collections } = await import('jsdom/lib/jsdom/living/helpers/html-collections.js');
  patchTagCollections(collections as Members);
  const { default: navigation } = await import('jsdom/lib/jsdom/living/window/navigation.js');
  patchNavigation(navigation as Members);
  const { default: accessors } = await import('jsdom/lib/jsdom/living/helpers/create-event-accessor.js');
  patchHandlers(accessors as Members);
  const { default: windows } = await import('jsdom/lib/jsdom/browser/Window.js');
  patchWindows(windows as Members);
  const documents: typeof PROTOTYPES = [[() => import('jsdom/lib/jsdom/living/nodes/Document-impl.js'), patchDocument]];
  for (const [load, patch] of [...documents, ...PROTOTYPES]) {
    const { implementation } = (await load()).default as { implementation: { prototype: Members } };
    patch(implementation.prototype);
  }
  const { default: events } = await import('jsdom/lib/jsdom/living/helpers/events.js');
  const { default: rejection } = await import('jsdom/lib/generated/idl/PromiseRejectionEvent.js');
  const { default: report } = await import('jsdom/lib/jsdom/living/helpers/runtime-script-errors.js');
  const { default: utils } = await import('jsdom/lib/generated/idl/utils.js');
  const { default: api } = await import('jsdom/lib/api.js');
  return {
    ...(api as unknown as Pick<JsdomParts, 'JSDOM' | 'VirtualConsole'>),
    fireAnEvent: events.fireAnEvent as JsdomParts['fireAnEvent'],
    reportRejection: (window, reason, promise) =>
      (events.fireAnEvent as Method as (...args: unknown[]) => void)('unhandledrejection', window, rejection, {
        cancelable: true,
        promise,
        reason,
      }),
    reportException: report as unknown as JsdomParts['reportException'],
    wrapperOf: utils.wrapperForImpl as JsdomParts['wrapperOf'],
    implOf: utils.implForWrapper as JsdomParts['implOf'],
  };
}

/** Scripts of the artifact get the position of their text, so that stacks and errors point into the file. */
function patchScripts(): void {
  const run = vm.runInContext;
  vm.runInContext = (code, context, options) => {
    if (!told.session || typeof options !== 'object') return run(code, context, options);
    const { session } = told;
    const window = context as unknown as WindowImpl;
    const origin = session.scriptRuns(window, options.filename ?? '');
    // Offered only where it can be used: it costs on every compilation.
    const imports = code.includes('import(')
      ? { importModuleDynamically: (name: string) => session.imported(name, window, origin.filename) as never }
      : {};
    return run(code, context, { ...options, ...origin, ...imports });
  };
}

function patchNavigation(navigation: Members): void {
  wrap(navigation, 'navigate', (_self, original, [window, record, flags]) => {
    const { scheme, fragment } = record as { scheme: string; fragment: string | null };
    const here = (window as WindowImpl)._document.URL.replace(/#.*$/s, '');
    const there = urlText(record as object);
    const reload = (flags as { reloadTriggered?: boolean } | undefined)?.reloadTriggered === true;
    const within = !reload && fragment !== null && there.replace(/#.*$/s, '') === here;
    if (scheme === 'javascript' || within) return original();
    return told.session?.navigated(window as WindowImpl, there);
  });
}

/** Code of handler attributes is named after the place of its text, so that a stack leads back to it. */
let handlerName: string | null = null;

function patchHandlers(accessors: Members): void {
  wrap(accessors, 'getCurrentEventHandlerValue', (_self, original, [target, event]) => {
    const outer = handlerName;
    handlerName = handlerFilename(target as ElementImpl, String(event));
    try {
      return original();
    } finally {
      handlerName = outer;
    }
  });
}

/** The serializer of URL records, borrowed from the getter of `document.URL`. */
let urlText: (record: object) => string = () => '';

function patchDocument(document: Members): void {
  const get = Object.getOwnPropertyDescriptor(document, 'URL')?.get;
  if (!get) throw new Error('this version of jsdom keeps the URL of a document elsewhere');
  urlText = (record) => Reflect.apply(get, { _URL: record }, []) as string;
  Object.defineProperty(document, 'URL', {
    configurable: true,
    get(this: DocumentImpl) {
      return handlerName ?? Reflect.apply(get, this, []);
    },
  });
  patchCookies(document);
}

function patchWindows(windows: Members): void {
  wrap(windows, 'createWindow', (_self, original, [options]) => {
    const { settings } = options as { settings: Record<string, unknown> };
    settings.dispatcher = NO_CONNECTION;
    const window = original() as WindowImpl;
    told.session?.windowMade(window);
    return window;
  });
}

/** What is left for code of jsdom that asks for a connection by itself. */
const NO_CONNECTION = {
  request: () => Promise.reject(new Error('no connection leaves a drive')),
  dispatch(_asked: unknown, receiver: { onResponseError?(controller: null, error: Error): void }) {
    receiver.onResponseError?.(null, new Error('no connection leaves a drive'));
    return false;
  },
};

/** jsdom fetches scripts, styles and frames through this; the drive answers from the artifact's own files. */
async function answerFromSession(_dispatcher: unknown, asked: { url: string; element: ElementImpl | null }) {
  // A macrotask, as any answer of a network is.
  await new Promise<void>((resolve) => setTimeout(resolve, 1));
  const served = told.session?.resource(asked.url, asked.element) ?? {
    status: 404,
    contentType: 'text/plain',
    body: '',
  };
  return {
    status: served.status,
    ok: served.status >= 200 && served.status < 300,
    headers: { 'content-type': served.contentType },
    body: new TextEncoder().encode(served.body),
    url: asked.url,
  };
}
