/**
 * Long chains of one kind: calls on calls on members, sums of sums. In: the outermost node. Out: its value; walked from the inside
 * out, so that a thousand links need no thousand frames.
 */

import type { Node } from '../../syntax/tree.ts';
import { bare, keyText } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import type { Env } from '../machine/scopes.ts';
import { binary } from '../values/operators.ts';
import type { Value } from '../values/values.ts';
import { exact, isNullish, top, UNDEFINED, UNK } from '../values/values.ts';
import { evaluateCall } from './calls.ts';
import { isOwn } from './members.ts';

/** `a.b().c().d()` */
export function callSpine(machine: Machine, node: Node, env: Env): Value {
  const links: Node[] = [];
  let at: Node = node;
  for (;;) {
    links.push(at);
    const inner = bare(at.type === 'CallExpression' ? at.callee : at.object);
    if (inner.type !== 'CallExpression' && inner.type !== 'MemberExpression') break;
    at = inner;
  }
  let receiver: Value = UNDEFINED;
  const innermost = links.at(-1)!;
  const start = bare(innermost.type === 'CallExpression' ? innermost.callee : innermost.object);
  let value: Value = start.type === 'Import' ? top(UNK) : machine.evaluate(start, env);
  if (start.type === 'Super') receiver = env.frame.self;
  for (let index = links.length - 1; index >= 0; index -= 1) {
    const link = links[index]!;
    machine.tick();
    if (link.optional && isNullish(value)) return UNDEFINED;
    if (link.type === 'MemberExpression') {
      receiver = link.object.type === 'Super' ? env.frame.self : value;
      value = member(machine, link, value, env);
    } else {
      value = evaluateCall(
        machine,
        link,
        { callee: value, receiver, isSuper: start.type === 'Super' && link === innermost },
        env,
      );
      receiver = UNDEFINED;
    }
  }
  return value;
}

function member(machine: Machine, node: Node, target: Value, env: Env): Value {
  if (!node.computed) return machine.get(target, keyText(node.property), node);
  return machine.getComputed(target, machine.evaluate(node.property, env), node);
}

/** `key in record`, where all is known that the record has. */
function within(machine: Machine, key: Value, record: Value): Value | null {
  const name = exact(key);
  const isRecord =
    record.t === 'obj' && record.kind === 'plain' && !record.proto && !record.getters && !record.slots.has('grows');
  return name !== null && isRecord ? isOwn(machine, record, name) : null;
}

/** `a + b + c + d` */
export function binarySpine(machine: Machine, node: Node, env: Env): Value {
  const links: Node[] = [];
  let at: Node = node;
  while (at.type === 'BinaryExpression') {
    links.push(at);
    at = bare(at.left);
  }
  let value = at.type === 'PrivateIdentifier' ? top(UNK) : machine.evaluate(at, env);
  for (let index = links.length - 1; index >= 0; index -= 1) {
    const link = links[index]!;
    machine.tick();
    const right = machine.evaluate(link.right, env);
    value = (link.operator === 'in' ? within(machine, value, right) : null) ?? binary(link.operator, value, right);
  }
  return value;
}
