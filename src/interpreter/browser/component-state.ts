/**
 * The state of the page's components. In: what a component keeps. Out: the scope that handlers in markup see, filled with it.
 */
import type { Machine } from '../machine/machine.ts';
import { isCallable, native, setGetter } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';

/** What a component keeps becomes state that a person sees. */
export function adoptState(scope: Obj, value: Value): void {
  if (value.t !== 'obj') return;
  for (const [key, cell] of value.props)
    scope.props.set(key, cell.v && isCallable(cell.v) && cell.v.closure ? { v: boundTo(cell.v, scope) } : cell);
  for (const [key, getter] of value.getters ?? []) setGetter(scope, key, getter);
  value.slots.set('component', true);
}

/** A method that keeps its component, whoever calls it. */
function boundTo(fn: Obj, self: Obj): Obj {
  const made = native<Machine>(fn.name, (machine, _self, args, site) => machine.call(fn, self, args, site));
  made.slots.set('target', fn);
  return made;
}
