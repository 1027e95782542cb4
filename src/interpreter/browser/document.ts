/**
 * `document` of the page. In: a machine with its markup. Out: an object that finds elements by id, name and selector,
 * makes new ones, and listens.
 */

import type { Node } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import { lookupGlobal } from '../names/names.ts';
import { markUncounted } from '../values/counts.ts';
import { native, object } from '../values/objects.ts';
import { own } from '../values/own.ts';
import type { Behaviour, Obj, Value } from '../values/values.ts';
import { ENV, exact, STATE, text, top, UNDEFINED } from '../values/values.ts';
import { listenTo, stopListening } from './listeners.ts';
import { dispatch } from './own-events.ts';

export function documentObject(machine: Machine): Obj {
  const made = object({ kind: 'document', name: 'document', behaviour: BEHAVIOUR, born: 1 });
  made.slots.set('index', -2);
  made.slots.set('selector', 'document');
  made.props.set('baseURI', { v: text(machine.page.base) });
  return made;
}

const BEHAVIOUR: Behaviour<Machine> = {
  get: (machine, self, key, site) => member(machine, self, key, site),
  set: (machine, _self, key, value, site) => {
    if (key === 'title') machine.effect('dom', 'document.title', [value], site, 'text');
    else if (key === 'cookie') machine.effect('local', 'document.cookie', [], site, 'change');
    else if (key === 'location') machine.effect('nav', 'document.location', [value], site, 'change');
    else if (key.startsWith('on')) machine.listen({ fn: value, kind: 'event', event: key.slice(2), element: -2 });
    else return false;
    return true;
  },
};

type Method = (machine: Machine, args: readonly Value[], site: Node) => Value;

const METHODS: Readonly<Record<string, Method>> = {
  getElementById: (machine, args) => {
    const id = exact(args[0]);
    return machine.element(id === null ? -1 : machine.page.byId(id), `#${id ?? ''}`);
  },
  querySelector: (machine, args) => {
    const selector = exact(args[0]) ?? '';
    return machine.element(machine.page.bySelector(selector), selector);
  },
  querySelectorAll: (machine, args) => many(machine, exact(args[0]) ?? ''),
  getElementsByClassName: (machine, args) => many(machine, `.${exact(args[0]) ?? ''}`),
  getElementsByTagName: (machine, args) => many(machine, exact(args[0]) ?? ''),
  getElementsByName: (machine, args) => many(machine, `[name="${exact(args[0]) ?? ''}"]`),
  createElement: (machine, args) => {
    const tag = (exact(args[0]) ?? '').toLowerCase();
    return machine.element(-1, tag, tag || 'unknown');
  },
  createAttribute: (machine, [name = UNDEFINED]) => machine.plain({ name, value: text('') }),
  createTextNode: (machine, args) => {
    const node = machine.element(-1, 'text', 'text');
    node.props.set('textContent', { v: args[0] ?? UNDEFINED });
    return node;
  },
  createDocumentFragment: (machine) => machine.element(-1, 'fragment', 'fragment'),
  addEventListener: (machine, args) => listenTo(machine, -2, args),
  removeEventListener: (machine, args) => stopListening(machine, args),
  dispatchEvent: (machine, [event], site) => dispatch(machine, event, site),
  write: (machine, args, site) => {
    machine.effect('dom', 'document.write', args, site, 'text');
    return UNDEFINED;
  },
};

/** Those that the markup names, and any other: of most elements it is not kept that they are there, and scripts make more. */
function many(machine: Machine, selector: string): Value {
  const elements = machine.page
    .allBySelector(selector)
    .slice(0, 20)
    .map((index) => machine.element(index, selector));
  const list = machine.array(elements, machine.element(-1, selector));
  markUncounted(list);
  return list;
}

function member(machine: Machine, self: Obj, key: string, site: Node): Value | undefined {
  if (self.props.get(key)?.v !== undefined) return undefined;
  const method = own(METHODS, key);
  if (method) return native<Machine>(key, (m, _self, args, at) => method(m, args, at));
  switch (key) {
    case 'body':
    case 'head':
    case 'documentElement':
    case 'activeElement':
      return machine.element(-1, key);
    case 'forms':
      return forms(machine);
    case 'location':
      return lookupGlobal(machine, 'location');
    case 'defaultView':
      return machine.windowObject;
    case 'URL':
      return machine.get(lookupGlobal(machine, 'location'), 'href', site);
    case 'cookie':
    case 'visibilityState':
    case 'hidden':
    case 'readyState':
      return top(STATE);
    case 'referrer':
    case 'domain':
      return top(ENV);
    default: {
      const named = machine.page.byName(key);
      return named >= 0 ? machine.element(named, key) : top(STATE, `document.${key}`);
    }
  }
}

function forms(machine: Machine): Value {
  const all = machine.page.allBySelector('form');
  const list = machine.array(
    all.map((index) => machine.element(index, 'form')),
    all.length === 0 ? machine.element(-1, 'form') : null,
  );
  markUncounted(list);
  for (const index of all) {
    const { id, name } = machine.page.elements[index]!.attributes;
    for (const key of [id, name]) if (key) list.props.set(key, { v: machine.element(index, `#${key}`) });
  }
  return list;
}
