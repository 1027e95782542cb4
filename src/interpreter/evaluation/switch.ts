/**
 * `switch`. In: the statement, in its own scope. Out: how it ended. A decided case runs alone with what it falls into;
 * otherwise every case may be the one.
 */

import type { Node } from '../../syntax/tree.ts';
import type { Completion } from '../machine/completions.ts';
import { endOf } from '../machine/completions.ts';
import type { Machine } from '../machine/machine.ts';
import type { Env } from '../machine/scopes.ts';
import { binary } from '../values/operators.ts';
import type { Value } from '../values/values.ts';
import { doubtOf, truth, UNDEFINED } from '../values/values.ts';
import { turnedOut } from './choose.ts';
import { markDead } from './dead-code.ts';

export function switchStatement(machine: Machine, node: Node, env: Env): Completion {
  const value = machine.evaluate(node.discriminant, env);
  const from = machine.branches.count;
  const mask = machine.mask;
  const ended = run(machine, node.cases, tests(machine, node.cases, value, env), env);
  machine.branches.collect(from, mask, isPlainBreak);
  return ended && isPlainBreak(ended) ? null : ended;
}

function isPlainBreak(exit: NonNullable<Completion>): boolean {
  return exit.kind === 'break' && exit.label === '';
}

interface Test {
  readonly matches: boolean | null;
  readonly equal: Value;
}

function tests(machine: Machine, cases: readonly Node[], value: Value, env: Env): readonly Test[] {
  return cases.map((branch) => {
    if (!branch.test) return { matches: null, equal: UNDEFINED };
    const equal = binary('===', value, machine.evaluate(branch.test, env));
    return { matches: truth(equal), equal };
  });
}

/** From the first case that may match: alone if it must, else it or what follows. */
function run(machine: Machine, cases: readonly Node[], results: readonly Test[], env: Env, start = 0): Completion {
  for (let index = start; index < cases.length; index += 1) {
    const branch = cases[index]!;
    const result = results[index]!;
    if (!branch.test || result.matches === false) continue;
    if (result.matches) return fall(machine, cases, index, env, results);
    const sides = machine.branches.fork<null>(
      doubtOf(result.equal),
      () => turnedOut(machine, result.equal, true, () => fall(machine, cases, index, env, null)),
      () => turnedOut(machine, result.equal, false, () => run(machine, cases, results, env, index + 1)),
    );
    return endOf(sides);
  }
  const fallback = cases.findIndex((branch) => !branch.test);
  return fallback < 0 ? null : fall(machine, cases, fallback, env, results);
}

function fall(
  machine: Machine,
  cases: readonly Node[],
  from: number,
  env: Env,
  results: readonly Test[] | null,
): Completion {
  for (let index = from; index < cases.length; index += 1) {
    const branch = cases[index]!;
    const ended = machine.block(branch.consequent as unknown as readonly Node[], env);
    if (ended) {
      if (results) markOthers(machine, cases, from, index);
      return ended;
    }
  }
  return null;
}

function markOthers(machine: Machine, cases: readonly Node[], from: number, to: number): void {
  cases.forEach((branch, index) => {
    if (index < from || index > to)
      for (const statement of branch.consequent as unknown as readonly Node[]) markDead(machine, statement);
  });
}
