/**
 * Events that a page makes itself. In: `new CustomEvent('told', { detail })`, and who listens. Out: an event; dispatched, those who
 * listen are called at once, as browsers do.
 */
import type { Node } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import { native, object } from '../values/objects.ts';
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

/** Functions that are called for one event of the page's own; each also runs as a handler. */
const LISTENERS = 40;

/** Calls who listens to an event that the page made; of one that nobody knows, anybody may. */
export function dispatch(machine: Machine, event: Value | undefined, site: Node): Value {
  const type = event?.t === 'obj' ? (event.slots.get('event') as string | null | undefined) : null;
  if (!type) machine.passTime();
  else {
    const all = machine.listenersOf(type);
    for (const fn of all.slice(0, LISTENERS)) machine.call(fn, UNDEFINED, [event!], site);
    if (all.length > LISTENERS)
      machine.ledger.noteCap('more functions listen to this event than are looked at', machine.here(site));
  }
  return UNDEFINED;
}

/** A bus of the page's own: `new EventTarget()`, or a class that extends it. */
export function eventTargetGlobal(): Obj {
  const prototype = object({
    props: {
      addEventListener: native<Machine>('addEventListener', (m, _s, [type = UNDEFINED, fn = UNDEFINED]) => {
        m.listen({ fn, kind: 'event', event: exact(type) ?? '', element: -3 });
        return UNDEFINED;
      }),
      removeEventListener: native('removeEventListener', () => UNDEFINED),
      dispatchEvent: native<Machine>('dispatchEvent', (m, _s, [event], site) => dispatch(m, event, site)),
    },
  });
  const make = native<Machine>('EventTarget', (m) => {
    const made = m.plain();
    made.proto = prototype;
    return made;
  });
  make.props.set('prototype', { v: prototype });
  return make;
}
