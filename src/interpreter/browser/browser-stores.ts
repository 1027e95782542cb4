/**
 * What a browser keeps by itself: storage, caches, files that a person chose. In: nothing. Out: objects that send nothing.
 */

import type { Node } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import { resolved } from '../promises/promises.ts';
import { native, object } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { INPUT, STATE, top, UNDEFINED } from '../values/values.ts';

export function storage(name: string): Obj {
  const write = native<Machine>('setItem', (m, _s, args, site) => {
    m.effect('local', `${name}.setItem`, args.slice(0, 1), site, 'change');
    return UNDEFINED;
  });
  return object({
    name,
    open: STATE,
    props: {
      setItem: write,
      getItem: native('getItem', () => top(STATE)),
      removeItem: native('removeItem', () => UNDEFINED),
      clear: native('clear', () => UNDEFINED),
    },
    behaviour: {
      set: (m: Machine, _self: Obj, key: string, _value: Value, site: Node) => {
        m.effect('local', `${name}.${key}`, [], site, 'change');
        return true;
      },
    },
  });
}

/** Answers kept by address: nothing is sent. */
export function cachesObject(): Obj {
  const cache = object({ name: 'cache', open: STATE });
  for (const name of ['put', 'add', 'addAll', 'delete', 'match', 'matchAll', 'keys'])
    cache.props.set(name, { v: native<Machine>(name, (m) => resolved(m, top(STATE))) });
  const open = native<Machine>('open', (m) => resolved(m, cache));
  const one = (name: string): Obj => native<Machine>(name, (m) => resolved(m, top(STATE)));
  return object({
    name: 'caches',
    open: STATE,
    props: { open, delete: one('delete'), match: one('match'), has: one('has'), keys: one('keys') },
  });
}

/** A reader gives what the person chose. */
export function fileReader(): Obj {
  return native<Machine>('FileReader', (m, _s, _args, site) => {
    const made = object({ name: 'FileReader', open: STATE, props: { result: top(INPUT) }, born: m.moment + 1 });
    const read = native<Machine>('read', (machine) => {
      machine.later(() => {
        for (const key of ['onload', 'onloadend']) {
          const fn = made.props.get(key)?.v;
          if (fn) machine.call(fn, made, [machine.plain({ target: made }, INPUT)], site);
        }
      });
      return UNDEFINED;
    });
    for (const key of ['readAsText', 'readAsDataURL', 'readAsArrayBuffer']) made.props.set(key, { v: read });
    made.props.set('addEventListener', {
      v: native<Machine>('addEventListener', (machine, _self, [, fn]) => {
        machine.listen({ fn: fn ?? UNDEFINED, kind: 'event', args: [machine.plain({ target: made }, INPUT)] });
        return UNDEFINED;
      }),
    });
    return made;
  });
}
