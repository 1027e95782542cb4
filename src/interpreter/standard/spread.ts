/**
 * Spreading and iterating. In: a value. Out: the elements it would give, or its properties copied.
 * An unknown number of elements is one element of unknown count; an unknown object leaves the copy open.
 */

import { NOWHERE } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import { isOlder } from '../names/names.ts';
import type { Elements } from '../values/elements.ts';
import { allOf } from '../values/elements.ts';
import { join } from '../values/joins.ts';
import { cellOf, isCallable } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { alternatives, doubtOf, isNullish, STATE, top } from '../values/values.ts';

/** The properties of an object that are known, and the taint of those there may be besides; 0 for none. */
export function contentsOf(
  machine: Machine,
  from: Obj,
): { readonly known: readonly (readonly [string, Value])[]; readonly more: number } {
  const known: (readonly [string, Value])[] = [];
  for (const [key, cell] of from.props) if (cell.v !== undefined) known.push([key, cell.v]);
  for (const [key, getter] of from.getters ?? [])
    known.push([key, machine.call(getter, from, [], getter.closure!.node)]);
  machine.tick(known.length);
  return { known, more: from.open || (from.slots.has('grows') || from.slots.has('varies') ? STATE : 0) };
}

/** Copies what is known of `from` over `into`; what is not known may stand in the place of anything, and leaves the rest open. */
export function spreadInto(machine: Machine, into: Obj, from: Value): void {
  for (const source of alternatives(from)) {
    if (source.t === 'top') blur(machine, into, source.taint);
    if (source.t !== 'obj') continue;
    if (source.open) blur(machine, into, source.open);
    if (source.slots.has('grows')) into.slots.set('grows', true);
    const certain = from.t !== 'union';
    for (const [key, value] of contentsOf(machine, source).known) {
      const cell = cellOf(into, key);
      machine.heap.set(cell, certain ? value : join(cell.v, value), into);
    }
  }
}

/** Something unknown was put over it: any property may be another now, and there may be more. */
export function blur(machine: Machine, into: Obj, taint: number): void {
  for (const cell of into.props.values())
    if (cell.v !== undefined && !isCallable(cell.v)) machine.heap.set(cell, join(cell.v, top(taint)), into);
  if ((into.open & taint) !== taint) machine.heap.blur(into);
  into.open |= taint;
}

/** The list of entries of a collection; what was made before this entry may have been added to since. */
export function entriesOf(machine: Machine, self: Obj): Obj | null {
  const entries = self.slots.get('entries') as Obj | undefined;
  if (!entries) return null;
  if (isOlder(machine, self) && self.slots.has('varies')) entries.rest ??= top(STATE);
  return entries;
}

/** The elements of something that is iterated: those known, and what any further one would be. */
export function elementsOf(machine: Machine, value: Value): Elements {
  if (value.t === 'obj') {
    if (value.items) return { items: value.items.v, rest: value.rest };
    const entries = entriesOf(machine, value);
    if (entries) return elementsOf(machine, entries);
    if (value.props.has('@@iterator'))
      return elementsOf(machine, machine.call(value.props.get('@@iterator')!.v!, value, [], NOWHERE));
  }
  if (value.t === 'union') {
    const all = value.of.flatMap((alternative) => allOf(elementsOf(machine, alternative)));
    return { items: [], rest: all.length > 0 ? all.reduce((a, b) => join(a, b)) : null };
  }
  return { items: [], rest: isNullish(value) ? null : top(doubtOf(value)) };
}
