/**
 * Spreading and iterating. In: a value. Out: the elements it would give, or its properties copied.
 * An unknown number of elements is one element of unknown count; an unknown object leaves the copy open.
 */

import type { Node } from '../syntax/tree.ts';
import { join } from './joins.ts';
import type { Machine } from './machine.ts';
import type { Obj, Value } from './values.ts';
import { alternatives, isNullish, STATE, taintOf, top } from './values.ts';

/** Copies what is known of `from` over `into`; what is not known leaves the rest open. */
export function spreadInto(machine: Machine, into: Obj, from: Value): void {
  for (const source of alternatives(from)) {
    if (source.t === 'top') {
      into.open |= source.taint;
      continue;
    }
    if (source.t !== 'obj') continue;
    into.open |= source.open;
    const certain = from.t !== 'union';
    for (const [key, cell] of source.props) {
      if (cell.v === undefined) continue;
      const known = into.props.get(key);
      if (!known) into.props.set(key, { v: undefined });
      const target = into.props.get(key)!;
      machine.heap.set(target, certain ? cell.v : join(known?.v, cell.v));
    }
    for (const [key, getter] of source.getters ?? [])
      into.props.set(key, { v: machine.call(getter, source, [], getter.closure!.node) });
  }
}

/** The list of entries of a collection; what was made before this entry may have been added to since. */
export function entriesOf(machine: Machine, self: Obj): Obj | null {
  const entries = self.slots.get('entries') as Obj | undefined;
  if (!entries) return null;
  if (machine.entry > 0 && self.born > 0 && self.born !== machine.entry + 1) entries.rest ??= top(STATE);
  return entries;
}

/** The elements of something that is iterated: those known, and what any further one would be. */
export function elementsOf(
  machine: Machine,
  value: Value,
): { readonly items: readonly Value[]; readonly rest: Value | null } {
  if (value.t === 'obj') {
    if (value.items) return { items: value.items.v, rest: value.rest };
    const entries = entriesOf(machine, value);
    if (entries) return elementsOf(machine, entries);
    if (value.props.has('@@iterator'))
      return elementsOf(machine, machine.call(value.props.get('@@iterator')!.v!, value, [], NOWHERE));
  }
  if (value.t === 'union') {
    const all = value.of.map((alternative) => elementsOf(machine, alternative));
    const every = all.flatMap((one) => [...one.items, ...(one.rest ? [one.rest] : [])]);
    return { items: [], rest: every.length > 0 ? every.reduce((a, b) => join(a, b)) : null };
  }
  return { items: [], rest: isNullish(value) ? null : top(taintOf(value) || STATE) };
}

const NOWHERE = { type: 'EmptyStatement', start: 0, end: 0 } as Node;
