/**
 * WebSocket. In: a URL and what is sent. Out: a write-back without an answer for each `send`; messages that come in are
 * nobody's answer.
 */
import type { Primitive } from '../interpreter/contract.ts';
import type { Machine } from '../interpreter/machine/machine.ts';
import { native, object } from '../interpreter/values/objects.ts';
import type { Behaviour, Obj, Value } from '../interpreter/values/values.ts';
import { exact, prim, STATE, text, top, UNDEFINED } from '../interpreter/values/values.ts';

const BEHAVIOUR: Behaviour<Machine> = {
  get: (_machine, self, key) => {
    if (key === 'send')
      return native<Machine>(key, (m, _s, _args, site) => {
        m.request({
          primitive: 'socket',
          channel: 'socket',
          url: self.slots.get('url') as Value,
          method: text('POST'),
          site,
        });
        return UNDEFINED;
      });
    if (key === 'addEventListener')
      return native<Machine>(key, (m, _s, args) => {
        m.listen({ fn: args[1] ?? UNDEFINED, kind: 'event', event: exact(args[0]) ?? '' });
        return UNDEFINED;
      });
    return key === 'readyState' ? top(STATE) : undefined;
  },
  set: (machine, self, key, value) => {
    if (key.startsWith('on')) machine.listen({ fn: value, kind: 'event', event: key.slice(2) });
    else self.props.set(key, { v: value });
    return true;
  },
};

function make(machine: Machine, url: Value): Obj {
  const made = object({
    kind: 'socket',
    name: 'socket',
    open: STATE,
    behaviour: BEHAVIOUR,
    born: machine.moment + 1,
  });
  made.slots.set('url', url);
  return made;
}

export const socket: Primitive = {
  name: 'socket',
  hint: /WebSocket|EventSource/,
  install(machine) {
    machine.builtins.provideOwn(
      () => native<Machine>('WebSocket', (m, _self, args) => make(m, args[0] ?? UNDEFINED), { OPEN: prim(1) }),
      'WebSocket',
    );
    machine.builtins.provideOwn(
      () => native<Machine>('EventSource', (m) => m.element(-1, 'event-source')),
      'EventSource',
    );
  },
};
