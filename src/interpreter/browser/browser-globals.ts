/**
 * The globals of the browser that send nothing: document, location, storage, timers, dialogs. In: a machine. Out: their
 * values by name, made when asked for. What they show or keep is an effect; what they read is input, state or environment.
 */

import type { Globals } from '../machine/builtins.ts';
import { named } from '../machine/builtins.ts';
import type { Machine } from '../machine/machine.ts';
import { requireGlobal } from '../names/modules.ts';
import { resolved } from '../promises/promises.ts';
import { locationObject, urlGlobal } from '../requests/locations.ts';
import { collection } from '../standard/collections.ts';
import { isCallable, native, object } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { doubtOf, ENV, exact, INPUT, STATE, taintOf, text, top, UNDEFINED } from '../values/values.ts';
import { cachesObject, fileReader, storage } from './browser-stores.ts';
import { customElements } from './custom-elements.ts';
import { documentObject } from './document.ts';
import { functionOfText, handlerOfText, runCode } from './dynamic-code.ts';
import { formElementGlobal } from './form-calls.ts';
import { listenTo, stopListening } from './listeners.ts';
import { dispatch, eventTargetGlobal, ownEvent } from './own-events.ts';
import { outerWindow } from './window-object.ts';
import { blobGlobal, workerGlobal } from './workers.ts';

/** How the globals of the browser are made, by name. */
export const BROWSER_GLOBALS: Globals<Machine> = new Map<string, (machine: Machine) => Value>([
  ['document', documentObject],
  ['location', locationObject],
  ['URL', urlGlobal],
  [
    'navigator',
    () =>
      object({
        name: 'navigator',
        open: ENV,
        props: { onLine: top(STATE), clipboard: top(STATE, 'navigator.clipboard') },
      }),
  ],
  [
    'history',
    () =>
      object({
        name: 'history',
        open: STATE,
        props: {
          pushState: nav('history.pushState'),
          replaceState: native('replaceState', () => UNDEFINED),
          back: nav('history.back'),
          go: nav('history.go'),
        },
      }),
  ],
  ...named<Machine>(['window', 'self', 'globalThis', 'frames'], (_name, machine) => machine.windowObject),
  ...named(['top', 'parent'], outerWindow),
  ...named(['localStorage', 'sessionStorage'], storage),
  ['console', consoleObject],
  ['alert', () => dialog('alert', UNDEFINED)],
  ...named(['confirm', 'prompt'], (name) => dialog(name, top(INPUT))),
  ...named(['performance', 'crypto', 'AbortSignal'], () => object({ open: STATE })),
  ['screen', () => object({ open: ENV })],
  ['customElements', customElements],
  ['matchMedia', () => native('matchMedia', () => object({ open: STATE, props: { matches: top(STATE) } }))],
  ['caches', cachesObject],
  ...named(['eval', 'execScript'], (name) =>
    native<Machine>(name, (m, _s, [code], site) => runCode(m, code ?? UNDEFINED, site)),
  ),
  ['Function', () => native<Machine>('Function', (m, _s, args, site) => functionOfText(m, args, site))],
  ['open', () => native<Machine>('open', () => top(STATE, 'popup'))],
  ['close', () => nav('close')],
  ...named(['getComputedStyle', 'btoa'], (name) => native(name, () => top(STATE))),
  ['atob', () => native('atob', (_m, _s, [written]) => decodedBase64(written))],
  ...named(['Event', 'CustomEvent'], ownEvent),
  ['EventTarget', eventTargetGlobal],
  ['dispatchEvent', () => native<Machine>('dispatchEvent', (m, _s, [event], site) => dispatch(m, event, site))],
  ...named(['scrollTo', 'print', 'clearTimeout', 'clearInterval', 'cancelAnimationFrame'], (name) =>
    native(name, () => UNDEFINED),
  ),
  ['addEventListener', () => native<Machine>('addEventListener', (m, _s, args) => listenTo(m, -2, args))],
  ['removeEventListener', () => native<Machine>('removeEventListener', (m, _s, args) => stopListening(m, args))],
  ['Notification', notification],
  ...named(
    ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback', 'queueMicrotask', 'setImmediate'],
    timer,
  ),
  ['HTMLFormElement', formElementGlobal],
  ...named(['FormData', 'Headers'], (name) =>
    native<Machine>(name, (m, _s, [start]) => collection(m, name, name === 'FormData' && start ? INPUT : 0, start)),
  ),
  [
    'URLSearchParams',
    () =>
      native<Machine>('URLSearchParams', (m, _s, [start]) =>
        collection(m, 'URLSearchParams', (start && taintOf(start)) || STATE, start),
      ),
  ],
  ...named(
    ['DOMParser', 'TextEncoder', 'TextDecoder', 'Image', 'Audio', 'BroadcastChannel', 'AudioContext', 'MessageChannel'],
    (name) => native<Machine>(name, (m) => m.plain({}, STATE)),
  ),
  ...named(['Blob', 'File'], blobGlobal),
  ...named(['Worker', 'SharedWorker'], workerGlobal),
  ...named(['IntersectionObserver', 'MutationObserver', 'ResizeObserver', 'PerformanceObserver'], (name) =>
    native<Machine>(name, (m, _s, [fn]) => {
      m.listen({ fn: fn ?? UNDEFINED, kind: 'event' });
      return m.plain({}, STATE);
    }),
  ),
  [
    'AbortController',
    () =>
      native<Machine>('AbortController', (m) =>
        m.plain({ signal: m.plain({}, STATE), abort: native('abort', () => UNDEFINED) }),
      ),
  ],
  ['FileReader', fileReader],
]);

/** Of other places than a page. */
export const OTHER_GLOBALS: Globals<Machine> = new Map<string, (machine: Machine) => Value>([
  ['process', () => object({ name: 'process', props: { env: object({ name: 'process.env', open: ENV }) }, open: ENV })],
  ['require', requireGlobal],
]);

function notification(): Obj {
  return native<Machine>(
    'Notification',
    (m, _s, args, site) => {
      m.effect('dialog', 'Notification', args, site, 'text');
      return top(STATE);
    },
    {
      permission: top(ENV),
      requestPermission: native<Machine>('requestPermission', (m) => resolved(m, top(INPUT))),
    },
  );
}

function decodedBase64(written: Value | undefined): Value {
  const known = exact(written);
  return known === null ? top(doubtOf(written)) : text(Buffer.from(known, 'base64').toString('latin1'));
}

function nav(name: string): Obj {
  return native<Machine>(name, (m, _s, args, site) => {
    m.effect('nav', name, args.slice(0, 1), site, 'change');
    return UNDEFINED;
  });
}

function dialog(name: string, answer: Value): Obj {
  return native<Machine>(name, (m, _s, args, site) => {
    m.effect('dialog', name, args.slice(0, 1), site, 'text');
    return answer;
  });
}

function consoleObject(): Obj {
  const props: Record<string, Value> = {};
  for (const name of [
    'log',
    'info',
    'warn',
    'error',
    'debug',
    'table',
    'trace',
    'group',
    'groupEnd',
    'time',
    'timeEnd',
    'assert',
    'dir',
  ])
    props[name] = native<Machine>(name, (m, _s, args, site) => {
      m.effect('console', `console.${name}`, args, site, 'text');
      return UNDEFINED;
    });
  return object({ name: 'console', props, open: STATE });
}

function timer(name: string): Obj {
  return native<Machine>(name, (m, _s, [given, delay, ...args], site) => {
    const fn = given?.t === 'str' ? handlerOfText(given, site) : given;
    if (fn && (isCallable(fn) || fn.t !== 'prim'))
      m.listen({ fn, kind: delay ? 'timer' : 'callback', args, repeats: name === 'setInterval', isLate: true });
    return top(STATE);
  });
}
