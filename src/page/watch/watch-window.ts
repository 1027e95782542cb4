/**
 * Installs the watch in one window before the page's scripts run: listeners, `on…` properties, and the setters that
 * change a control without a mutation. In: a window. Out: its Watch. The page cannot tell (`disguise`).
 */
import type { PageHost } from '../bridge.ts';
import { CssEvents } from './css-events.ts';
import type { Disguise } from './disguise.ts';
import { createDisguise } from './disguise.ts';
import { WATCHED } from './event-types.ts';
import type { Heard } from './listener-book.ts';
import { ListenerBook } from './listener-book.ts';

type Realm = Window & typeof globalThis;

export interface Watch {
  readonly window: Realm;
  readonly book: ListenerBook;
  /** Controls whose value, checkedness or selection was set since the last look. */
  readonly touched: Set<Element>;
  /** File inputs the page, or a label, opened a chooser for. */
  readonly choosers: Set<HTMLInputElement>;
  /** Dialogs shown as modal, while they are open. */
  readonly modals: Set<Element>;
  /** Forms that were about to be sent. */
  readonly submitted: Set<Element>;
}

const isHeard = (value: unknown): value is Heard =>
  typeof value === 'function' || (typeof value === 'object' && value !== null);

function watchListeners(window: Realm, book: ListenerBook, disguise: Disguise, ends: CssEvents): void {
  const prototype = window.EventTarget.prototype;
  prototype.addEventListener = disguise(prototype.addEventListener, (self, args, call) => {
    const result = call(self, args);
    if (isHeard(args[1])) {
      book.add((self ?? window) as EventTarget, String(args[0]), args[1]);
      ends.heard(String(args[0]));
    }
    return result;
  });
  prototype.removeEventListener = disguise(prototype.removeEventListener, (self, args, call) => {
    if (isHeard(args[1])) book.remove((self ?? window) as EventTarget, String(args[0]), args[1]);
    return call(self, args);
  });
}

/** Calls `after` with the receiver each time the page sets `name` through the prototype's setter. */
function onSet(holder: object, name: string, disguise: Disguise, after: (self: unknown, value: unknown) => void): void {
  const property = Object.getOwnPropertyDescriptor(holder, name);
  if (!property?.set || !property.configurable) return;
  const set = disguise(property.set, (self, args, call) => {
    const result = call(self, args);
    after(self, args[0]);
    return result;
  });
  Object.defineProperty(holder, name, { ...property, set });
}

function onCall(holder: object, name: string, disguise: Disguise, after: (self: unknown) => void): void {
  const property = Object.getOwnPropertyDescriptor(holder, name);
  if (typeof property?.value !== 'function' || !property.configurable) return;
  const value = disguise(property.value as (...args: never[]) => unknown, (self, args, call) => {
    const result = call(self, args);
    after(self);
    return result;
  });
  Object.defineProperty(holder, name, { ...property, value });
}

function watchProperties(window: Realm, book: ListenerBook, disguise: Disguise, ends: CssEvents): void {
  const holders = [window.HTMLElement.prototype, window.SVGElement.prototype, window.Document.prototype, window];
  for (const holder of holders)
    for (const type of WATCHED)
      onSet(holder, `on${type}`, disguise, (self, value) => {
        book.slot((self ?? window) as EventTarget, type, isHeard(value) ? value : undefined);
        if (isHeard(value)) ends.heard(type);
      });
}

function watchValues(window: Realm, touched: Set<Element>, disguise: Disguise): void {
  const note = (self: unknown): void => {
    const element = self as Element;
    touched.add(element.localName === 'option' ? (element.closest('select') ?? element) : element);
  };
  const setters: readonly (readonly [object, readonly string[]])[] = [
    [window.HTMLInputElement.prototype, ['value', 'checked', 'indeterminate', 'valueAsNumber', 'valueAsDate', 'files']],
    [window.HTMLTextAreaElement.prototype, ['value']],
    [window.HTMLSelectElement.prototype, ['value', 'selectedIndex']],
    [window.HTMLOptionElement.prototype, ['selected']],
  ];
  for (const [holder, names] of setters) for (const name of names) onSet(holder, name, disguise, note);
  for (const name of ['setRangeText', 'stepUp', 'stepDown'])
    onCall(window.HTMLInputElement.prototype, name, disguise, note);
  onCall(window.HTMLTextAreaElement.prototype, 'setRangeText', disguise, note);
  onCall(window.HTMLFormElement.prototype, 'reset', disguise, (self) => {
    for (const control of (self as HTMLFormElement).elements) touched.add(control);
  });
}

export function watchWindow(window: Realm, host: Pick<PageHost, 'shim'>): Watch {
  const watch: Watch = {
    window,
    book: new ListenerBook(),
    touched: new Set(),
    choosers: new Set(),
    modals: new Set(),
    submitted: new Set(),
  };
  const openChooser = (event: Event): void => {
    const target = event.composedPath()[0] as HTMLInputElement | undefined;
    if (target?.localName === 'input' && target.type === 'file') watch.choosers.add(target);
  };
  window.addEventListener('click', openChooser, true);
  window.addEventListener('submit', ({ target }) => watch.submitted.add(target as Element), true);
  const disguise = createDisguise(window);
  const ends = new CssEvents(window, watch.book, host);
  watchListeners(window, watch.book, disguise, ends);
  watchProperties(window, watch.book, disguise, ends);
  watchValues(window, watch.touched, disguise);
  onCall(window.HTMLDialogElement.prototype, 'showModal', disguise, (self) => watch.modals.add(self as Element));
  return watch;
}
