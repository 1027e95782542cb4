/**
 * What `$(selector)` gives. In: a selector, an element or markup. Out: an object whose methods show, hide, listen and read
 * like the elements they stand for.
 */

import { indexOfElement } from '../interpreter/browser/dom-parts.ts';
import { handOver } from '../interpreter/evaluation/calls.ts';
import type { Machine } from '../interpreter/machine/machine.ts';
import { repeated } from '../interpreter/machine/rounds.ts';
import { isCallable, native, object } from '../interpreter/values/objects.ts';
import { holed } from '../interpreter/values/texts.ts';
import type { Behaviour, Obj, Value } from '../interpreter/values/values.ts';
import { exact, INPUT, STATE, TRUE, text, top, UNDEFINED } from '../interpreter/values/values.ts';
import type { Node } from '../syntax/tree.ts';

export type Load = (machine: Machine, args: readonly Value[], site: Node) => void;

const EVENTS: ReadonlySet<string> = new Set([
  'click',
  'submit',
  'change',
  'keyup',
  'keydown',
  'keypress',
  'blur',
  'focus',
  'dblclick',
  'input',
  'mouseenter',
  'mouseleave',
  'hover',
]);
const ADDING: ReadonlySet<string> = new Set([
  'append',
  'prepend',
  'after',
  'before',
  'replaceWith',
  'appendTo',
  'prependTo',
  'insertAfter',
  'insertBefore',
]);
const SHOWING: ReadonlySet<string> = new Set(['show', 'fadeIn', 'slideDown', 'modal', 'toast', 'dialog']);
const HIDING: ReadonlySet<string> = new Set(['hide', 'fadeOut', 'slideUp']);
const CHANGING: ReadonlySet<string> = new Set(['remove', 'empty', 'detach', 'toggle', 'fadeToggle', 'slideToggle']);

export function wrapped(machine: Machine, first: Value, load: Load): Obj {
  const selector = exact(first);
  const element =
    first.t === 'obj' && first.kind === 'element'
      ? first
      : machine.element(selector === null ? -1 : machine.page.bySelector(selector), selector ?? 'element');
  const made = object({
    kind: 'jquery',
    name: selector ?? 'element',
    behaviour: BEHAVIOUR,
    born: machine.moment + 1,
  });
  made.slots.set(
    'element',
    first.t === 'obj' && first.kind !== 'element' && first.kind !== 'jquery'
      ? machine.element(first === machine.windowObject || first.kind === 'document' ? -2 : -1, 'document')
      : element,
  );
  made.slots.set('load', load);
  return made;
}

const BEHAVIOUR: Behaviour<Machine> = {
  get: (_machine, self, key) => {
    if (key === 'length') return top(STATE);
    if (/^\d+$/.test(key)) return self.slots.get('element') as Value;
    return native<Machine>(key, (m, _s, args, site) => method(m, self, key, args, site));
  },
};

function method(machine: Machine, self: Obj, key: string, args: readonly Value[], site: Node): Value {
  const element = self.slots.get('element') as Obj;
  const name = `${self.name}.${key}`;
  if (key === 'on' || key === 'one' || key === 'bind' || key === 'delegate' || key === 'live')
    return listenOn(machine, self, args);
  if (EVENTS.has(key)) return event(machine, self, key, args, site);
  if (key === 'ready') return listenTo(machine, element, 'ready', args[0]);
  if (key === 'text' || key === 'html') {
    if (args.length === 0) return top(INPUT, name);
    machine.set(element, key === 'text' ? 'textContent' : 'innerHTML', args[0]!, site);
    return self;
  }
  if (key === 'val' || key === 'prop' || key === 'attr' || key === 'data' || key === 'css')
    return property(machine, self, key, args, site);
  if (ADDING.has(key)) {
    machine.effect('dom', name, [args[0] ?? text(self.name)], site, 'text');
    return self;
  }
  if (SHOWING.has(key) || HIDING.has(key)) {
    const hides = HIDING.has(key) || exact(args[0]) === 'hide';
    machine.set(element, 'hidden', hides ? TRUE : { t: 'prim', v: false }, site);
    return self;
  }
  if (CHANGING.has(key)) {
    machine.effect('dom', name, [], site, key === 'empty' ? 'hide' : 'change');
    return self;
  }
  return other(machine, self, key, args, site);
}

function other(machine: Machine, self: Obj, key: string, args: readonly Value[], site: Node): Value {
  const element = self.slots.get('element') as Obj;
  switch (key) {
    case 'load':
      (self.slots.get('load') as Load)(machine, args, site);
      return self;
    case 'addClass':
    case 'removeClass':
    case 'toggleClass':
      machine.call(
        machine.get(
          machine.get(element, 'classList', site),
          key === 'addClass' ? 'add' : key === 'removeClass' ? 'remove' : 'toggle',
          site,
        ),
        UNDEFINED,
        args,
        site,
      );
      return self;
    case 'each': {
      const each = (): Value => machine.call(args[0] ?? UNDEFINED, element, [top(STATE), element], site);
      machine.branches.perhaps(STATE, () => repeated(machine, each));
      return self;
    }
    case 'serialize':
    case 'serializeArray':
    case 'is':
    case 'hasClass':
    case 'width':
    case 'height':
    case 'index':
      return top(INPUT);
    case 'trigger':
      if (exact(args[0]) === 'reset') machine.effect('dom', `${self.name}.reset`, [], site, 'change');
      machine.passTime();
      return self;
    case 'get':
      return element;
    case 'find':
    case 'closest':
    case 'children':
      return wrapped(machine, args[0] ?? UNDEFINED, self.slots.get('load') as Load);
    default:
      handOver(machine, args);
      return self;
  }
}

function property(machine: Machine, self: Obj, key: string, args: readonly Value[], site: Node): Value {
  const element = self.slots.get('element') as Obj;
  const name = exact(args[0]);
  if (key === 'val') {
    if (args.length === 0) return top(INPUT, `${self.name}.val`);
    machine.set(element, 'value', args[0]!, site);
    return self;
  }
  if (args.length < 2) {
    if (key === 'attr' && name !== null)
      return machine.page.elements[indexOfElement(element)]?.attributes[name] === undefined
        ? top(INPUT)
        : holed(machine.page.elements[indexOfElement(element)]!.attributes[name]!);
    return args[0]?.t === 'obj' ? self : top(INPUT);
  }
  if (name === null || key === 'data') return self;
  if (key === 'css') machine.set(machine.get(element, 'style', site), name, args[1]!, site);
  else machine.set(element, name, args[1]!, site);
  return self;
}

function listenOn(machine: Machine, self: Obj, args: readonly Value[]): Value {
  const type = exact(args[0]);
  const fn = args.findLast((argument) => isCallable(argument));
  const selector = exact(args[1]);
  const element =
    selector === null
      ? (self.slots.get('element') as Obj)
      : machine.element(machine.page.bySelector(selector), selector);
  for (const one of (type ?? '').split(/\s+/)) listenTo(machine, element, one.replace(/\..*$/, ''), fn);
  if (args[0]?.t === 'obj') for (const [event, cell] of args[0].props) listenTo(machine, element, event, cell.v);
  return self;
}

function listenTo(machine: Machine, element: Obj, event: string, fn: Value | undefined): Value {
  if (!fn) return UNDEFINED;
  if (event === 'ready') machine.listen({ fn, kind: 'callback', args: [machine.builtins.get('$') ?? UNDEFINED] });
  else machine.listen({ fn, kind: 'event', event, element: indexOfElement(element), returnsDecide: true });
  return UNDEFINED;
}

function event(machine: Machine, self: Obj, key: string, args: readonly Value[], site: Node): Value {
  const fn = args.findLast((argument) => isCallable(argument));
  const element = self.slots.get('element') as Obj;
  if (fn) listenTo(machine, element, key, fn);
  else if (key === 'submit') machine.call(machine.get(element, 'requestSubmit', site), element, [], site);
  else machine.passTime();
  return self;
}
