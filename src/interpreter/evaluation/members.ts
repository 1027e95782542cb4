/**
 * Properties: reading and writing them on any value. In: a target and a key. Out: a value, or a cell changed.
 * Own answers of host objects come first, then properties, getters, the prototype chain, and the methods of the platform.
 */

import type { Node } from '../../syntax/tree.ts';
import { domGet, domSet } from '../browser/dom.ts';
import { showState } from '../browser/template-texts.ts';
import { stateAct } from '../machine/effects.ts';
import { expose } from '../machine/exposed.ts';
import type { Machine } from '../machine/machine.ts';
import { asReplaceable, grown, isOlder } from '../names/names.ts';
import { promiseMember } from '../promises/promise-members.ts';
import { arrayMember } from '../standard/arrays.ts';
import { bodyMember } from '../standard/collections.ts';
import { functionMember } from '../standard/function-members.ts';
import { stringMember } from '../standard/strings.ts';
import { mayBeAbsent, setItems, setLength } from '../values/counts.ts';
import { unknownCount } from '../values/deciders.ts';
import { join, joinAll } from '../values/joins.ts';
import { cellOf, isCallable, native } from '../values/objects.ts';
import { shownBy } from '../values/texts.ts';
import type { Behaviour, Obj, Union, Value } from '../values/values.ts';
import {
  alternatives,
  BEYOND,
  exact,
  FALSE,
  STATE,
  TRUE,
  taintOf,
  text,
  top,
  UNDEFINED,
  UNK,
} from '../values/values.ts';
import { ofEach, without } from '../values/ways.ts';

export function getMember(machine: Machine, target: Value, key: string, site: Node): Value {
  switch (target.t) {
    case 'union':
      return ofEach(withoutPrimitives(target), (option) => getMember(machine, option, key, site));
    case 'str':
      return stringMember(machine, target, key);
    case 'prim':
      return numberMember(target, key);
    case 'top':
      return ofUnknown(machine, target, key);
    default:
      return ofObject(machine, target, key, site);
  }
}

/** Of what may be nothing, the rest is asked: a member of nothing throws. */
function withoutPrimitives(target: Union): Value {
  return target.of.length > 1 && target.of.some(({ t }) => t === 'prim')
    ? without(target, ({ t }) => t === 'prim')
    : target;
}

function numberMember(target: Value, key: string): Value {
  if (/^to[A-Z]\w*String$|^toString$|^toFixed$/.test(key))
    return native<Machine>(key, () => (key === 'toString' ? text(exact(target) ?? '') : top(STATE)));
  return UNDEFINED;
}

function ofUnknown(machine: Machine, target: Value & { readonly t: 'top' }, key: string): Value {
  const known = domGet(machine, target, key);
  if (known) return known;
  if (key === 'length' || key === 'size') return unknownCount(target.taint);
  return top(target.taint, target.path ? `${target.path}.${key}` : key, target.address);
}

function ofObject(machine: Machine, target: Obj, key: string, site: Node): Value {
  const own = (target.behaviour as Behaviour<Machine> | null)?.get?.(machine, target, key, site);
  if (own) return own;
  let holder: Obj | null = target;
  for (let depth = 0; holder && depth < 50; depth += 1) {
    const getter = holder.getters?.get(key);
    if (getter) return machine.call(getter, target, [], site);
    const cell = holder.props.get(key);
    if (cell?.v !== undefined) return fresh(machine, target, key, cell.v, cell.at === machine.moment);
    if (holder.proto?.open && !holder.proto.props.has(key)) break;
    holder = holder.proto;
  }
  const builtin = platformMember(machine, target, key, site);
  if (builtin) return builtin;
  if (key === 'constructor') return constructorOf(machine, target);
  const open = target.open || target.proto?.open || laterSet(machine, target, key);
  return open ? top(open, target.name ? `${target.name}.${key}` : key) : UNDEFINED;
}

function constructorOf(machine: Machine, target: Obj): Value {
  const known = target.slots.get('class') as Value | undefined;
  return known ?? (isCallable(target) ? machine.builtins.get('Function') : undefined) ?? UNDEFINED;
}

/** A property that is not there, and that another function may have set since. */
function laterSet(machine: Machine, target: Obj, key: string): number {
  return (isOlder(machine, target) || target.slots.has('grows')) &&
    target.kind === 'plain' &&
    machine.facts.isAssignedProperty(key)
    ? STATE
    : 0;
}

/** A property another function may have assigned since, and the journey of a string inside an argument. */
function fresh(machine: Machine, target: Obj, key: string, value: Value, isCertain: boolean): Value {
  const travelled = target.via && value.t === 'str' && !value.via ? { ...value, via: target.via } : value;
  if (isCertain || !isOlder(machine, target)) return grown(machine, travelled, key);
  // The state of a component goes by its bare names in markup.
  const isNamed = target.slots.has('component') && machine.facts.isFreelyAssigned(key);
  if (!(isNamed || machine.facts.isAssignedProperty(key)) || value.t === 'top') return grown(machine, travelled, key);
  return isCallable(value) ? asReplaceable(value) : join(travelled, top(STATE));
}

function platformMember(machine: Machine, target: Obj, key: string, site: Node): Value | null {
  if (target.items) return arrayMember(target, key, site);
  if (target.kind === 'promise') return promiseMember(target, key);
  if (isCallable(target)) return functionMember(target, key);
  if (target.kind === 'collection') return bodyMember(machine, target, key);
  if (key === 'toString' || key === 'valueOf') {
    const shown = shownBy(target);
    return native<Machine>(
      key,
      () => shown ?? (target.kind === 'error' ? (target.props.get('message')?.v ?? text('')) : top(STATE)),
    );
  }
  if (key === 'hasOwnProperty')
    return native<Machine>(key, (_m, _self, args) => {
      const name = exact(args[0]);
      return name === null ? top(STATE) : isOwn(machine, target, name);
    });
  return null;
}

/** Whether an object has a property of its own. */
export function isOwn(machine: Machine, target: Obj, name: string): Value {
  const held = target.props.get(name)?.v;
  if (held !== undefined) return mayBeAbsent(held) || target.slots.has('varies') ? top(STATE) : TRUE;
  const open = target.open || laterSet(machine, target, name);
  return open ? top(open) : FALSE;
}

export function getComputed(machine: Machine, target: Value, key: Value, site: Node): Value {
  const keys = alternatives(key);
  const names = keys.map(exact);
  if (names.every((name) => name !== null)) return joinAll(names.map((name) => getMember(machine, target, name, site)));
  return joinAll(
    alternatives(target).map((option) => {
      if (option.t !== 'obj') return top(taintOf(option) || taintOf(key) || UNK);
      const all = option.items ? [...option.items.v] : [...option.props.values()].map((cell) => cell.v ?? UNDEFINED);
      if (option.rest) all.push(option.rest);
      if (option.open || all.length === 0 || all.length > 7)
        all.splice(6, all.length, top(option.open || (option.slots.has('grows') ? STATE : taintOf(key)) || STATE));
      machine.tick(all.length);
      return joinAll([...all, option.items ? BEYOND : UNDEFINED]);
    }),
  );
}

export function setMember(machine: Machine, target: Value, key: string, value: Value, site: Node): void {
  if (target.t === 'union') {
    for (const option of target.of) setMember(machine, option, key, value, site);
    return;
  }
  if (target.t === 'top') {
    if (/^(?:module|exports|module\.exports)$/.test(target.path)) expose(machine, value);
    domSet(machine, target, key, value, site);
    return;
  }
  if (target.t !== 'obj') return;
  if ((target.behaviour as Behaviour<Machine> | null)?.set?.(machine, target, key, value, site)) return;
  if (key === '') {
    setSomewhere(machine, target, value);
    return;
  }
  if (target.items && /^\d+$/.test(key)) {
    const items = [...target.items.v];
    items[Math.min(Number(key), items.length)] = value;
    setItems(machine, target, items);
    return;
  }
  if (target.items && key === 'length') {
    setLength(machine, target, value);
    return;
  }
  const setter = setterOf(target, key);
  if (setter) {
    machine.call(setter, target, [value], site);
    return;
  }
  machine.heap.set(cellOf(target, key), value, target);
  if (isElementLike(target)) domSet(machine, target, key, value, site);
  if (!target.slots.has('component')) return;
  machine.effect('state', key, [value], site, stateAct(value));
  showState(machine, key, site);
}

/** A function that is called in the place of setting a property: its own, or of what it inherits from. */
function setterOf(target: Obj, key: string): Obj | undefined {
  for (let holder: Obj | null = target, depth = 0; holder && depth < 50; holder = holder.proto, depth += 1) {
    const setter = holder.setters?.get(key);
    if (setter) return setter;
  }
  return undefined;
}

/** Set under a key that only the run tells: any property may be this now. */
function setSomewhere(machine: Machine, target: Obj, value: Value): void {
  for (const cell of target.props.values())
    if (cell.v !== undefined && !isCallable(cell.v)) machine.heap.set(cell, join(cell.v, value), target);
  if (!(target.open & STATE)) machine.heap.blur(target);
  target.open |= STATE;
  if (!target.items) return;
  machine.heap.set(
    target.items,
    target.items.v.map((item) => join(item, value)),
    target,
  );
  target.rest = target.rest ? join(target.rest, value) : value;
}

/** An instance of a class whose parent is not known: a custom element, most of the time. */
function isElementLike(target: Obj): boolean {
  let holder = target.proto;
  for (let depth = 0; holder && depth < 20; depth += 1) {
    if (holder.open) return true;
    holder = holder.proto;
  }
  return false;
}
