/** Hides or leaves the page as a browser does. In: the windows of the page. Out: the events, in order, and the states they report. */

type Realm = Window & typeof globalThis;

/** Order when a page is closed: beforeunload, pagehide, visibilitychange (if still visible), unload (HTML, "Unloading documents"). */
export function leavePage(windows: readonly Realm[], kind: 'hide' | 'leave'): void {
  if (kind === 'hide') {
    for (const window of windows) hide(window);
    return;
  }
  for (const window of windows) window.dispatchEvent(beforeUnload(window));
  for (const window of windows) {
    window.dispatchEvent(pageHide(window));
    if (!window.document.hidden) hide(window);
    window.dispatchEvent(new window.Event('unload'));
  }
}

function hide(window: Realm): void {
  const document = window.document;
  window.dispatchEvent(new window.Event('blur'));
  state(document, 'hidden', true);
  state(document, 'visibilityState', 'hidden');
  const event = new window.Event('visibilitychange', { bubbles: true });
  document.dispatchEvent(event);
  if (!callsHandler(window)) document.onvisibilitychange?.call(document, event);
}

function state(document: Document, name: 'hidden' | 'visibilityState', value: unknown): void {
  Object.defineProperty(document, name, { configurable: true, enumerable: true, get: () => value });
}

/** Whether the engine calls `document.onvisibilitychange` at all; asked of a document the page does not know. */
function callsHandler(window: Realm): boolean {
  const probe = window.document.implementation.createHTMLDocument('');
  let called = false;
  probe.onvisibilitychange = () => {
    called = true;
  };
  probe.dispatchEvent(new window.Event('visibilitychange'));
  return called;
}

function beforeUnload(window: Realm): Event {
  const event = window.document.createEvent('BeforeUnloadEvent');
  event.initEvent('beforeunload', false, true);
  return event;
}

function pageHide(window: Realm): Event {
  return typeof window.PageTransitionEvent === 'function'
    ? new window.PageTransitionEvent('pagehide', { persisted: false })
    : new window.Event('pagehide');
}
