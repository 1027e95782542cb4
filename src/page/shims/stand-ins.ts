/**
 * Stand-ins of a repaired drive: globals that answer to anything. In: names from the engine. Out: values that can be
 * called, read, iterated (one item) and shown. Told to the engine: that one was given an element, a selector that
 * matches, or a function, since the real thing might have wired the page with it.
 */
import type { PageHost } from '../bridge.ts';
import { askOf } from '../channels/ask.ts';
import { define } from '../channels/define.ts';

const ARRAY_METHODS = new Set([
  'map',
  'forEach',
  'filter',
  'find',
  'some',
  'every',
  'reduce',
  'slice',
  'sort',
  'flatMap',
  'concat',
  'reverse',
  'join',
  'includes',
  'indexOf',
  'findIndex',
  'entries',
  'keys',
  'values',
  'at',
]);

export function installStandIns(window: Window & typeof globalThis, host: PageHost): void {
  const ask = askOf(host);
  for (const name of ask('repairs', {})) {
    let touched = false;
    const given = (args: readonly unknown[]) => {
      if (touched || !args.some((argument) => wires(argument, window.document))) return;
      touched = true;
      ask('touched', { name });
    };
    define(window, { [name]: standIn(given) });
  }
}

function wires(argument: unknown, document: Document): boolean {
  if (typeof argument === 'function' || argument instanceof Node) return true;
  if (typeof argument !== 'string' || argument.length > 200) return false;
  try {
    return document.querySelector(argument) !== null;
  } catch {
    // Not a selector.
    return false;
  }
}

function standIn(given: (args: readonly unknown[]) => void): unknown {
  const children = new Map<PropertyKey, unknown>();
  const child = (key: PropertyKey): unknown => {
    if (!children.has(key)) children.set(key, standIn(given));
    return children.get(key);
  };
  return new Proxy((() => {}) as object, {
    get(_target, key) {
      if (key === Symbol.toPrimitive) return (hint: string) => (hint === 'number' ? 1 : 'sample');
      if (key === Symbol.iterator) return () => [child('item')].values();
      if (key === 'toString' || key === 'valueOf') return () => 'sample';
      if (key === 'toJSON') return () => ({});
      if (key === 'then' || typeof key === 'symbol') return undefined;
      if (key === 'length') return 1;
      if (ARRAY_METHODS.has(key)) return listMethod(key, [child('item')], given);
      return child(key);
    },
    set: (_target, key, value) => {
      children.set(key, value);
      given([value]);
      return true;
    },
    apply: (_target, _self, args) => {
      given(args);
      return standIn(given);
    },
    construct: (_target, args) => {
      given(args);
      return standIn(given) as object;
    },
  });
}

function listMethod(key: string, list: readonly unknown[], given: (args: readonly unknown[]) => void): unknown {
  return (...args: unknown[]) => {
    given(args);
    return Reflect.apply(Reflect.get(list, key), list, args);
  };
}
