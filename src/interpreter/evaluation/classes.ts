/**
 * Classes. In: a class node. Out: a function object with a prototype, its methods on it and its static members set.
 */

import type { Node } from '../../syntax/tree.ts';
import { keyText } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import type { Env } from '../machine/scopes.ts';
import { childEnv, selfFrame } from '../names/environments.ts';
import { object, setGetter, setSetter } from '../values/objects.ts';
import type { Obj } from '../values/values.ts';
import { exact, STATE, UNDEFINED } from '../values/values.ts';

export function makeClass(machine: Machine, node: Node, env: Env): Obj {
  const parent = node.superClass ? machine.evaluate(node.superClass, env) : null;
  const prototype = machine.plain();
  const scope = childEnv(machine, node, env);
  const made = object({
    kind: 'function',
    name: node.id?.name ?? '',
    closure: { node, env: scope, home: prototype, classNode: node, parent },
    proto: parent?.t === 'obj' ? parent : null,
    born: machine.moment + 1,
  });
  if (node.id) scope.vars.set(node.id.name, { v: made, stale: false });
  prototype.slots.set('class', made);
  made.props.set('prototype', { v: prototype });
  if (parent) {
    const above = parent.t === 'obj' ? parent.props.get('prototype')?.v : undefined;
    if (above?.t === 'obj') prototype.proto = above;
    else prototype.open = STATE;
  }
  for (const member of node.body.body as readonly Node[]) addMember(machine, member, made, prototype, scope);
  return made;
}

function addMember(machine: Machine, member: Node, made: Obj, prototype: Obj, env: Env): void {
  if (member.type === 'StaticBlock') {
    machine.block(member.body, childEnv(machine, member, env, selfFrame(env.frame, made, made)));
    return;
  }
  if (member.type !== 'MethodDefinition' && !(member.type === 'PropertyDefinition' && member.static)) return;
  const key = member.computed ? exact(machine.evaluate(member.key, env)) : keyText(member.key);
  if (key === null || (member.type === 'MethodDefinition' && member.kind === 'constructor')) return;
  const holder = member.static ? made : prototype;
  if (member.type === 'PropertyDefinition') {
    const value = member.value
      ? machine.evaluate(member.value, childEnv(machine, member, env, selfFrame(env.frame, made, made)))
      : UNDEFINED;
    holder.props.set(key, { v: value });
    return;
  }
  const method = machine.makeFunction(member.value, env, holder);
  if (member.kind === 'get') setGetter(holder, key, method);
  else if (member.kind === 'set') setSetter(holder, key, method);
  else holder.props.set(key, { v: method });
}
