/**
 * `navigator.sendBeacon`. In: a URL and data. Out: a write-back by POST that has no answer (Beacon standard, section 3).
 */
import type { Primitive } from '../interpreter/contract.ts';
import type { Machine } from '../interpreter/machine/machine.ts';
import { native, object } from '../interpreter/values/objects.ts';
import { STATE, text, top, UNDEFINED } from '../interpreter/values/values.ts';

export const beacon: Primitive = {
  name: 'beacon',
  hint: /sendBeacon|beacon|navigator\s*(?:\?\.)?\[/i,
  install(machine) {
    const navigator = machine.builtins.get('navigator');
    const send = native<Machine>('sendBeacon', (m, _self, args, site) => {
      m.request({ primitive: 'beacon', channel: 'beacon', url: args[0] ?? UNDEFINED, method: text('POST'), site });
      return top(STATE);
    });
    if (navigator?.t === 'obj') navigator.props.set('sendBeacon', { v: send });
    const prototype = object({ props: { sendBeacon: send } });
    machine.builtins.provideOwn(() => native('Navigator', () => UNDEFINED, { prototype }), 'Navigator');
  },
};
