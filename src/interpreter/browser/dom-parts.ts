/**
 * What an element is known by. In: an element, or something unknown that is used like one. Out: its name for people, its
 * place in the markup, its text.
 */

import type { Machine } from '../machine/machine.ts';
import { arrayMember } from '../standard/arrays.ts';
import { join } from '../values/joins.ts';
import { object } from '../values/objects.ts';
import type { Behaviour, Obj, Value } from '../values/values.ts';
import { STATE, text, top } from '../values/values.ts';

export function nameOfElement(target: Value): string {
  if (target.t === 'top') return target.path;
  if (target.t !== 'obj') return '';
  return (target.slots.get('selector') as string | undefined) ?? target.name;
}

/** Index of a markup element, -1 for any other, -2 for the document and the window. */
export function indexOfElement(target: Value): number {
  if (target.t !== 'obj') return -1;
  return (target.slots.get('index') as number | undefined) ?? -1;
}

/** Tags of elements around which a form has no business, and which send none. */
const SMALL = /^(?:a|b|canvas|em|i|img|option|p|small|span|strong|svg)$/;

/** `indexOfElement` for a listener; -3 for an element made by script that no form's event meets. */
export function listenerOn(target: Value): number {
  const index = indexOfElement(target);
  const tag = target.t === 'obj' ? (target.slots.get('tag') as string | undefined) : undefined;
  return index === -1 && tag !== undefined && SMALL.test(tag) ? -3 : index;
}

/** The text that a script gave it. */
export function givenText(target: Value): Value | undefined {
  if (target.t !== 'obj') return undefined;
  return target.props.get('textContent')?.v ?? target.props.get('innerHTML')?.v ?? target.props.get('innerText')?.v;
}

/** The text an element holds in the markup, or was given by script. */
export function shownTexts(machine: Machine, target: Value): Value[] {
  if (target.t === 'str' || target.t === 'top' || target.t === 'union') return target.t === 'str' ? [target] : [];
  if (target.t !== 'obj') return [];
  const given = givenText(target);
  if (given) return [given];
  const element = machine.page.elements[indexOfElement(target)];
  return element?.text ? [text(element.text.slice(0, 300))] : [];
}

export function elementOf(machine: Machine, index: number, selector: string): Obj {
  return machine.element(index, selector);
}

/** What the markup says of an element, which may have been set since. */
export function sinceLoad(machine: Machine, name: string, value: Value): Value {
  return machine.moment > 0 && machine.facts.changed.onElements(name) ? join(value, top(STATE)) : value;
}

/** Elements of an unknown number, which also go by their names: `form.elements.title`. */
export function partsOfElement(machine: Machine, selector: string): Value {
  return object({
    items: [],
    rest: machine.element(-1, selector),
    born: machine.moment + 1,
    behaviour: BY_NAME,
  });
}

const BY_NAME: Behaviour<Machine> = {
  get: (machine, self, key, site) =>
    /^(?:\d+|item|namedItem|@@.*)$/.test(key) || arrayMember(self, key, site)
      ? undefined
      : machine.element(machine.page.byName(key), key),
};
