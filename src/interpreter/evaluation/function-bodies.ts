/**
 * The body of a function. In: a function and a scope with its arguments. Out: what it returns on any of its ways, or a throw.
 */

import type { Node } from '../../syntax/tree.ts';
import type { After } from '../ledger/recent.ts';
import { writtenSince } from '../ledger/recent.ts';
import { afterOf } from '../machine/branches.ts';
import { isEndless, Thrown } from '../machine/completions.ts';
import type { Machine } from '../machine/machine.ts';
import type { Env } from '../machine/scopes.ts';
import { lookup } from '../names/names.ts';
import type { Obj, Value } from '../values/values.ts';
import { STATE, UNDEFINED } from '../values/values.ts';
import { anyOf } from '../values/ways.ts';

export function runBody(machine: Machine, fn: Obj, scope: Env): Value {
  const { node } = fn.closure!;
  const from = machine.branches.count;
  const { mask, unit, after: before } = machine;
  let value: Value = UNDEFINED;
  let thrown: Thrown | null = null;
  machine.unit = scope.unit;
  try {
    bindParameters(machine, node, scope);
    value = body(machine, node, scope);
  } catch (error) {
    if (!(error instanceof Thrown)) throw error;
    thrown = error;
  } finally {
    machine.unit = unit;
  }
  const taint = machine.mask & ~mask;
  const { after } = machine;
  const returns = machine.branches.collect(from, mask, (exit) => exit.kind === 'return');
  if (thrown) {
    if (returns.length === 0) throw thrown;
    machine.after = after;
    if (!isEndless(thrown)) machine.branches.mayThrow(thrown.value, taint || STATE);
    machine.after = afterOf(returns[0]!.after, returns);
    return anyReturned(machine, before, returns);
  }
  return returns.length === 0 ? value : anyReturned(machine, before, [...returns, { value, after }]);
}

/** What is returned on any of the ways out, each after what was written on it. */
function anyReturned(machine: Machine, before: After, ways: readonly { value: Value; after: After }[]): Value {
  return anyOf(
    ways.map(({ value, after }) => ({ value, after: writtenSince(before, after) })),
    machine.ledger.sent,
  );
}

function body(machine: Machine, node: Node, scope: Env): Value {
  if (node.body.type !== 'BlockStatement') return machine.evaluate(node.body, scope);
  const statements = node.body.body as readonly Node[];
  const ended = machine.block(statements, scope);
  return ended?.kind === 'return' ? ended.value : UNDEFINED;
}

function bindParameters(machine: Machine, node: Node, scope: Env): void {
  const { args } = scope.frame;
  node.params.forEach((parameter, index) => {
    if (parameter.type === 'RestElement')
      machine.bind(parameter.argument!, machine.array(args.slice(index)), scope, 'own');
    else machine.bind(parameter, args[index] ?? UNDEFINED, scope, 'own');
    const property = parameter.type === 'TSParameterProperty' ? parameter.parameter : null;
    if (property) {
      const name = property.type === 'AssignmentPattern' ? property.left.name : property.name;
      machine.set(scope.frame.self, name, lookup(machine, name, scope, property), property);
    }
  });
}
