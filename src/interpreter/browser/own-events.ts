/**
 * Events that a page makes itself. In: `new CustomEvent('told', { detail })`, and who listens. Out: an event; dispatched, those who
 * listen are called at once, as browsers do.
 */
import type { Node } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import { native } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { exact, NULL, STATE, UNDEFINED } from '../values/values.ts';

export function ownEvent(name: string): Obj {
  return native<Machine>(name, (machine, _self, [type = UNDEFINED, options = UNDEFINED], site) => {
    const made = machine.plain({ type }, STATE);
    if (name === 'CustomEvent')
      made.props.set('detail', { v: options.t === 'prim' ? NULL : machine.get(options, 'detail', site) });
    made.slots.set('event', exact(type));
    return made;
  });
}

/** Calls who listens to an event that the page made; of one that nobody knows, anybody may. */
export function dispatch(machine: Machine, event: Value | undefined, site: Node): Value {
  const type = event?.t === 'obj' ? (event.slots.get('event') as string | null | undefined) : null;
  if (!type) machine.passTime();
  else for (const fn of machine.listenersOf(type)) machine.call(fn, UNDEFINED, [event!], site);
  return UNDEFINED;
}
