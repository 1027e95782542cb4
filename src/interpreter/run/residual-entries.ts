/**
 * Functions that hold a sink and that nobody called. In: a runner of entries. Out: each was called once, callers before those they
 * call, with arguments and a `this` that only a caller would know.
 */

import type { Node } from '../../syntax/tree.ts';
import { expose, someSelf } from '../machine/exposed.ts';
import type { Machine } from '../machine/machine.ts';
import type { Env } from '../machine/scopes.ts';
import type { FunctionFacts } from '../trees/function-facts.ts';
import type { Obj, Value } from '../values/values.ts';
import { PARAM, top } from '../values/values.ts';
import { enterFunction } from './enter-function.ts';
import type { EntryRunner } from './entry-runner.ts';
import { NESTED_ENTRIES } from './entry-runner.ts';
import { leavesAny, Residual } from './residual.ts';
import type { Run } from './run.ts';

/** `called`: functions that something calls when every write is accepted; where an earlier one is refused, nobody does. Gives what it ran. */
export function runResidual(entries: EntryRunner, called: ReadonlySet<Node>): ReadonlySet<Node> {
  const started = new Set<Node>();
  if (leavesAny(entries.run)) runBelow(entries, new Residual(entries.run), { called, started }, null, 0);
  return started;
}

interface Started {
  readonly called: ReadonlySet<Node>;
  readonly started: Set<Node>;
}

/** Runs what nobody ran; functions made while one runs are run before its state is undone. */
function runBelow(
  entries: EntryRunner,
  residual: Residual,
  functions: Started,
  within: FunctionFacts | null,
  level: number,
): boolean {
  const { run } = entries;
  const { activations } = run;
  let wrote = false;
  for (const facts of residual.candidates(within)) {
    const { node } = facts;
    if (activations.entered.has(node) || entries.isSkipped(node) || functions.called.has(node)) continue;
    const fn = activations.closures.get(node);
    if (!fn || !residual.isWanted(facts)) continue;
    activations.enter(node);
    functions.started.add(node);
    const unit = run.facts.functions.get(node)?.unit ?? run.unit;
    const below = (): boolean => runBelow(entries, residual, functions, facts, level + 1);
    const didWrite = activations.during(node, () =>
      entries.enter(level, unit, () => callFromNowhere(run, fn), level < NESTED_ENTRIES ? below : undefined),
    );
    entries.note(node, didWrite);
    if (didWrite) entries.keepMakers(node);
    wrote = didWrite || wrote;
  }
  return wrote;
}

function callFromNowhere(run: Run, fn: Obj): void {
  const { node, env } = fn.closure!;
  const self = selfOf(run, fn);
  run.unit = (env as Env).unit;
  enterFunction(run, fn, self, parameters(node));
}

function parameters(node: Node): Value[] {
  return Array.from({ length: Math.max(node.params?.length ?? 0, 3) }, (_, index) =>
    top(PARAM, node.params?.[index]?.name ?? ''),
  );
}

/** A method runs on an instance of its class, or on what its caller chooses. */
function selfOf(machine: Machine, fn: Obj): Value {
  const home = fn.closure?.home;
  const made = home?.slots.get('class') as Obj | undefined;
  if (!made) return someSelf(fn);
  const isBusy = machine.instances.has(made);
  if (isBusy || !made.closure?.classNode) return top(PARAM, 'this');
  machine.instances.add(made);
  try {
    const self = machine.construct(made, parameters(constructorOf(made.closure.classNode)), made.closure.node);
    expose(machine, self);
    return self;
  } finally {
    machine.instances.delete(made);
  }
}

function constructorOf(classNode: Node): Node {
  const member = (classNode.body.body as readonly Node[]).find(
    (one) => one.type === 'MethodDefinition' && one.kind === 'constructor',
  );
  return member ? member.value : ({ type: 'EmptyStatement', params: [] } as unknown as Node);
}
