/**
 * `Promise` and its combinators. In: promises. Out: one promise of them.
 */

import { isEndless, Thrown } from '../machine/completions.ts';
import type { Machine } from '../machine/machine.ts';
import { combine } from '../promises/promise-combinators.ts';
import { newPromise, rejected, resolved, settle } from '../promises/promises.ts';
import { native } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { UNDEFINED } from '../values/values.ts';
import { elementsOf } from './spread.ts';

export function promiseGlobal(): Obj {
  const make = native<Machine>('Promise', (m, _s, [executor], site) => {
    const promise = newPromise(m);
    const { resolve, reject } = settlersOf(m, promise);
    try {
      m.call(executor ?? UNDEFINED, UNDEFINED, [resolve, reject], site);
    } catch (error) {
      if (!(error instanceof Thrown) || isEndless(error)) throw error;
      settle(m, promise, 'err', error.value);
    }
    return promise;
  });
  const statics: Record<string, Value> = {
    resolve: native<Machine>('resolve', (m, _s, [value]) =>
      value?.t === 'obj' && value.kind === 'promise' ? value : resolved(m, value ?? UNDEFINED),
    ),
    reject: native<Machine>('reject', (m, _s, [value]) => rejected(m, value ?? UNDEFINED)),
    withResolvers: native<Machine>('withResolvers', (m) => {
      const promise = newPromise(m);
      return m.plain({ promise, ...settlersOf(m, promise) });
    }),
    try: native<Machine>('try', (m, _s, [fn, ...args], site) =>
      resolved(m, m.call(fn ?? UNDEFINED, UNDEFINED, args, site)),
    ),
  };
  for (const kind of ['all', 'allSettled', 'race', 'any'] as const)
    statics[kind] = native<Machine>(kind, (m, _s, [list]) => combine(m, kind, elementsOf(m, list ?? UNDEFINED)));
  for (const [key, value] of Object.entries(statics)) make.props.set(key, { v: value });
  return make;
}

/** The functions by which its maker settles a promise, after what was waited for by then. */
function settlersOf(machine: Machine, promise: Obj): { readonly resolve: Obj; readonly reject: Obj } {
  const settler = (name: string, fate: 'ok' | 'err'): Obj =>
    native(name, (_m, _s, [value = UNDEFINED]) => {
      settle(machine, promise, fate, value, machine.after.awaited);
      return UNDEFINED;
    });
  return { resolve: settler('resolve', 'ok'), reject: settler('reject', 'err') };
}
