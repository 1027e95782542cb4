/**
 * The globals of the browser that send nothing: document, location, storage, timers, dialogs. In: a machine. Out: their
 * values by name. What they show or keep is an effect; what they read is input, state or environment.
 */
import { collection } from './collections.ts';
import { documentObject } from './document.ts';
import { functionOfText, handlerOfText, runCode } from './dynamic-code.ts';
import { locationObject, urlGlobal } from './locations.ts';
import type { Machine } from './machine.ts';
import { requireGlobal } from './modules.ts';
import type { Obj, Value } from './values.ts';
import { ENV, exact, INPUT, isCallable, native, object, STATE, TRUE, top, UNDEFINED } from './values.ts';
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
          requestPermission: native<Machine>('requestPermission', (m) => m.resolved(top(INPUT))),
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
  for (const name of ['FormData', 'Headers'])
    all.set(
      name,
      native<Machine>(name, (m, _s, [start]) => collection(m, name, name === 'FormData' && start ? INPUT : 0, start)),
    );
  all.set(
    'URLSearchParams',
    native<Machine>('URLSearchParams', (m, _s, [start]) =>
      collection(m, 'URLSearchParams', start?.t === 'top' ? start.taint : STATE, start),
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

function storage(name: string): Obj {
  const write = native<Machine>('setItem', (m, _s, args, site) => {
    m.effect('local', `${name}.setItem`, args.slice(0, 1), site, 'change');
    return UNDEFINED;
  });
  return object({
    name,
    open: STATE,
    props: {
      setItem: write,
      getItem: native('getItem', () => top(STATE)),
      removeItem: native('removeItem', () => UNDEFINED),
      clear: native('clear', () => UNDEFINED),
    },
    behaviour: {
      set: (m: Machine, _self: Obj, key: string, _value: Value, site: never) => {
        m.effect('local', `${name}.${key}`, [], site, 'change');
        return true;
      },
    } as never,
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

/** A reader gives what the person chose. */
function fileReader(): Obj {
  return native<Machine>('FileReader', (m, _s, _args, site) => {
    const made = object({ name: 'FileReader', open: STATE, props: { result: top(INPUT) }, born: m.entry + 1 });
    const read = native<Machine>('read', (machine) => {
      machine.later(() => {
        for (const key of ['onload', 'onloadend']) {
          const fn = made.props.get(key)?.v;
          if (fn) machine.call(fn, made, [machine.plain({ target: made }, INPUT)], site);
        }
      });
      return UNDEFINED;
    });
    for (const key of ['readAsText', 'readAsDataURL', 'readAsArrayBuffer']) made.props.set(key, { v: read });
    made.props.set('addEventListener', {
      v: native<Machine>('addEventListener', (machine, _self, [, fn]) => {
        machine.listen({ fn: fn ?? UNDEFINED, kind: 'event', args: [machine.plain({ target: made }, INPUT)] });
        return UNDEFINED;
      }),
    });
    return made;
  });
}

/** A custom element is made and connected once. */
function customElements(): Obj {
  return object({
    name: 'customElements',
    open: STATE,
    props: {
      define: native<Machine>('define', (m, _s, [, made], site) => {
        if (!made || !isCallable(made)) return UNDEFINED;
        const start = m.nativeFunction('upgrade', () => {
          const element = m.construct(made, [], site);
          const connected = m.get(element, 'connectedCallback', site);
          if (isCallable(connected)) m.call(connected, element, [], site);
          return TRUE;
        });
        m.listen({ fn: start, kind: 'callback' });
        return UNDEFINED;
      }),
    },
  });
}

/** Answers kept by address: nothing is sent. */
function cachesObject(): Obj {
  const cache = object({ name: 'cache', open: STATE });
  for (const name of ['put', 'add', 'addAll', 'delete', 'match', 'matchAll', 'keys'])
    cache.props.set(name, { v: native<Machine>(name, (m) => m.resolved(top(STATE))) });
  const open = native<Machine>('open', (m) => m.resolved(cache));
  const one = (name: string): Obj => native<Machine>(name, (m) => m.resolved(top(STATE)));
  return object({
    name: 'caches',
    open: STATE,
    props: { open, delete: one('delete'), match: one('match'), has: one('has'), keys: one('keys') },
  });
}
