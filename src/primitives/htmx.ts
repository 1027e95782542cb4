/**
 * htmx. In: `hx-post` and its sisters, and `htmx.ajax`. Out: a write-back whose answer is looked at: a status that is not
 * 2xx is neither swapped in nor shown (htmx documentation, "Response Handling").
 */

import type { Primitive } from '../interpreter/contract.ts';
import type { Machine } from '../interpreter/machine/machine.ts';
import { resolved } from '../interpreter/promises/promises.ts';
import { native } from '../interpreter/values/objects.ts';
import { holed } from '../interpreter/values/texts.ts';
import type { Obj } from '../interpreter/values/values.ts';
import { text, UNDEFINED, UNK } from '../interpreter/values/values.ts';
import type { Node } from '../syntax/tree.ts';

const ATTRIBUTES = ['post', 'put', 'patch', 'delete'].flatMap((verb) =>
  ['hx-', 'data-hx-'].map((prefix) => [`${prefix}${verb}`, verb.toUpperCase()] as const),
);

function library(machine: Machine): Obj {
  const ajax = native<Machine>('ajax', (m, _self, [method, url], site) => {
    const sent = m.request({
      primitive: 'htmx',
      channel: 'xhr',
      url: url ?? UNDEFINED,
      method: method ?? UNDEFINED,
      site,
    });
    m.ledger.consult(sent.key);
    return resolved(m, UNDEFINED, sent.writes);
  });
  return machine.plain({ ajax }, UNK);
}

export const htmx: Primitive = {
  name: 'htmx',
  library: /^\s*(?:\/\*[^*]*\*\/\s*)?var htmx\s*=/,
  hint: /hx-(?:post|put|patch|delete)|htmx/,
  install(machine) {
    machine.builtins.provide(library, 'htmx');
  },
  markup(machine, element, index) {
    for (const [attribute, method] of ATTRIBUTES) {
      const url = element.attributes[attribute];
      if (url === undefined) continue;
      const site = { type: 'Attribute', start: index, end: index } as Node;
      const sent = machine.request({
        primitive: 'htmx',
        channel: 'xhr',
        url: holed(url),
        method: text(method),
        site,
        element: index,
      });
      machine.ledger.consult(sent.key);
    }
  },
};
