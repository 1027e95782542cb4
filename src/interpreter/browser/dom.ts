/**
 * Elements, known and unknown. In: an element (or something only the page knows) and a property. Out: what it answers, and
 * what a person could see of an assignment. Reading a control gives user input; showing and hiding are told apart.
 */

import type { Node } from '../../syntax/tree.ts';
import { stateAct } from '../machine/effects.ts';
import type { Machine } from '../machine/machine.ts';
import { join } from '../values/joins.ts';
import { cellOf, isCallable, object } from '../values/objects.ts';
import { holed } from '../values/texts.ts';
import type { Behaviour, Obj, Value } from '../values/values.ts';
import { exact, INPUT, prim, RESP, STATE, text, top, truth } from '../values/values.ts';
import { domMethod } from './dom-methods.ts';
import { indexOfElement, listenerOn, nameOfElement, partsOfElement, shownTexts, sinceLoad } from './dom-parts.ts';
import { loadScript, runCodeLater } from './dynamic-code.ts';
import { looksOf, restyle, visibility } from './element-looks.ts';
import { noteFormSet } from './form-calls.ts';

const CONTROL_PROPERTIES: ReadonlySet<string> = new Set([
  'value',
  'checked',
  'files',
  'selectedOptions',
  'selectedIndex',
  'valueAsNumber',
  'valueAsDate',
]);
const RELATIVES: ReadonlySet<string> = new Set([
  'parentElement',
  'parentNode',
  'firstElementChild',
  'lastElementChild',
  'nextElementSibling',
  'previousElementSibling',
  'firstChild',
  'lastChild',
  'nextSibling',
  'previousSibling',
  'shadowRoot',
  'form',
  'contentDocument',
  'offsetParent',
]);
const TEXTS: ReadonlySet<string> = new Set([
  'textContent',
  'innerText',
  'innerHTML',
  'outerHTML',
  'outerText',
  'value',
  'title',
  'placeholder',
  'alt',
  'nodeValue',
  'ariaLabel',
  'label',
  'srcdoc',
]);
const CHANGES: ReadonlySet<string> = new Set(['src', 'checked', 'selected', 'open', 'selectedIndex', 'id']);
/** Putting a control back is not telling anybody anything. */
const SILENT: ReadonlySet<string> = new Set([
  'disabled',
  'readOnly',
  'ariaBusy',
  'ariaDisabled',
  'tabIndex',
  'href',
  'type',
  'name',
  'method',
  'action',
  'enctype',
  'target',
  'download',
  'scrollTop',
  'scrollLeft',
  'returnValue',
  'htmlFor',
  'rel',
  'async',
  'crossOrigin',
  'maxLength',
  'min',
  'max',
  'step',
  'required',
  'pattern',
  'accept',
  'multiple',
  'draggable',
  'contentEditable',
  'width',
  'height',
  'cssText',
  'lang',
  'dir',
  'isSaving',
  'key',
]);

/** Attributes that are there or not: a person opens and picks, a script enables and reveals. */
const FLAGS: ReadonlySet<string> = new Set([
  'hidden',
  'disabled',
  'readOnly',
  'required',
  'multiple',
  'open',
  'selected',
]);

/** What a script that holds data gives it out as. */
const DATA: ReadonlySet<string> = new Set(['textContent', 'innerText', 'innerHTML', 'text']);

/** What an element answers. For an unknown value, only what nothing but an element has. */
export function domGet(machine: Machine, target: Value, key: string): Value | undefined {
  const isElement = target.t === 'obj';
  if (key === 'classList' || key === 'style') return looksOf(target, key);
  const method = domMethod(target, key, isElement);
  if (method) return method;
  if (
    CONTROL_PROPERTIES.has(key) &&
    (isElement || !/^(?:data|res|resp|response|result|json|r|body|d)$/.test(nameOfElement(target)))
  )
    return target.t === 'top' && target.taint & RESP ? undefined : top(INPUT, `${nameOfElement(target)}.${key}`);
  if (!isElement) return undefined;
  return ofElement(machine, target, key);
}

function ofElement(machine: Machine, target: Obj, key: string): Value {
  const cell = target.props.get(key);
  if (cell?.v !== undefined) {
    const isTouched = target.slots.has('touched') && /^(?:inner|text|outer)/.test(key);
    if (isTouched) return join(cell.v, top(STATE));
    return cell.at === machine.moment ? cell.v : sinceLoad(machine, key, cell.v);
  }
  const element = machine.page.elements[indexOfElement(target)];
  if (key === 'dataset') return dataset(machine, target);
  if (key === 'tagName' || key === 'nodeName') return element ? text(element.tag.toUpperCase()) : top(STATE);
  if (key === 'content') return contentOf(machine, target, element);
  if (RELATIVES.has(key))
    return key === 'form' && element && element.form >= 0
      ? machine.element(element.form, 'form')
      : machine.element(-1, `${nameOfElement(target)}.${key}`);
  if (
    key === 'elements' ||
    key === 'children' ||
    key === 'childNodes' ||
    key === 'options' ||
    key === 'selectedOptions' ||
    key === 'rows'
  )
    return partsOfElement(machine, `${nameOfElement(target)}.${key}`);
  const attribute = element?.attributes[key.toLowerCase()];
  if (element?.tag === 'script' && DATA.has(key) && element.text) return sinceLoad(machine, key, holed(element.text));
  if (FLAGS.has(key)) return top(attribute === undefined ? INPUT : STATE, `${nameOfElement(target)}.${key}`);
  if (attribute !== undefined) return sinceLoad(machine, key, holed(attribute));
  if (key === 'method' && element?.tag === 'form') return text('get');
  if (key === 'nodeType') return prim(1);
  return top(INPUT, `${nameOfElement(target)}.${key}`);
}

/** Of a template, what is in it; of a `meta`, what the markup says; of what may be either, nobody knows. */
function contentOf(
  machine: Machine,
  target: Obj,
  element: { readonly attributes: Readonly<Record<string, string>> } | undefined,
): Value {
  const inner = machine.element(-1, `${nameOfElement(target)}.content`);
  if (element?.attributes.content !== undefined)
    return sinceLoad(machine, 'content', holed(element.attributes.content));
  const tag = (target.slots.get('tag') as string) || '';
  return tag === 'template' || /\btemplate\b|tpl|tmpl/i.test(nameOfElement(target)) ? inner : join(inner, top(INPUT));
}

function dataset(machine: Machine, target: Obj): Value {
  const element = machine.page.elements[indexOfElement(target)];
  const props: Record<string, Value> = {};
  for (const [name, value] of Object.entries(element?.attributes ?? {}))
    if (name.startsWith('data-'))
      props[name.slice(5).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())] = sinceLoad(
        machine,
        name,
        holed(value),
      );
  return machine.plain(props, INPUT);
}

/** An element of the page, or one made by script (`index` -1). */
export function elementObject(machine: Machine, index: number, selector: string, tag: string): Obj {
  const made = object({
    kind: 'element',
    name: selector,
    behaviour: BEHAVIOUR,
    born: machine.moment + 1,
  });
  made.slots.set('index', index);
  made.slots.set('selector', selector);
  made.slots.set('tag', tag || machine.page.elements[index]?.tag || '');
  return made;
}

const BEHAVIOUR: Behaviour<Machine> = {
  get: (machine, self, key) => domGet(machine, self, key),
  set: (machine, self, key, value, site) => {
    domSet(machine, self, key, value, site);
    return true;
  },
};

export function domSet(machine: Machine, target: Value, key: string, value: Value, site: Node): void {
  if (/^on[a-z]+$/.test(key) && (isCallable(value) || value.t === 'union')) {
    machine.listen({ fn: value, kind: 'event', event: key.slice(2), element: listenerOn(target) });
    return;
  }
  if (target.t === 'obj') {
    machine.heap.set(cellOf(target, key), value, target);
    noteFormSet(machine, target, key, value);
  }
  if (target.t === 'obj' && target.slots.get('tag') === 'script' && scriptSet(machine, key, value, site)) return;
  const name = `${nameOfElement(target)}.${key}`;
  if (target.t === 'top' && /(?:^|\.)location$/.test(target.path)) machine.effect('nav', name, [value], site, 'change');
  else if (key === 'location') machine.effect('nav', 'location', [value], site, 'change');
  else if (TEXTS.has(key)) setText(machine, target, key, value, site);
  else if (key === 'hidden' || key === 'ariaHidden') visibility(machine, target, key, truth(value) !== true, site);
  else if (key === 'className') restyle(machine, target, key, [value], site);
  else if (CHANGES.has(key)) machine.effect('dom', name, [value, ...shownTexts(machine, target)], site, 'change');
  else if (SILENT.has(key)) return;
  else if (target.t === 'top' || (target.t === 'obj' && target.kind !== 'element'))
    machine.effect('state', name, [value], site, stateAct(value));
}

/** A script element that is given code, or a file to load. */
function scriptSet(machine: Machine, key: string, value: Value, site: Node): boolean {
  if (key === 'src') loadScript(machine, value, site);
  else if (TEXTS.has(key) || key === 'text') runCodeLater(machine, value, site);
  return key === 'src' || TEXTS.has(key) || key === 'text';
}

function setText(machine: Machine, target: Value, key: string, value: Value, site: Node): void {
  const name = `${nameOfElement(target)}.${key}`;
  if (exact(value) === '' || (value.t === 'prim' && value.v === null))
    machine.effect('dom', name, [], site, key === 'value' ? 'change' : 'hide');
  else machine.effect('dom', name, [value], site, 'text');
}
