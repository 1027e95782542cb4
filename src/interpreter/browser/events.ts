/**
 * The event a handler is given. In: what it listens to. Out: an object; `preventDefault` and leaving our sight are noted
 * for the form or the button the event belongs to.
 */
import type { Machine } from '../machine/machine.ts';
import { native, object } from '../values/objects.ts';
import type { Behaviour, Obj, Value } from '../values/values.ts';
import { INPUT, UNDEFINED } from '../values/values.ts';

export type Prevention = 'must' | 'may';

export interface EventFacts {
  prevented: Prevention | null;
  /** It goes no further than the element. */
  stopped?: Prevention;
}

export function eventObject(machine: Machine, element: number, facts: EventFacts): Obj {
  const target = machine.element(
    element,
    element >= 0 ? `#${machine.page.elements[element]?.attributes.id ?? 'target'}` : 'event.target',
  );
  const made = object({
    kind: 'event',
    name: 'event',
    open: INPUT,
    behaviour: BEHAVIOUR,
    born: machine.moment + 1,
  });
  made.props.set('currentTarget', { v: target });
  made.props.set('target', { v: target });
  made.slots.set('facts', facts);
  return made;
}

/** Stops the browser's own answer to the event; certain only where no condition stands above it and nothing was awaited. */
export function prevent(machine: Machine, facts: EventFacts): void {
  if (machine.after.awaited.size > 0 || machine.lateness === 2) return;
  if (isCertain(machine)) facts.prevented = 'must';
  else facts.prevented ??= 'may';
}

function isCertain({ mask, forks, lateness }: Machine): boolean {
  return mask === 0 && forks === 0 && lateness === 0;
}

/** Keeps the event from whoever listens around the element. */
function stop(machine: Machine, facts: EventFacts): void {
  if (machine.lateness === 2) return;
  if (isCertain(machine)) facts.stopped = 'must';
  else facts.stopped ??= 'may';
}

/** Only `false` itself stops an event; nothing returned does not. */
export function isFalse(value: Value): boolean {
  return value.t === 'prim' && value.v === false;
}

/** An event that is handed to something unknown may be stopped there. */
export function mayPrevent(event: Obj): void {
  const facts = event.slots.get('facts') as EventFacts | undefined;
  if (facts) facts.prevented ??= 'may';
}

const BEHAVIOUR: Behaviour<Machine> = {
  get: (_machine, self, key) => {
    const facts = self.slots.get('facts') as EventFacts;
    if (key === 'preventDefault')
      return native<Machine>(key, (m) => {
        prevent(m, facts);
        return UNDEFINED;
      });
    if (key === 'stopPropagation' || key === 'stopImmediatePropagation')
      return native<Machine>(key, (m) => {
        stop(m, facts);
        return UNDEFINED;
      });
    if (key === 'persist') return native<Machine>(key, () => UNDEFINED);
    return undefined;
  },
  set: (machine, self, key, value) => {
    if (key === 'returnValue') prevent(machine, self.slots.get('facts') as EventFacts);
    else self.props.set(key, { v: value satisfies Value });
    return true;
  },
};
