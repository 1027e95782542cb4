/**
 * `try`, `catch`, `finally`. In: the statement. Out: how it ended. A throw that is certain runs the handler; one that the
 * page decides runs it beside what follows.
 */

import type { Completion } from './completions.ts';
import { isAbrupt, Thrown } from './completions.ts';
import { childEnv } from './environments.ts';
import { joinAll } from './joins.ts';
import type { Machine } from './machine.ts';
import type { Env } from './scopes.ts';
import type { Node } from './tree.ts';
import type { Value } from './values.ts';
import { STATE } from './values.ts';

export function tryStatement(machine: Machine, node: Node, env: Env): Completion {
  let ended: Completion = null;
  let thrown: Thrown | null = null;
  try {
    ended = node.handler ? guarded(machine, node, env) : machine.execute(node.block, env);
  } catch (error) {
    if (!(error instanceof Thrown)) throw error;
    thrown = error;
  }
  if (node.finalizer) {
    const last = machine.execute(node.finalizer, env);
    if (last) return last;
  }
  if (thrown) throw thrown;
  return ended;
}

function guarded(machine: Machine, node: Node, env: Env): Completion {
  const from = machine.branches.count;
  const mask = machine.mask;
  let ended: Completion = null;
  let thrown: Thrown | null = null;
  try {
    ended = machine.execute(node.block, env);
  } catch (error) {
    if (!(error instanceof Thrown)) throw error;
    thrown = error;
  }
  const maybe = machine.branches.collect(from, mask, (exit) => exit.kind === 'throw');
  const values = [...(thrown ? [thrown.value] : []), ...maybe.map((exit) => exit.value)];
  if (values.length === 0) {
    // The interpreter does not know what else may throw, so an unentered handler is only unseen, not dead.
    return ended;
  }
  const handle = (): Completion => runHandler(machine, node.handler!, joinAll(values), env);
  if (thrown) return handle();
  const taint = maybe.reduce((bits, exit) => bits | (exit.mask & ~mask), 0) || STATE;
  const done = ended;
  const { one, other } = machine.branches.fork<null>(taint, handle, () => done);
  if (isAbrupt(one) && isAbrupt(other)) {
    if (other.kind === 'throw') throw new Thrown(other.value);
    return other;
  }
  return null;
}

function runHandler(machine: Machine, handler: Node, error: Value, env: Env): Completion {
  const scope = childEnv(env, handler, machine);
  if (handler.param) machine.bind(handler.param, error, scope, 'let');
  return machine.block(handler.body.body as readonly Node[], scope);
}
