/**
 * Builds the model of an HTTP client with a verb a method: `client.post(url, …)`, `client(url, options)`, `client.create`.
 * In: the client's shape as data. Out: its callable object. What a client does with a status is its `answer`.
 */

import type { Machine, Sent } from '../interpreter/machine/machine.ts';
import { thenPromise } from '../interpreter/promises/promise-chains.ts';
import { awaitValue } from '../interpreter/promises/promises.ts';
import { joinAll } from '../interpreter/values/joins.ts';
import { isCallable, native } from '../interpreter/values/objects.ts';
import { concat } from '../interpreter/values/texts.ts';
import type { Obj, Value } from '../interpreter/values/values.ts';
import { alternatives, exact, isNullish, STATE, taintOf, text, top, UNDEFINED } from '../interpreter/values/values.ts';
import type { Node } from '../syntax/tree.ts';

export interface ClientShape {
  readonly name: string;
  readonly channel: 'fetch' | 'xhr';
  /** Verb to the place of its options among the arguments. */
  readonly verbs: Readonly<Record<string, { readonly method: string; readonly options: number }>>;
  /** Options that hold the base of relative URLs. */
  readonly baseOptions: readonly string[];
  /** Methods that make a further client with defaults. */
  readonly makers: readonly string[];
  /** Puts a base before a path. */
  readonly joinsWithSlash: boolean;
  answer(machine: Machine, sent: Sent, options: Value, site: Node): Value;
}

export function client(machine: Machine, shape: ClientShape, defaults: Value = UNDEFINED): Obj {
  const made: Obj = native<Machine>(shape.name, (m, _self, args, site): Value => direct(m, shape, made, args, site));
  for (const [verb, { method, options }] of Object.entries(shape.verbs)) {
    const call = native<Machine>(verb, (m, _self, args, site) =>
      sendWith(m, shape, made, args[0] ?? UNDEFINED, text(method), args[options] ?? UNDEFINED, site),
    );
    made.props.set(verb, { v: call });
  }
  made.props.set('request', {
    v: native<Machine>('request', (m, _self, args, site) => direct(m, shape, made, args, site)),
  });
  for (const maker of shape.makers)
    made.props.set(maker, { v: native<Machine>(maker, (m, _self, args) => client(m, shape, args[0] ?? UNDEFINED)) });
  const settings = machine.plain({}, STATE);
  made.props.set('defaults', { v: defaults.t === 'obj' ? defaults : settings });
  made.props.set('interceptors', { v: interceptors(machine, made) });
  return made;
}

/** `client(url, options)` or `client(options)`. */
function direct(machine: Machine, shape: ClientShape, made: Obj, args: readonly Value[], site: Node): Value {
  const [first = UNDEFINED, second = UNDEFINED] = args;
  const isOptions = first.t === 'obj' && first.kind === 'plain' && !first.slots.has('text');
  const options = isOptions ? first : second;
  const url = isOptions ? machine.get(first, 'url', site) : first;
  const method = optionOf(machine, options, 'method', site);
  return sendWith(machine, shape, made, url, method ?? text('GET'), options, site);
}

function optionOf(machine: Machine, options: Value, key: string, site: Node): Value | undefined {
  if (isNullish(options)) return undefined;
  const value = options.t === 'top' ? top(options.taint, key) : machine.get(options, key, site);
  return isNullish(value) ? undefined : value;
}

function sendWith(
  machine: Machine,
  shape: ClientShape,
  made: Obj,
  url: Value,
  method: Value,
  options: Value,
  site: Node,
): Value {
  const defaults = made.props.get('defaults')?.v ?? UNDEFINED;
  const base = shape.baseOptions
    .map(
      (key) =>
        (options.t === 'obj' ? optionOf(machine, options, key, site) : undefined) ??
        (defaults.t === 'obj' ? defaults.props.get(key)?.v : undefined),
    )
    .find((value) => value !== undefined && exact(value) !== '');
  const asked = requested(machine, made, { url, method, base }, options, site);
  const sent = machine.request({
    primitive: shape.name,
    channel: shape.channel,
    url: asked.base ? joined(asked.base, asked.url, shape.joinsWithSlash) : asked.url,
    method: asked.method,
    site,
  });
  const merged = mergedOptions(machine, defaults, options);
  return intercepted(machine, made, shape.answer(machine, sent, merged, site), site);
}

interface Asked {
  readonly url: Value;
  readonly method: Value;
  readonly base: Value | undefined;
}

/** What the client's request interceptor makes of a request. */
function requested(machine: Machine, made: Obj, asked: Asked, options: Value, site: Node): Asked {
  const [onRequest] = (made.slots.get('onRequest') as readonly Value[] | undefined) ?? [];
  if (!onRequest || !isCallable(onRequest)) return asked;
  const given = machine.plain(
    { url: asked.url, method: asked.method, baseURL: asked.base ?? UNDEFINED, headers: machine.plain({}, STATE) },
    taintOf(options),
  );
  const returned = awaitValue(machine, machine.call(onRequest, UNDEFINED, [given], site));
  const used = returned.t === 'obj' ? returned : given;
  const read = (key: string, before: Value | undefined): Value | undefined => {
    const value = used.props.get(key)?.v;
    return value && !isNullish(value) ? value : before;
  };
  return { url: read('url', asked.url)!, method: read('method', asked.method)!, base: read('baseURL', asked.base) };
}

function joined(base: Value, url: Value, withSlash: boolean): Value {
  return joinAll(
    alternatives(url).map((path) => {
      const known = path.t === 'str' && typeof path.parts[0] === 'string' ? path.parts[0] : null;
      if (known !== null && /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(known)) return path;
      const ends = exact(base)?.endsWith('/') ?? false;
      const starts = known?.startsWith('/') ?? false;
      const separator = text(withSlash && !ends && !starts ? '/' : '');
      return concat(concat(base, separator), path);
    }),
  );
}

function mergedOptions(machine: Machine, defaults: Value, options: Value): Value {
  const merged = machine.plain({}, taintOf(options));
  for (const source of [defaults, options])
    if (source.t === 'obj') for (const [key, cell] of source.props) if (cell.v) merged.props.set(key, { v: cell.v });
  return merged;
}

function interceptors(machine: Machine, made: Obj): Obj {
  const use = (key: string): Obj =>
    native<Machine>('use', (_m, _self, args) => {
      made.slots.set(key, args);
      return UNDEFINED;
    });
  return machine.plain({
    request: machine.plain({ use: use('onRequest') }),
    response: machine.plain({ use: use('onResponse') }),
  });
}

function intercepted(machine: Machine, made: Obj, answer: Value, site: Node): Value {
  const [onOk = UNDEFINED, onErr = UNDEFINED] = (made.slots.get('onResponse') as readonly Value[] | undefined) ?? [];
  if (answer.t !== 'obj' || (isNullish(onOk) && isNullish(onErr))) return answer;
  return thenPromise(machine, answer, onOk, onErr, site);
}
