/**
 * `window`: the names of the page as properties of an object. In: nothing. Out: the object, for a machine that gives it to
 * its programs under all the names it has.
 */

import type { Node } from '../../syntax/tree.ts';
import { expose } from '../machine/exposed.ts';
import type { Machine } from '../machine/machine.ts';
import { lookupGlobal } from '../names/names.ts';
import { join } from '../values/joins.ts';
import { isCallable, object } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { ENV, top, UNDEFINED } from '../values/values.ts';

export function windowObject(): Obj {
  const made = object({
    kind: 'window',
    name: 'window',
    behaviour: WINDOW,
  });
  made.slots.set('index', -2);
  return made;
}

/** The window around the page, where there is one: hosts open pages in frames. Of a page that stands alone it is its own. */
export function outerWindow(): Obj {
  const made = windowObject();
  made.open = ENV;
  return made;
}

const WINDOW = {
  get: (machine: Machine, _self: Obj, key: string): Value => {
    if (key === 'window' || key === 'self' || key === 'globalThis' || key === 'frames') return machine.windowObject;
    if (key === 'top' || key === 'parent') return machine.builtins.get(key)!;
    const value = lookupGlobal(machine, key);
    if (machine.builtins.mayBeAbsent(key) && value === machine.builtins.get(key)) return join(value, UNDEFINED);
    return value.t === 'top' && value.path === key ? top(value.taint, key) : value;
  },
  set: (machine: Machine, _self: Obj, key: string, value: Value, site: Node): boolean => {
    if (key === 'location') machine.effect('nav', 'location', [value], site, 'change');
    else if (key.startsWith('on') && isCallable(value))
      machine.listen({ fn: value, kind: 'event', event: key.slice(2), element: -2 });
    else {
      // What a script without a page hangs there is for others to use.
      if (machine.page.elements.length === 0) expose(machine, value);
      const known = machine.globals.get(key);
      if (known) machine.heap.set(known, value);
      else machine.globals.set(key, { v: value, stale: false });
    }
    return true;
  },
};
