/**
 * `then`, `catch`, `finally` of a promise. In: a promise and a key. Out: a function of the platform, or null.
 */
import type { Machine } from '../machine/machine.ts';
import { native } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { UNDEFINED } from '../values/values.ts';
import { finallyPromise, thenPromise } from './promise-chains.ts';

export function promiseMember(promise: Obj, key: string): Value | null {
  switch (key) {
    case 'then':
    case 'done':
      return native<Machine>(key, (m, _self, [onOk = UNDEFINED, onErr = UNDEFINED], site) =>
        thenPromise(m, promise, onOk, onErr, site),
      );
    case 'catch':
    case 'fail':
      return native<Machine>(key, (m, _self, args, site) =>
        thenPromise(m, promise, UNDEFINED, args[0] ?? UNDEFINED, site),
      );
    case 'finally':
      return native<Machine>(key, (m, _self, args, site) => finallyPromise(m, promise, args[0] ?? UNDEFINED, site));
    case 'always':
      return native<Machine>(key, (m, _self, args, site) =>
        thenPromise(m, promise, args[0] ?? UNDEFINED, args[0] ?? UNDEFINED, site),
      );
    default:
      return null;
  }
}
