/**
 * `call`, `apply`, `bind` and the like. In: a function and a key. Out: a function of the platform, or null.
 */

import type { Machine } from '../machine/machine.ts';
import { asArguments } from '../values/elements.ts';
import { native } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { prim, text, UNDEFINED } from '../values/values.ts';
import { elementsOf } from './spread.ts';

export function functionMember(fn: Obj, key: string): Value | null {
  switch (key) {
    case 'call':
      return native<Machine>('call', (m, _self, args, site) => m.call(fn, args[0] ?? UNDEFINED, args.slice(1), site));
    case 'apply':
      return native<Machine>('apply', (m, _self, args, site) => {
        const given = asArguments(elementsOf(m, args[1] ?? UNDEFINED));
        return m.call(fn, args[0] ?? UNDEFINED, given, site);
      });
    case 'bind':
      return native<Machine>('bind', (_m, _self, bound) => boundFunction(fn, bound));
    case 'name':
      return text(fn.name);
    case 'length':
      return prim(fn.closure?.node.params?.length ?? 0);
    case 'toString':
      return native('toString', () => text('function'));
    default:
      return null;
  }
}

function boundFunction(fn: Obj, bound: readonly Value[]): Obj {
  const made = native<Machine>(`bound ${fn.name}`, (m, _self, args, site) =>
    m.call(fn, bound[0] ?? UNDEFINED, [...bound.slice(1), ...args], site),
  );
  made.slots.set('target', fn);
  return made;
}
