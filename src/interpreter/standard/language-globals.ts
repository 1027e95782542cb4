/**
 * The globals of the language. In: a machine. Out: their values by name, made when asked for. What they cannot say for sure is unknown, with
 * the taint of what they were given.
 */

import type { Globals } from '../machine/builtins.ts';
import { named } from '../machine/builtins.ts';
import type { Machine } from '../machine/machine.ts';
import { counted } from '../values/counts.ts';
import { isCallable, native, object } from '../values/objects.ts';
import { binary, unary } from '../values/operators.ts';
import { partsOf, pattern } from '../values/texts.ts';
import type { Obj, Value } from '../values/values.ts';
import { doubtOf, exact, FALSE, prim, STATE, TRUE, taintOf, text, top, truth, UNDEFINED } from '../values/values.ts';
import { mapList } from './array-elements.ts';
import { collection } from './collections.ts';
import { parseJson } from './json.ts';
import { defineProperty, objectGlobal, removeProperty } from './object-global.ts';
import { promiseGlobal } from './promise-global.ts';
import { proxyGlobal } from './proxies.ts';
import { elementsOf } from './spread.ts';

/** Lists of numbers, of whatever length. */
const TYPED = ['Int8', 'Uint8', 'Uint8Clamped', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Float32', 'Float64'].map(
  (kind) => `${kind}Array`,
);

/** How the globals of the language are made, by name. */
export const LANGUAGE_GLOBALS: Globals<Machine> = new Map<string, (machine: Machine) => Value>([
  ['undefined', () => UNDEFINED],
  ['NaN', () => prim(Number.NaN)],
  ['Infinity', () => prim(Number.POSITIVE_INFINITY)],
  ['Object', objectGlobal],
  ['Array', arrayGlobal],
  ['JSON', jsonGlobal],
  ['Math', mathGlobal],
  [
    'Date',
    () =>
      native<Machine>('Date', () => object({ kind: 'plain', open: STATE }), { now: native('now', () => top(STATE)) }),
  ],
  [
    'Number',
    () =>
      native<Machine>('Number', (_m, _s, [value = prim(0)]) => unary('+', value), {
        isInteger: native('isInteger', () => top(STATE)),
      }),
  ],
  ['parseInt', () => native<Machine>('parseInt', (_m, _s, [value, base]) => parsed(value, base))],
  ['parseFloat', () => native<Machine>('parseFloat', (_m, _s, [value]) => parsed(value, null))],
  ['isNaN', () => native<Machine>('isNaN', (_m, _s, [value]) => top(doubtOf(value)))],
  [
    'String',
    () =>
      native<Machine>('String', (_m, _s, [value]) => pattern(value ? partsOf(value) : ['']), {
        raw: native('raw', () => top(STATE)),
      }),
  ],
  ['Boolean', () => native<Machine>('Boolean', (_m, _s, [value]) => boolean(value))],
  [
    'Symbol',
    () =>
      native<Machine>('Symbol', () => top(STATE), { iterator: text('@@iterator'), asyncIterator: text('@@iterator') }),
  ],
  ['RegExp', () => native<Machine>('RegExp', () => native('RegExp', () => top(STATE)))],
  ['Promise', promiseGlobal],
  ['Reflect', reflectGlobal],
  ['Proxy', proxyGlobal],
  ...named(TYPED, (name) => native<Machine>(name, (m) => m.array([], top(STATE)))),
  ...named(['Map', 'Set', 'WeakMap', 'WeakSet'], (name) =>
    native<Machine>(name, (m, _s, [start]) => collection(m, name, start && start.t === 'top' ? STATE : 0, start)),
  ),
  ...named(['encodeURIComponent', 'encodeURI', 'decodeURIComponent', 'decodeURI', 'escape'], (name) =>
    native<Machine>(name, (_m, _s, [value]) => encoded(name, value)),
  ),
  ...named(
    [
      'Error',
      'TypeError',
      'RangeError',
      'SyntaxError',
      'EvalError',
      'ReferenceError',
      'AggregateError',
      'DOMException',
    ],
    errorGlobal,
  ),
  ['structuredClone', () => native<Machine>('structuredClone', (_m, _s, [value]) => value ?? UNDEFINED)],
  ['Intl', () => object({ name: 'Intl', open: STATE })],
]);

function jsonGlobal(): Obj {
  return object({
    name: 'JSON',
    props: {
      parse: native('parse', parseJson),
      stringify: native<Machine>('stringify', (m, _s, [value, replacer]) => {
        if (replacer && isCallable(replacer)) m.passTime([replacer]);
        return pattern([{ taint: doubtOf(value) }]);
      }),
    },
  });
}

const MATH = ['floor', 'ceil', 'round', 'trunc', 'abs', 'sign', 'min', 'max'] as const;

function mathGlobal(): Obj {
  const props = MATH.map((name): [string, Value] => [
    name,
    native<Machine>(name, (_m, _s, args) => {
      const numbers = args.map((argument) => (argument.t === 'prim' ? Number(argument.v) : null));
      if (numbers.every((number) => number !== null))
        return prim((Math[name] as (...all: number[]) => number)(...numbers));
      return top(args.reduce((bits, argument) => bits | taintOf(argument), 0) || STATE);
    }),
  ]);
  return object({ name: 'Math', open: STATE, props: Object.fromEntries(props) });
}

/** `base`: of a whole number; null where it may have a fraction. */
function parsed(value: Value | undefined, base: Value | null | undefined): Value {
  const known = exact(value);
  if (known === null) return top(doubtOf(value));
  if (base === null) return prim(Number.parseFloat(known));
  const radix = base ? exact(base) : '10';
  return radix === null ? top(doubtOf(base)) : prim(Number.parseInt(known, Number(radix)));
}

function boolean(value: Value | undefined): Value {
  const known = truth(value ?? UNDEFINED);
  return known === null ? top(doubtOf(value)) : prim(known);
}

function encoded(name: string, value: Value | undefined): Value {
  const known = exact(value);
  if (known === null) return pattern([{ taint: doubtOf(value) }]);
  try {
    return text(
      name.startsWith('decode')
        ? decodeURIComponent(known)
        : name === 'encodeURI'
          ? encodeURI(known)
          : encodeURIComponent(known),
    );
  } catch (error) {
    if (error instanceof URIError) return top(STATE);
    throw error;
  }
}

function errorGlobal(name: string): Obj {
  const global = native<Machine>(name, (m, _self, [message, options]) => {
    const made = object({ kind: 'error', name, born: m.moment + 1, open: STATE });
    made.props.set('message', { v: message ?? text('') });
    made.props.set('name', { v: text(name) });
    if (options) made.props.set('cause', { v: options });
    return made;
  });
  global.props.set('prototype', { v: object({ name: `${name}.prototype` }) });
  return global;
}

function arrayGlobal(): Obj {
  return native<Machine>('Array', (m, _s, args) => m.array([], args.length > 0 ? top(STATE) : null), {
    isArray: native<Machine>('isArray', (_m, _s, [value]) =>
      value?.t === 'obj'
        ? value.items
          ? TRUE
          : FALSE
        : value?.t === 'top' || value?.t === 'union'
          ? top(doubtOf(value))
          : FALSE,
    ),
    of: native<Machine>('of', (m, _s, args) => m.array(args)),
    from: native<Machine>('from', (m, _s, [source, fn], site) => {
      const isCount = source?.t === 'obj' && !source.items && source.props.has('length');
      const { items, rest } = isCount ? { items: [], rest: UNDEFINED } : elementsOf(m, source ?? UNDEFINED);
      const list = counted(m.array(items, rest), source ? [source] : []);
      return fn && isCallable(fn) ? mapList(m, list, fn, site) : list;
    }),
    prototype: object({
      props: {
        slice: native<Machine>('slice', (m, self) => {
          const { items, rest } = elementsOf(m, self);
          return counted(m.array(items, rest), [self]);
        }),
      },
      open: STATE,
    }),
  });
}

function reflectGlobal(): Obj {
  return object({
    name: 'Reflect',
    open: STATE,
    props: {
      get: native<Machine>('get', (m, _s, [target, key], site) =>
        m.getComputed(target ?? UNDEFINED, key ?? UNDEFINED, site),
      ),
      has: native<Machine>('has', (_m, _s, [target = UNDEFINED, key = UNDEFINED]) => binary('in', key, target)),
      set: native<Machine>('set', (m, _s, [target = UNDEFINED, key, value = UNDEFINED], site) => {
        m.set(target, exact(key) ?? '', value, site);
        return TRUE;
      }),
      defineProperty: native<Machine>('defineProperty', defineProperty),
      deleteProperty: native<Machine>('deleteProperty', (m, _s, [target = UNDEFINED, key = UNDEFINED]) => {
        removeProperty(m, target, key);
        return TRUE;
      }),
      apply: native<Machine>('apply', (m, _s, [fn, self, list], site) =>
        m.call(fn ?? UNDEFINED, self ?? UNDEFINED, elementsOf(m, list ?? UNDEFINED).items, site),
      ),
      construct: native<Machine>('construct', (m, _s, [fn, list], site) =>
        m.construct(fn ?? UNDEFINED, elementsOf(m, list ?? UNDEFINED).items, site),
      ),
    },
  });
}
