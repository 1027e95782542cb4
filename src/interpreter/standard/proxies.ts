/**
 * `Proxy`. In: a target and traps. Out: an object that asks `get` and `set` and leaves everything else to its target.
 */

import type { Node } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import { isCallable, native, object } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { STATE, text, top, UNDEFINED, UNK } from '../values/values.ts';

export function proxyGlobal(): Obj {
  return native<Machine>('Proxy', (machine, _self, [target = top(UNK), traps = UNDEFINED], site) => {
    const get = trap(machine, traps, 'get', site);
    const set = trap(machine, traps, 'set', site);
    if (!get && !set) return target;
    const made = object<Machine>({
      kind: 'proxy',
      name: 'proxy',
      born: machine.moment + 1,
      behaviour: {
        get: (m, own, key, at) => (get ? m.call(get, traps, [target, keyOf(key), own], at) : m.get(target, key, at)),
        set: (m, own, key, value, at) => {
          if (set) m.call(set, traps, [target, keyOf(key), value, own], at);
          else m.set(target, key, value, at);
          return true;
        },
      },
    });
    made.slots.set('target', target);
    if (traps.t === 'obj') made.slots.set('traps', traps);
    return made;
  });
}

/** A key that only the run tells is empty here. */
function keyOf(key: string): Value {
  return key === '' ? top(STATE) : text(key);
}

function trap(machine: Machine, traps: Value, name: string, site: Node): Value | null {
  const found = traps.t === 'obj' ? machine.get(traps, name, site) : UNDEFINED;
  return isCallable(found) ? found : null;
}
