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
    const settler = (fate: 'ok' | 'err'): Obj =>
      native(fate === 'ok' ? 'resolve' : 'reject', (_m, _s, args) => {
        settle(m, promise, fate, args[0] ?? UNDEFINED, m.after.awaited);
        return UNDEFINED;
      });
    try {
      m.call(executor ?? UNDEFINED, UNDEFINED, [settler('ok'), settler('err')], site);
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
      const end = (fate: 'ok' | 'err'): Obj =>
        native(fate, (_m, _s, args) => {
          settle(m, promise, fate, args[0] ?? UNDEFINED, m.after.awaited);
          return UNDEFINED;
        });
      return m.plain({ promise, resolve: end('ok'), reject: end('err') });
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
