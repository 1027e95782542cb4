/**
 * `try`, `catch`, `finally`. In: the statement. Out: how it ended. A throw that is certain runs the handler; one that the
 * page decides runs it beside what follows.
 */

import type { Node } from '../../syntax/tree.ts';
import { afterOf, taintOfExits } from '../machine/branches.ts';
import type { Completion } from '../machine/completions.ts';
import { attempt, endOf, isEndless } from '../machine/completions.ts';
import type { Machine } from '../machine/machine.ts';
import type { Env } from '../machine/scopes.ts';
import { childEnv } from '../names/environments.ts';
import { joinAll } from '../values/joins.ts';
import type { Value } from '../values/values.ts';

export function tryStatement(machine: Machine, node: Node, env: Env): Completion {
  const from = machine.branches.count;
  const { value: ended, thrown } = attempt(() =>
    node.handler ? guarded(machine, node, env) : machine.execute(node.block, env),
  );
  if (node.finalizer && !isEndless(thrown)) {
    const last = onEveryWay(machine, from, () => machine.execute(node.finalizer!, env));
    if (last) return last;
  }
  if (thrown) throw thrown;
  return ended;
}

/** What runs however the block was left comes after what each of its ways came by. */
function onEveryWay(machine: Machine, from: number, act: () => Completion): Completion {
  const { after } = machine;
  const all = afterOf(after, machine.branches.since(from));
  machine.after = all;
  const ended = act();
  if (machine.after === all) machine.after = after;
  return ended;
}

function guarded(machine: Machine, node: Node, env: Env): Completion {
  const from = machine.branches.count;
  const { mask } = machine;
  const { value: ended, thrown } = attempt(() => machine.execute(node.block, env));
  const maybe = machine.branches.collect(from, mask, (exit) => exit.kind === 'throw');
  const isCertain = thrown !== null && !isEndless(thrown);
  const values = [...(isCertain ? [thrown.value] : []), ...maybe.map((exit) => exit.value)];
  // The interpreter does not know what else may throw, so an unentered handler is only unseen, not dead.
  if (values.length === 0) {
    if (thrown) throw thrown;
    return ended;
  }
  const thrownAfter = afterOf(isCertain ? machine.after : maybe[0]!.after, maybe);
  const handle = (): Completion => {
    machine.after = thrownAfter;
    return runHandler(machine, node.handler!, joinAll(values), env);
  };
  if (thrown) return handle();
  return endOf(machine.branches.fork<null>(taintOfExits(maybe, mask), handle, () => ended));
}

function runHandler(machine: Machine, handler: Node, error: Value, env: Env): Completion {
  const scope = childEnv(machine, handler, env);
  if (handler.param) machine.bind(handler.param, error, scope, 'own');
  return machine.block(handler.body.body as readonly Node[], scope);
}
