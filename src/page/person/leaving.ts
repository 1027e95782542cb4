/** Hides or leaves the page as a browser does. In: a window. Out: the events, in order, with the states they report. */

type Realm = Window & typeof globalThis;

function define(document: Document, name: 'hidden' | 'visibilityState', value: unknown): void {
  Object.defineProperty(document, name, { configurable: true, enumerable: true, get: () => value });
}

/** Order when a page is closed: beforeunload, pagehide, visibilitychange (if still visible), unload (HTML, "Unloading documents"). */
export function leavePage(window: Realm, kind: 'hide' | 'leave'): void {
  const document = window.document;
  if (kind === 'hide') {
    hide(window);
    return;
  }
  window.dispatchEvent(new window.Event('beforeunload', { cancelable: true }));
  window.dispatchEvent(transition(window));
  if (!document.hidden) hide(window);
  window.dispatchEvent(new window.Event('unload'));
}

function hide(window: Realm): void {
  define(window.document, 'hidden', true);
  define(window.document, 'visibilityState', 'hidden');
  window.document.dispatchEvent(new window.Event('visibilitychange', { bubbles: true }));
  window.dispatchEvent(new window.Event('blur'));
}

function transition(window: Realm): Event {
  return typeof window.PageTransitionEvent === 'function'
    ? new window.PageTransitionEvent('pagehide', { persisted: false })
    : new window.Event('pagehide');
}
