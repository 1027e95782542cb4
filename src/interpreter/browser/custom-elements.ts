/**
 * `customElements`. In: a class and its tag. Out: one element of it is made and connected.
 */
import type { Machine } from '../machine/machine.ts';
import { isCallable, native, object } from '../values/objects.ts';
import type { Obj } from '../values/values.ts';
import { STATE, TRUE, UNDEFINED } from '../values/values.ts';

/** A custom element is made and connected once. */
export function customElements(): Obj {
  return object({
    name: 'customElements',
    open: STATE,
    props: {
      define: native<Machine>('define', (m, _s, [, made], site) => {
        if (!made || !isCallable(made)) return UNDEFINED;
        const start = native('upgrade', () => {
          const element = m.construct(made, [], site);
          const connected = m.get(element, 'connectedCallback', site);
          if (isCallable(connected)) m.call(connected, element, [], site);
          return TRUE;
        });
        m.listen({ fn: start, kind: 'callback' });
        return UNDEFINED;
      }),
    },
  });
}
