/**
 * Binding and assigning: names, members, object and array patterns with defaults and rest.
 * In: a pattern and a value. Out: cells changed. A pattern taken from something unknown binds unknown parts.
 */

import type { Node } from '../../syntax/tree.ts';
import { bare, keyText } from '../../syntax/tree.ts';
import { isAbrupt } from '../machine/completions.ts';
import type { Machine } from '../machine/machine.ts';
import type { BindKind, Env } from '../machine/scopes.ts';
import { assign } from '../names/names.ts';
import { contentsOf, elementsOf } from '../standard/spread.ts';
import { isUncounted } from '../values/counts.ts';
import type { Elements } from '../values/elements.ts';
import { allOf } from '../values/elements.ts';
import { join, joinAll } from '../values/joins.ts';
import type { Value } from '../values/values.ts';
import { alternatives, doubtOf, exact, isUndefined, top, UNDEFINED } from '../values/values.ts';
import { ofEach } from '../values/ways.ts';

export function bindPattern(machine: Machine, raw: Node, value: Value, env: Env, kind: BindKind): void {
  const pattern = raw.type === 'AssignmentPattern' ? raw : bare(raw);
  switch (pattern.type) {
    case 'Identifier':
      if (kind === 'assign') assign(machine, pattern.name, value, env, pattern);
      else declare(machine, env, pattern.name, value, kind);
      return;
    case 'MemberExpression':
      assignMember(machine, pattern, value, env);
      return;
    case 'AssignmentPattern':
      bindPattern(machine, pattern.left, withDefault(machine, value, pattern.right, env), env, kind);
      return;
    case 'ObjectPattern':
      bindObject(machine, pattern, value, env, kind);
      return;
    case 'ArrayPattern':
      bindArray(machine, pattern, value, env, kind);
      return;
    case 'RestElement':
      bindPattern(machine, pattern.argument!, value, env, kind);
      return;
    case 'TSParameterProperty':
      bindPattern(machine, pattern.parameter, value, env, kind);
      return;
    default:
  }
}

/** Gives a name its value in this scope, or in the scope that hoisted it. */
export function declare(machine: Machine, env: Env, name: string, value: Value, kind: 'var' | 'own'): void {
  if (kind === 'var') {
    for (let at: Env | null = env; at; at = at.parent) {
      const known = at.vars.get(name);
      if (known) {
        machine.heap.set(known, value, at);
        return;
      }
    }
  }
  const known = env.vars.get(name);
  if (known) machine.heap.set(known, value, env);
  else env.vars.set(name, { v: value, stale: false });
}

function withDefault(machine: Machine, value: Value, fallback: Node, env: Env): Value {
  if (isUndefined(value)) return machine.evaluate(fallback, env);
  const options = alternatives(value);
  if (!options.some((option) => isUndefined(option) || option.t === 'top')) return value;
  const { one, other } = machine.branches.fork<Value>(
    doubtOf(value),
    () => machine.evaluate(fallback, env),
    () => value,
  );
  return isAbrupt(one) || isAbrupt(other) ? value : join(other, one);
}

function assignMember(machine: Machine, member: Node, value: Value, env: Env): void {
  const target = machine.evaluate(member.object, env);
  if (!member.computed) {
    machine.set(target, keyText(member.property), value, member);
    return;
  }
  const keys = alternatives(machine.evaluate(member.property, env)).map(exact);
  const known = keys.filter((key) => key !== null);
  if (known.length === keys.length && known.length === 1) machine.set(target, known[0]!, value, member);
  else machine.set(target, '', value, member);
}

function bindObject(machine: Machine, pattern: Node, value: Value, env: Env, kind: BindKind): void {
  const taken = new Set<string>();
  for (const property of pattern.properties) {
    if (property.type === 'RestElement') {
      bindPattern(machine, property.argument!, without(machine, value, taken), env, kind);
      continue;
    }
    const key = property.computed ? machine.evaluate(property.key, env) : null;
    const name = key ? exact(key) : keyText(property.key);
    if (name !== null) taken.add(name);
    const part = name === null ? machine.getComputed(value, key!, property) : machine.get(value, name, property);
    bindPattern(machine, property.value, part, env, kind);
  }
}

function without(machine: Machine, value: Value, taken: ReadonlySet<string>): Value {
  if (value.t !== 'obj') return top(doubtOf(value));
  const rest = machine.plain({}, value.open);
  if (value.slots.has('grows')) rest.slots.set('grows', true);
  for (const [key, inner] of contentsOf(machine, value).known) if (!taken.has(key)) rest.props.set(key, { v: inner });
  return rest;
}

function bindArray(machine: Machine, pattern: Node, value: Value, env: Env, kind: BindKind): void {
  const lists = new Map(alternatives(value).map((option) => [option, elementsOf(machine, option)]));
  pattern.elements.forEach((element, index) => {
    if (!element) return;
    if (element.type === 'RestElement') {
      const rests = [...lists.values()].map(({ items, rest }) => machine.array(items.slice(index), rest));
      bindPattern(machine, element.argument!, joinAll(rests), env, kind);
      return;
    }
    const found = ofEach(value, (option) => foundAt(lists.get(option)!, index, option));
    bindPattern(machine, element, found, env, kind);
  });
}

/** What may stand at a place of a list. */
function foundAt(elements: Elements, index: number, list: Value): Value {
  const known = elements.items[index];
  const isCounted = list.t !== 'obj' || !isUncounted(list);
  if (known && isCounted) return known;
  return joinAll([...allOf(isCounted ? { items: [], rest: elements.rest } : elements), UNDEFINED]);
}
