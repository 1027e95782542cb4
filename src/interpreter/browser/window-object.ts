/**
 * `window`: the names of the page as properties of an object. In: nothing. Out: the object, for a machine that gives it to
 * its programs under all the names it has.
 */

import type { Node } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import { lookupGlobal } from '../names/names.ts';
import { isCallable, object } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { top } from '../values/values.ts';

export function windowObject(): Obj {
  const made = object({
    kind: 'window',
    name: 'window',
    behaviour: WINDOW,
  });
  made.slots.set('index', -2);
  return made;
}

const WINDOW = {
  get: (machine: Machine, _self: Obj, key: string): Value => {
    if (['window', 'self', 'top', 'parent', 'globalThis', 'frames'].includes(key)) return machine.windowObject;
    const value = lookupGlobal(machine, key);
    return value.t === 'top' && value.path === key ? top(value.taint, key) : value;
  },
  set: (machine: Machine, _self: Obj, key: string, value: Value, site: Node): boolean => {
    if (key === 'location') machine.effect('nav', 'location', [value], site, 'change');
    else if (key.startsWith('on') && isCallable(value))
      machine.listen({ fn: value, kind: 'event', event: key.slice(2), element: -2 });
    else {
      const known = machine.globals.get(key);
      if (known) machine.heap.set(known, value);
      else machine.globals.set(key, { v: value, stale: false });
    }
    return true;
  },
};
