/**
 * Assignments. In: `a = b`, `a += b`, `a ??= b`, `a++`. Out: the value of the expression; its target is bound.
 */

import type { Node } from '../../syntax/tree.ts';
import { bare } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import type { Env } from '../machine/scopes.ts';
import { ofAnyRound } from '../values/counts.ts';
import { binary } from '../values/operators.ts';
import type { Value } from '../values/values.ts';
import { prim, STATE, top } from '../values/values.ts';
import { shortCircuit } from './choose.ts';

export function assignment(machine: Machine, node: Node, env: Env): Value {
  const target = bare(node.left);
  if (node.operator === '=') {
    const right = machine.evaluate(node.right, env);
    const value = node.right.type === 'Literal' ? right : ofThisRound(machine, right);
    machine.bind(target, value, env, 'assign');
    return value;
  }
  const old = machine.evaluate(target, env);
  const operator = node.operator.slice(0, -1);
  const value =
    operator === '||' || operator === '&&' || operator === '??'
      ? shortCircuit(machine, operator, old, node.right, env)
      : ofThisRound(machine, binary(operator, old, machine.evaluate(node.right, env)));
  machine.bind(target, value, env, 'assign');
  return value;
}

export function update(machine: Machine, node: Node, env: Env): Value {
  const target = bare(node.argument!);
  const old = machine.evaluate(target, env);
  const value = ofThisRound(
    machine,
    binary(node.operator === '++' ? '+' : '-', old.t === 'str' ? top(STATE) : old, prim(1)),
  );
  machine.bind(target, value, env, 'assign');
  return node.prefix ? value : old;
}

/** What a round of a loop computes from what it found. */
function ofThisRound({ rounds }: Machine, value: Value): Value {
  return rounds > 0 ? ofAnyRound(value) : value;
}
