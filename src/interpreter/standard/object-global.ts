/**
 * `Object` and what it makes of objects. In: objects. Out: their keys and values, listed; what is not known stays open.
 */

import type { Node } from '../../syntax/tree.ts';
import { NOWHERE } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import { counted, markUncounted, mayBeAbsent } from '../values/counts.ts';
import { join, joinAll } from '../values/joins.ts';
import { isCallable, native, object, setGetter, setSetter } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { alternatives, doubtOf, exact, STATE, taintOf, text, top, UNDEFINED } from '../values/values.ts';
import { contentsOf, elementsOf, spreadInto } from './spread.ts';

export function objectGlobal(): Obj {
  const props: Record<string, Value> = {
    assign: native<Machine>('assign', (m, _s, [target, ...sources]) => {
      const into = target?.t === 'obj' ? target : m.plain({}, target ? taintOf(target) : 0);
      for (const source of sources) {
        if (into.kind === 'plain' || into.kind === 'function') spreadInto(m, into, source);
        else if (source.t === 'obj')
          for (const [key, value] of contentsOf(m, source).known) m.set(into, key, value, NOWHERE);
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
    defineProperty: native<Machine>('defineProperty', defineProperty),
  };
  return native<Machine>('Object', (_m, _s, [value]) => value ?? object(), props);
}

/** `Object.defineProperty`. */
export function defineProperty(
  machine: Machine,
  _self: Value,
  [target = UNDEFINED, key, descriptor]: readonly Value[],
  site: Node,
): Value {
  const name = exact(key);
  if (target.t !== 'obj' || name === null || !descriptor) return target;
  const setter = machine.get(descriptor, 'set', site);
  if (isCallable(setter)) setSetter(target, name, setter);
  const getter = machine.get(descriptor, 'get', site);
  if (isCallable(getter)) setGetter(target, name, getter);
  else machine.set(target, name, machine.get(descriptor, 'value', site), site);
  return target;
}

/** Takes a property away, or, where nobody knows which, maybe any. */
export function removeProperty(machine: Machine, from: Value, key: Value): void {
  const name = exact(key);
  for (const option of alternatives(from)) {
    const held = option.t === 'obj' && option.kind === 'proxy' ? (option.slots.get('target') as Value) : option;
    if (held.t !== 'obj') continue;
    const isCertain = name !== null && option === from;
    for (const [one, cell] of held.props)
      if (cell.v !== undefined && (name ?? one) === one)
        machine.heap.set(cell, isCertain ? undefined : join(cell.v, UNDEFINED), held);
  }
}

function listed(machine: Machine, value: Value | undefined, of: (key: string, inner: Value) => Value): Value {
  if (value?.t !== 'obj') return machine.array([], of('', top(doubtOf(value))));
  if (value.items)
    return counted(
      machine.array(
        value.items.v.map((item, index) => of(String(index), item)),
        value.rest ? of('', value.rest) : null,
      ),
      [value],
    );
  const { known, more } = contentsOf(machine, value);
  const listed = known.map(([key, inner]) => of(key, inner));
  if (!more) {
    const made = machine.array(listed);
    if (known.some(([, inner]) => mayBeAbsent(inner))) markUncounted(made);
    return made;
  }
  const other = of('', top(more));
  return value.slots.has('varies') ? machine.array([], joinAll([...listed, other])) : machine.array(listed, other);
}

function fromEntries(machine: Machine, entries: Value | undefined): Value {
  const made = machine.plain();
  const { items, rest } = elementsOf(machine, entries ?? UNDEFINED);
  if (rest) made.open |= STATE;
  for (const entry of items) {
    const [key, value] = entry.t === 'obj' && entry.items ? entry.items.v : [];
    const name = exact(key);
    if (name !== null && value) made.props.set(name, { v: value });
    else made.open |= STATE;
  }
  return made;
}
