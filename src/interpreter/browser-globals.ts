/**
 * The globals of the browser that send nothing: document, location, storage, timers, dialogs. In: a machine. Out: their
 * values by name. What they show or keep is an effect; what they read is input, state or environment.
 */

import { cachesObject, fileReader, storage } from './browser-stores.ts';
import { collection } from './collections.ts';
import { customElements } from './custom-elements.ts';
import { documentObject } from './document.ts';
import { functionOfText, handlerOfText, runCode } from './dynamic-code.ts';
import { formElementGlobal } from './form-calls.ts';
import { locationObject, urlGlobal } from './locations.ts';
import type { Machine } from './machine.ts';
import { requireGlobal } from './modules.ts';
import { isCallable, native, object } from './objects.ts';
import { resolved } from './promises.ts';
import type { Obj, Value } from './values.ts';
import { ENV, exact, INPUT, STATE, taintOf, top, UNDEFINED } from './values.ts';
import { blobGlobal, workerGlobal } from './workers.ts';

export function browserGlobals(machine: Machine): ReadonlyMap<string, Value> {
  const all = new Map<string, Value>([
    ['document', documentObject(machine)],
    ['location', locationObject()],
    ['URL', urlGlobal()],
    [
      'navigator',
      object({
        name: 'navigator',
        open: ENV,
        props: { onLine: top(ENV), clipboard: top(STATE, 'navigator.clipboard') },
      }),
    ],
    [
      'history',
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
    ['localStorage', storage('localStorage')],
    ['sessionStorage', storage('sessionStorage')],
    ['console', consoleObject()],
    ['alert', dialog('alert', UNDEFINED)],
    ['confirm', dialog('confirm', top(INPUT))],
    ['prompt', dialog('prompt', top(INPUT))],
    ['process', object({ name: 'process', props: { env: object({ name: 'process.env', open: ENV }) }, open: ENV })],
    ['performance', object({ open: STATE })],
    ['crypto', object({ open: STATE })],
    ['screen', object({ open: ENV })],
    ['customElements', customElements()],
    ['matchMedia', native('matchMedia', () => object({ open: STATE, props: { matches: top(STATE) } }))],
    ['getComputedStyle', native('getComputedStyle', () => top(STATE))],
    ['caches', cachesObject()],
    ['require', requireGlobal()],
    ['eval', native<Machine>('eval', (m, _s, [code], site) => runCode(m, code ?? UNDEFINED, site))],
    ['execScript', native<Machine>('execScript', (m, _s, [code], site) => runCode(m, code ?? UNDEFINED, site))],
    ['Function', native<Machine>('Function', (m, _s, args, site) => functionOfText(m, args, site))],
    ['scrollTo', native('scrollTo', () => UNDEFINED)],
    ['open', native<Machine>('open', () => top(STATE, 'popup'))],
    ['close', nav('close')],
    ['print', native('print', () => UNDEFINED)],
    ['btoa', native('btoa', () => top(STATE))],
    ['atob', native('atob', () => top(STATE))],
    ['clearTimeout', native('clearTimeout', () => UNDEFINED)],
    ['clearInterval', native('clearInterval', () => UNDEFINED)],
    ['cancelAnimationFrame', native('cancelAnimationFrame', () => UNDEFINED)],
    ['removeEventListener', native('removeEventListener', () => UNDEFINED)],
    ['dispatchEvent', native('dispatchEvent', () => UNDEFINED)],
    ['addEventListener', native<Machine>('addEventListener', (m, _s, [type, fn]) => listen(m, type, fn))],
    [
      'Notification',
      native<Machine>(
        'Notification',
        (m, _s, args, site) => {
          m.effect('dialog', 'Notification', args, site, 'text');
          return top(STATE);
        },
        {
          permission: top(ENV),
          requestPermission: native<Machine>('requestPermission', (m) => resolved(m, top(INPUT))),
        },
      ),
    ],
  ]);
  for (const name of [
    'setTimeout',
    'setInterval',
    'requestAnimationFrame',
    'requestIdleCallback',
    'queueMicrotask',
    'setImmediate',
  ])
    all.set(name, timer(name));
  all.set('HTMLFormElement', formElementGlobal());
  for (const name of ['FormData', 'Headers'])
    all.set(
      name,
      native<Machine>(name, (m, _s, [start]) => collection(m, name, name === 'FormData' && start ? INPUT : 0, start)),
    );
  all.set(
    'URLSearchParams',
    native<Machine>('URLSearchParams', (m, _s, [start]) =>
      collection(m, 'URLSearchParams', (start && taintOf(start)) || STATE, start),
    ),
  );
  for (const name of [
    'Event',
    'CustomEvent',
    'DOMParser',
    'TextEncoder',
    'TextDecoder',
    'Image',
    'Audio',
    'BroadcastChannel',
    'AudioContext',
    'MessageChannel',
  ])
    all.set(
      name,
      native<Machine>(name, (m, _s, _args) => m.plain({}, STATE)),
    );
  for (const name of ['Blob', 'File']) all.set(name, blobGlobal(name));
  for (const name of ['Worker', 'SharedWorker']) all.set(name, workerGlobal(name));
  for (const name of ['IntersectionObserver', 'MutationObserver', 'ResizeObserver', 'PerformanceObserver'])
    all.set(
      name,
      native<Machine>(name, (m, _s, [fn]) => {
        m.listen({ fn: fn ?? UNDEFINED, kind: 'event' });
        return m.plain({}, STATE);
      }),
    );
  all.set(
    'AbortController',
    native<Machine>('AbortController', (m) =>
      m.plain({ signal: m.plain({}, STATE), abort: native('abort', () => UNDEFINED) }),
    ),
  );
  all.set('AbortSignal', object({ open: STATE }));
  all.set('FileReader', fileReader());
  return all;
}

function listen(machine: Machine, type: Value | undefined, fn: Value | undefined): Value {
  machine.listen({ fn: fn ?? UNDEFINED, kind: 'event', event: (type ? exact(type) : null) ?? '', element: -2 });
  return UNDEFINED;
}

function nav(name: string): Obj {
  return native<Machine>(name, (m, _s, args, site) => {
    m.effect('nav', name, args.slice(0, 1), site, 'change');
    return UNDEFINED;
  });
}

function dialog(name: string, answer: Value): Obj {
  return native<Machine>(name, (m, _s, args, site) => {
    if (name === 'alert') m.effect('dialog', name, args, site, 'text');
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
      m.listen({ fn, kind: delay ? 'timer' : 'callback', args, repeats: name === 'setInterval' });
    return top(STATE);
  });
}
