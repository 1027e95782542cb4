/**
 * Methods of elements. In: an element, or something unknown that is used like one. Out: a function of the platform, or null.
 * A name that other objects have as well is only taken from what is known to be an element.
 */

import type { Node } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import { unprovedRequest } from '../requests/unproved-clients.ts';
import { isCallable, native } from '../values/objects.ts';
import { own } from '../values/own.ts';
import { holed } from '../values/texts.ts';
import type { Value } from '../values/values.ts';
import { exact, INPUT, NULL, STATE, top, UNDEFINED, UNK } from '../values/values.ts';
import { elementOf, indexOfElement, listenerOn, nameOfElement, shownTexts, sinceLoad } from './dom-parts.ts';
import { handlerOfText } from './dynamic-code.ts';
import { noteFormSubmit } from './form-calls.ts';
import { listenTo, stopListening } from './listeners.ts';
import { dispatch } from './own-events.ts';

type Method = (machine: Machine, target: Value, args: readonly Value[], site: Node) => Value;

const ADDING = [
  'append',
  'appendChild',
  'prepend',
  'insertBefore',
  'replaceChildren',
  'replaceWith',
  'replaceChild',
  'insertAdjacentElement',
  'insertAdjacentText',
  'insertAdjacentHTML',
  'before',
  'after',
];
/** Listeners run before these return, or soon after. */
const CALLING_BACK = [
  'click',
  'focus',
  'blur',
  'select',
  'reset',
  'requestSubmit',
  'checkValidity',
  'reportValidity',
  'show',
  'showModal',
  'close',
  'showPopover',
  'hidePopover',
  'togglePopover',
];
const QUIET = [
  'focus',
  'blur',
  'select',
  'togglePopover',
  'scrollIntoView',
  'scrollTo',
  'setSelectionRange',
  'setCustomValidity',
  'reportValidity',
  'checkValidity',
  'animate',
  'getContext',
  'setPointerCapture',
];
/** Names that say "element" on anything. */
const TELLING: ReadonlySet<string> = new Set([
  'addEventListener',
  'appendChild',
  'insertAdjacentHTML',
  'insertAdjacentElement',
  'insertAdjacentText',
  'replaceChildren',
  'replaceWith',
  'insertBefore',
  'showModal',
  'requestSubmit',
  'setAttribute',
  'removeAttribute',
  'getAttribute',
  'querySelector',
  'querySelectorAll',
  'closest',
  'removeChild',
  'remove',
  'submit',
  'click',
  'reset',
  'append',
  'prepend',
  'preventDefault',
  'showPopover',
  'hidePopover',
  'toggleAttribute',
]);

export function domMethod(target: Value, key: string, isElement: boolean): Value | null {
  if (!isElement && !TELLING.has(key)) return null;
  // Of an unknown value only a name that is not a word of other interfaces counts; the rest still shows something.
  const method = own(METHODS, key);
  return method ? native<Machine>(key, (machine, _self, args, site) => method(machine, target, args, site)) : null;
}

function effectOf(act: 'text' | 'hide' | 'change'): (key: string) => Method {
  return (key) => (machine, target, args, site) => {
    if (act === 'text' && target.t === 'obj') target.slots.set('touched', true);
    machine.effect(
      'dom',
      `${nameOfElement(target)}.${key}`,
      act === 'text' ? args.flatMap((argument) => shownTexts(machine, argument)) : shownTexts(machine, target),
      site,
      act,
    );
    return args[0] ?? UNDEFINED;
  };
}

const METHODS: Record<string, Method> = {
  addEventListener: (machine, target, args) => listenTo(machine, listenerOn(target), args),
  removeEventListener: (machine, _target, args) => stopListening(machine, args),
  remove: (machine, target, _args, site) => {
    if (nameOfElement(target) === 'base') machine.ledger.isBaseTaken = true;
    machine.effect('dom', `${nameOfElement(target)}.remove`, [], site, 'change');
    return UNDEFINED;
  },
  click: (machine, target, _args, site) => {
    const download = target.t === 'obj' ? target.props.get('download')?.v : undefined;
    if (download) machine.effect('download', `${nameOfElement(target)}.click`, [download], site, 'change');
    return UNDEFINED;
  },
  submit: (machine, target, args, site) => {
    if (args.length === 0 || target.t === 'obj') noteFormSubmit(machine, target, site);
    else unprovedRequest(machine, top(UNK, `${nameOfElement(target)}.submit`), args, site);
    return UNDEFINED;
  },
  requestSubmit: () => UNDEFINED,
  setAttribute: (machine, target, args, site) => {
    const name = exact(args[0]);
    const given = args[1] ?? UNDEFINED;
    if (name !== null && /^on[a-z]+$/i.test(name) && !isCallable(given)) {
      const fn = handlerOfText(given, site);
      machine.listen({ fn, kind: 'event', event: name.slice(2).toLowerCase(), element: indexOfElement(target) });
    } else if (name !== null && target.t === 'obj')
      machine.set(target, own(ATTRIBUTE_NAMES, name) ?? name, args[1] ?? UNDEFINED, site);
    return UNDEFINED;
  },
  setAttributeNode: (machine, target, [node = UNDEFINED], site) => {
    const parts = ['name', 'value'].map((key) => machine.get(node, key, site));
    return METHODS.setAttribute!(machine, target, parts, site);
  },
  removeAttribute: (machine, target, args, site) => {
    if (nameOfElement(target) === 'base') machine.ledger.isBaseTaken = true;
    if (exact(args[0]) === 'hidden')
      machine.effect('dom', `${nameOfElement(target)}.hidden`, shownTexts(machine, target), site, 'change');
    return UNDEFINED;
  },
  toggleAttribute: () => UNDEFINED,
  getAttribute: (machine, target, args) => {
    const name = exact(args[0]);
    const value =
      name === null ? undefined : machine.page.elements[indexOfElement(target)]?.attributes[name.toLowerCase()];
    return value === undefined ? top(INPUT) : sinceLoad(machine, name!, holed(value));
  },
  hasAttribute: () => top(STATE),
  matches: () => top(INPUT),
  contains: () => top(INPUT),
  getBoundingClientRect: () => top(STATE),
  querySelector: (machine, target, args) => {
    const selector = exact(args[0]);
    return selector === null
      ? elementOf(machine, -1, nameOfElement(target))
      : elementOf(machine, machine.page.bySelector(selector), selector);
  },
  querySelectorAll: (machine, _target, args) => {
    const selector = exact(args[0]) ?? '';
    return machine.array([], elementOf(machine, machine.page.bySelector(selector), selector));
  },
  closest: (machine, _target, args) => {
    const selector = exact(args[0]) ?? '';
    return elementOf(machine, selector === 'form' ? -1 : machine.page.bySelector(selector), selector);
  },
  getElementsByClassName: (machine, _target, args) =>
    machine.array([], elementOf(machine, -1, `.${exact(args[0]) ?? ''}`)),
  getElementsByTagName: (machine, _target, args) => machine.array([], elementOf(machine, -1, exact(args[0]) ?? '')),
  cloneNode: (machine, target) => elementOf(machine, -1, nameOfElement(target)),
  attachShadow: (machine, target) => elementOf(machine, -1, `${nameOfElement(target)} shadow`),
  item: (_machine, target) => target,
  namedItem: () => NULL,
  removeChild: (machine, target, _args, site) => {
    machine.effect('dom', `${nameOfElement(target)}.removeChild`, [], site, 'change');
    return UNDEFINED;
  },
  preventDefault: () => UNDEFINED,
  dispatchEvent: (machine, _target, [event], site) => dispatch(machine, event, site),
};

for (const key of ADDING) METHODS[key] = effectOf('text')(key);
for (const key of ['showModal', 'show', 'showPopover']) METHODS[key] = effectOf('change')(key);
for (const key of ['reset', 'close', 'hidePopover'])
  METHODS[key] = (machine, target, _args, site) => {
    machine.effect('dom', `${nameOfElement(target)}.${key}`, [], site, 'change');
    return UNDEFINED;
  };
for (const key of QUIET) METHODS[key] = () => top(STATE);
for (const key of CALLING_BACK) {
  const act = METHODS[key]!;
  METHODS[key] = (machine, target, args, site) => {
    const result = act(machine, target, args, site);
    machine.passTime();
    return result;
  };
}

const ATTRIBUTE_NAMES: Readonly<Record<string, string>> = {
  class: 'className',
  'aria-busy': 'ariaBusy',
  'aria-hidden': 'ariaHidden',
  'aria-label': 'ariaLabel',
};
