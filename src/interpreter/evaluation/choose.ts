/**
 * One of two values: `?:`, `&&`, `||`, `??`. In: a condition, or the left side, and what makes the other value. Out: the one that is
 * known to be chosen (the code of the other is marked dead), or both joined where the page decides.
 */

import type { Node } from '../../syntax/tree.ts';
import { NO_WRITES, without, writtenSince } from '../ledger/recent.ts';
import { isAbrupt, valuesOf } from '../machine/completions.ts';
import type { Machine } from '../machine/machine.ts';
import type { Env } from '../machine/scopes.ts';
import { joinAll } from '../values/joins.ts';
import type { Value } from '../values/values.ts';
import { alternatives, doubtOf, isNullish, truth } from '../values/values.ts';
import type { Way } from '../values/ways.ts';
import { anyOf, ruledOut } from '../values/ways.ts';
import { markDead } from './dead-code.ts';

export function conditional(machine: Machine, node: Node, env: Env): Value {
  const condition = machine.evaluate(node.test!, env);
  const one = (): Value => machine.evaluate(node.consequent, env);
  const other = (): Value => machine.evaluate(node.alternate!, env);
  const known = truth(condition);
  if (known !== null) {
    markDead(machine, known ? node.alternate : node.consequent);
    return known ? one() : other();
  }
  const ways = either(
    machine,
    condition,
    () => turnedOut(machine, condition, true, one),
    () => turnedOut(machine, condition, false, other),
  );
  return anyOf(ways, machine.ledger.sent);
}

/** Runs what comes where a condition turned out so: not after writes of which it says that they were not sent. */
export function turnedOut<T>(machine: Machine, condition: Value, isTrue: boolean, act: () => T): T {
  const gone = ruledOut(condition, isTrue, (key) => machine.ledger.sentAt(key));
  const { fired, awaited } = machine.after;
  if (gone.size > 0) machine.after = { fired: without(fired, gone), awaited: without(awaited, gone) };
  return act();
}

export function logical(machine: Machine, node: Node, env: Env): Value {
  const left = machine.evaluate(node.left, env);
  return shortCircuit(machine, node.operator, left, node.right, env);
}

/** `operator` is `||`, `&&` or `??`; `right` is only evaluated where `left` does not decide. */
export function shortCircuit(machine: Machine, operator: string, left: Value, right: Node, env: Env): Value {
  const side = (): Value =>
    operator === '??'
      ? machine.evaluate(right, env)
      : turnedOut(machine, left, operator === '&&', () => machine.evaluate(right, env));
  const options = alternatives(left);
  const decides = options.map((option) => isDecided(operator, option));
  if (decides.every((is) => is === true)) {
    markDead(machine, right);
    return left;
  }
  if (decides.every((is) => is === false)) return side();
  const kept = joinAll(options.filter((_, index) => decides[index] !== false));
  return anyOf(either(machine, left, side, () => kept).toReversed(), machine.ledger.sent);
}

/** Whether a left side is the result itself; null where the page decides. */
function isDecided(operator: string, left: Value): boolean | null {
  if (operator === '??') return left.t === 'top' ? null : !isNullish(left);
  const known = truth(left);
  return operator === '||' || known === null ? known : !known;
}

/** Runs both sides; the values of those that did not leave, each after what was written for it. */
function either(machine: Machine, condition: Value, one: () => Value, other: () => Value): readonly Way[] {
  const { after: before } = machine;
  const written = [NO_WRITES, NO_WRITES];
  const side = (index: number, act: () => Value) => (): Value => {
    const value = act();
    written[index] = writtenSince(before, machine.after);
    return value;
  };
  const sides = machine.branches.fork<Value>(doubtOf(condition), side(0, one), side(1, other));
  const first = isAbrupt(sides.one) ? 1 : 0;
  return valuesOf(sides).map((value, index) => ({ value, after: written[first + index]! }));
}
