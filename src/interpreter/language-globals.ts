/**
 * The globals of the language. In: a machine. Out: their values by name. What they cannot say for sure is unknown, with
 * the taint of what they were given.
 */
import { collection } from './collections.ts';
import type { Machine } from './machine.ts';
import { Thrown } from './machine.ts';
import { combine, settle } from './promises.ts';
import { proxyGlobal } from './proxies.ts';
import { elementsOf, spreadInto } from './spread.ts';
import type { Obj, Value } from './values.ts';
import {
  alternatives,
  exact,
  FALSE,
  isCallable,
  joinAll,
  native,
  object,
  partsOf,
  pattern,
  prim,
  STATE,
  TRUE,
  taintOf,
  text,
  top,
  truth,
  UNDEFINED,
} from './values.ts';

export function languageGlobals(): ReadonlyMap<string, Value> {
  return new Map<string, Value>([
    ['undefined', UNDEFINED],
    ['NaN', prim(Number.NaN)],
    ['Infinity', prim(Number.POSITIVE_INFINITY)],
    ['Object', objectGlobal()],
    ['Array', arrayGlobal()],
    [
      'JSON',
      object({
        name: 'JSON',
        props: {
          parse: native('parse', parseJson),
          stringify: native<Machine>('stringify', (_m, _s, [value]) =>
            pattern([{ taint: value ? taintOf(value) || STATE : STATE }]),
          ),
        },
      }),
    ],
    ['Math', mathGlobal()],
    [
      'Date',
      native<Machine>('Date', () => object({ kind: 'plain', open: STATE }), { now: native('now', () => top(STATE)) }),
    ],
    [
      'Number',
      native<Machine>('Number', (_m, _s, [value]) => numeric(value), {
        isInteger: native('isInteger', () => top(STATE)),
      }),
    ],
    ['parseInt', native<Machine>('parseInt', (_m, _s, [value]) => numeric(value))],
    ['parseFloat', native<Machine>('parseFloat', (_m, _s, [value]) => numeric(value))],
    ['isNaN', native<Machine>('isNaN', (_m, _s, [value]) => top(value ? taintOf(value) || STATE : STATE))],
    [
      'String',
      native<Machine>('String', (_m, _s, [value]) => pattern(value ? partsOf(value) : ['']), {
        raw: native('raw', () => top(STATE)),
      }),
    ],
    ['Boolean', native<Machine>('Boolean', (_m, _s, [value]) => boolean(value))],
    [
      'Symbol',
      native<Machine>('Symbol', () => top(STATE), { iterator: text('@@iterator'), asyncIterator: text('@@iterator') }),
    ],
    ['RegExp', native<Machine>('RegExp', () => native('RegExp', () => top(STATE)))],
    ['Promise', promiseGlobal()],
    ['Reflect', reflectGlobal()],
    ['Proxy', proxyGlobal()],
    ...['Map', 'Set', 'WeakMap', 'WeakSet'].map((name): [string, Value] => [
      name,
      native<Machine>(name, (m, _s, [start]) => collection(m, name, start && start.t === 'top' ? STATE : 0, start)),
    ]),
    ...['encodeURIComponent', 'encodeURI', 'decodeURIComponent', 'decodeURI', 'escape'].map((name): [string, Value] => [
      name,
      native<Machine>(name, (_m, _s, [value]) => encoded(name, value)),
    ]),
    ...[
      'Error',
      'TypeError',
      'RangeError',
      'SyntaxError',
      'EvalError',
      'ReferenceError',
      'AggregateError',
      'DOMException',
    ].map((name): [string, Value] => [name, errorGlobal(name)]),
    ['structuredClone', native<Machine>('structuredClone', (_m, _s, [value]) => value ?? UNDEFINED)],
    ['Intl', object({ name: 'Intl', open: STATE })],
  ]);
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

function numeric(value: Value | undefined): Value {
  const known = value ? exact(value) : null;
  return known === null ? top(value ? taintOf(value) || STATE : STATE) : prim(Number.parseFloat(known));
}

function boolean(value: Value | undefined): Value {
  const known = truth(value ?? UNDEFINED);
  return known === null ? top(taintOf(value ?? UNDEFINED) || STATE) : prim(known);
}

function encoded(name: string, value: Value | undefined): Value {
  const known = value ? exact(value) : null;
  if (known === null) return pattern([{ taint: value ? taintOf(value) || STATE : STATE }]);
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
    const made = object({ kind: 'error', name, born: m.entry + 1, open: STATE });
    made.props.set('message', { v: message ?? text('') });
    made.props.set('name', { v: text(name) });
    if (options) made.props.set('cause', { v: options });
    return made;
  });
  global.props.set('prototype', { v: object({ name: `${name}.prototype` }) });
  return global;
}

/** A reply that is a page is no JSON; anything else unknown may be. */
function parseJson(machine: Machine, _self: Value, [value]: readonly Value[]): Value {
  const results: Value[] = [];
  for (const option of alternatives(value ?? UNDEFINED)) {
    const first = option.t === 'str' ? option.parts[0] : undefined;
    if (typeof first === 'string' && first.trimStart().startsWith('<')) {
      const error = machine.error('Unexpected token in JSON');
      if (alternatives(value ?? UNDEFINED).length === 1) throw new Thrown(error);
      machine.mayThrow(error, STATE);
      continue;
    }
    const known = exact(option);
    results.push(
      known !== null && option.t === 'str' && known.length < 5_000
        ? parsed(machine, known)
        : top(taintOf(option) || STATE),
    );
  }
  return joinAll(results);
}

function parsed(machine: Machine, json: string): Value {
  try {
    return fromPlain(machine, JSON.parse(json), 0);
  } catch (error) {
    if (error instanceof SyntaxError) return top(STATE);
    throw error;
  }
}

/** A JSON value as an abstract one; deeper than 20 levels is unknown. */
function fromPlain(machine: Machine, value: unknown, depth: number): Value {
  if (depth > 20) return top(STATE);
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value))
    return machine.array(value.slice(0, 500).map((item) => fromPlain(machine, item, depth + 1)));
  if (typeof value === 'object' && value !== null)
    return machine.plain(
      Object.fromEntries(
        Object.entries(value)
          .slice(0, 500)
          .map(([key, inner]) => [key, fromPlain(machine, inner, depth + 1)]),
      ),
    );
  return prim(value as number | boolean | null);
}

function objectGlobal(): Obj {
  const props: Record<string, Value> = {
    assign: native<Machine>('assign', (m, _s, [target, ...sources]) => {
      const into = target?.t === 'obj' ? target : m.plain({}, target ? taintOf(target) : 0);
      for (const source of sources) {
        if (into.kind === 'plain' || into.kind === 'function') spreadInto(m, into, source);
        else if (source.t === 'obj')
          for (const [key, cell] of source.props) if (cell.v) m.set(into, key, cell.v, NOWHERE);
      }
      return into;
    }),
    keys: native<Machine>('keys', (m, _s, [value]) => listed(m, value, (key) => text(key))),
    values: native<Machine>('values', (m, _s, [value]) => listed(m, value, (_key, inner) => inner)),
    entries: native<Machine>('entries', (m, _s, [value]) =>
      listed(m, value, (key, inner) => m.array([key === '' ? top(STATE) : text(key), inner])),
    ),
    freeze: native<Machine>('freeze', (_m, _s, [value]) => value ?? UNDEFINED),
    seal: native<Machine>('seal', (_m, _s, [value]) => value ?? UNDEFINED),
    create: native<Machine>('create', (m, _s, [proto]) => {
      const made = m.plain();
      made.proto = proto?.t === 'obj' ? proto : null;
      return made;
    }),
    fromEntries: native<Machine>('fromEntries', (m, _s, [entries]) => fromEntries(m, entries)),
    defineProperty: native<Machine>('defineProperty', (m, _s, [target, key, descriptor], site) => {
      const name = key ? exact(key) : null;
      if (target?.t !== 'obj' || name === null || !descriptor) return target ?? UNDEFINED;
      const getter = m.get(descriptor, 'get', site);
      if (isCallable(getter)) target.getters?.set(name, getter);
      else m.set(target, name, m.get(descriptor, 'value', site), site);
      return target;
    }),
  };
  return native<Machine>('Object', (_m, _s, [value]) => value ?? object(), props);
}

const NOWHERE = { type: 'EmptyStatement', start: 0, end: 0 } as never;

function listed(machine: Machine, value: Value | undefined, of: (key: string, inner: Value) => Value): Value {
  if (value?.t !== 'obj') return machine.array([], of('', top(value ? taintOf(value) || STATE : STATE)));
  if (value.items)
    return machine.array(
      value.items.v.map((item, index) => of(String(index), item)),
      value.rest ? of('', value.rest) : null,
    );
  const known = [...value.props].filter(([, cell]) => cell.v !== undefined).map(([key, cell]) => of(key, cell.v!));
  machine.tick(known.length);
  return machine.array(known, value.open ? of('', top(value.open)) : null);
}

function fromEntries(machine: Machine, entries: Value | undefined): Value {
  const made = machine.plain();
  const { items, rest } = elementsOf(machine, entries ?? UNDEFINED);
  if (rest) made.open |= STATE;
  for (const entry of items) {
    const [key, value] = entry.t === 'obj' && entry.items ? entry.items.v : [];
    const name = key ? exact(key) : null;
    if (name !== null && value) made.props.set(name, { v: value });
    else made.open |= STATE;
  }
  return made;
}

function arrayGlobal(): Obj {
  return native<Machine>('Array', (m, _s, args) => m.array([], args.length > 0 ? top(STATE) : null), {
    isArray: native<Machine>('isArray', (_m, _s, [value]) =>
      value?.t === 'obj'
        ? value.items
          ? TRUE
          : FALSE
        : value?.t === 'top' || value?.t === 'union'
          ? top(taintOf(value) || STATE)
          : FALSE,
    ),
    of: native<Machine>('of', (m, _s, args) => m.array(args)),
    from: native<Machine>('from', (m, _s, [source, fn], site) => {
      const isCount = source?.t === 'obj' && !source.items && source.props.has('length');
      const { items, rest } = isCount ? { items: [], rest: UNDEFINED } : elementsOf(m, source ?? UNDEFINED);
      if (!fn || !isCallable(fn)) return m.array(items, rest);
      return m.array(
        items.slice(0, 40).map((item, index) => m.call(fn, UNDEFINED, [item, prim(index)], site)),
        rest ? m.call(fn, UNDEFINED, [rest, top(STATE)], site) : null,
      );
    }),
    prototype: object({
      props: {
        slice: native<Machine>('slice', (m, self) => {
          const { items, rest } = elementsOf(m, self);
          return m.array(items, rest);
        }),
      },
      open: STATE,
    }),
  });
}

function promiseGlobal(): Obj {
  const make = native<Machine>('Promise', (m, _s, [executor], site) => {
    const promise = m.promise();
    const settler = (fate: 'ok' | 'err'): Obj =>
      m.nativeFunction(fate === 'ok' ? 'resolve' : 'reject', (args) => {
        settle(m, promise, fate, args[0] ?? UNDEFINED, m.after.awaited);
        return UNDEFINED;
      });
    try {
      m.call(executor ?? UNDEFINED, UNDEFINED, [settler('ok'), settler('err')], site);
    } catch (error) {
      if (!(error instanceof Thrown)) throw error;
      settle(m, promise, 'err', error.value);
    }
    return promise;
  });
  const statics: Record<string, Value> = {
    resolve: native<Machine>('resolve', (m, _s, [value]) =>
      value?.t === 'obj' && value.kind === 'promise' ? value : m.resolved(value ?? UNDEFINED),
    ),
    reject: native<Machine>('reject', (m, _s, [value]) => m.rejected(value ?? UNDEFINED)),
    withResolvers: native<Machine>('withResolvers', (m) => {
      const promise = m.promise();
      const end = (fate: 'ok' | 'err'): Obj =>
        m.nativeFunction(fate, (args) => {
          settle(m, promise, fate, args[0] ?? UNDEFINED, m.after.awaited);
          return UNDEFINED;
        });
      return m.plain({ promise, resolve: end('ok'), reject: end('err') });
    }),
    try: native<Machine>('try', (m, _s, [fn, ...args], site) =>
      m.resolved(m.call(fn ?? UNDEFINED, UNDEFINED, args, site)),
    ),
  };
  for (const kind of ['all', 'allSettled', 'race', 'any'] as const)
    statics[kind] = native<Machine>(kind, (m, _s, [list]) => {
      const { items, rest } = elementsOf(m, list ?? UNDEFINED);
      return combine(m, kind, items, rest);
    });
  for (const [key, value] of Object.entries(statics)) make.props.set(key, { v: value });
  return make;
}

function reflectGlobal(): Obj {
  return object({
    name: 'Reflect',
    open: STATE,
    props: {
      get: native<Machine>('get', (m, _s, [target, key], site) =>
        m.getComputed(target ?? UNDEFINED, key ?? UNDEFINED, site),
      ),
      apply: native<Machine>('apply', (m, _s, [fn, self, list], site) =>
        m.call(fn ?? UNDEFINED, self ?? UNDEFINED, elementsOf(m, list ?? UNDEFINED).items, site),
      ),
      construct: native<Machine>('construct', (m, _s, [fn, list], site) =>
        m.construct(fn ?? UNDEFINED, elementsOf(m, list ?? UNDEFINED).items, site),
      ),
    },
  });
}
