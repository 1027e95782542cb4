/**
 * `new`. In: a constructor and its arguments. Out: an instance; what the constructor returns counts only if it is an object.
 */

import type { Node } from '../../syntax/tree.ts';
import { keyText } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import type { Env } from '../machine/scopes.ts';
import { childEnv, selfFrame } from '../names/environments.ts';
import type { Obj, Value } from '../values/values.ts';
import { exact, STATE, text, UNDEFINED } from '../values/values.ts';
import { invoke } from './functions.ts';

export function instantiate(machine: Machine, fn: Obj, args: readonly Value[], site: Node): Value {
  const made = machine.plain();
  const prototype = fn.props.get('prototype')?.v;
  made.proto = prototype?.t === 'obj' ? prototype : null;
  made.slots.set('class', fn);
  const returned = runConstructor(machine, fn, made, args, site);
  return returned ?? made;
}

/** Runs a constructor on an instance; what it returns counts only if it is an object. */
export function runConstructor(
  machine: Machine,
  fn: Obj,
  self: Value,
  args: readonly Value[],
  site: Node,
): Value | null {
  const { closure } = fn;
  if (!closure) {
    if (self.t === 'obj' && fn.name !== 'EventTarget') self.open |= STATE;
    if (fn.name === 'Error' && self.t === 'obj') self.props.set('message', { v: args[0] ?? text('') });
    return null;
  }
  if (!closure.classNode) {
    const returned = invoke(machine, fn, self, args, site, fn);
    return returned.t === 'obj' ? returned : null;
  }
  return runClass(machine, fn, self, args, site);
}

/** Fields, then the constructor; without one, the parent's. */
function runClass(machine: Machine, made: Obj, self: Value, args: readonly Value[], site: Node): Value | null {
  const { classNode, env: rawEnv, home } = made.closure!;
  const env = rawEnv as Env;
  const members = classNode!.body.body as readonly Node[];
  const maker = members.find(
    (member) => member.type === 'MethodDefinition' && member.kind === 'constructor' && member.value.body,
  );
  if (!maker && made.closure?.parent) {
    if (made.proto) runConstructor(machine, made.proto, self, args, site);
    else if (self.t === 'obj') self.open |= STATE;
  }
  const scope = childEnv(machine, classNode!, env, selfFrame({ ...env.frame, moment: machine.moment }, self, home!));
  for (const member of members) {
    if (member.type !== 'PropertyDefinition' || member.static || member.declare) continue;
    const key = member.computed ? exact(machine.evaluate(member.key, env)) : keyText(member.key);
    if (key !== null && self.t === 'obj')
      self.props.set(key, { v: member.value ? machine.evaluate(member.value, scope) : UNDEFINED });
  }
  if (!maker) return null;
  const method = machine.makeFunction(maker.value, env, home!);
  const returned = machine.call(method, self, args, site);
  return returned.t === 'obj' ? returned : null;
}
