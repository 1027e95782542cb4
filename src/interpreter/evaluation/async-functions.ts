/**
 * Functions that answer later or bit by bit. In: an async function or a generator, and its scope. Out: a promise of what its body
 * returns or throws, or the list of what it yields.
 */

import type { After } from '../ledger/recent.ts';
import { both, recent, without } from '../ledger/recent.ts';
import type { Exit } from '../machine/branches.ts';
import { afterOf, taintOfExits } from '../machine/branches.ts';
import { attempt, isEndless } from '../machine/completions.ts';
import type { Machine } from '../machine/machine.ts';
import type { Env } from '../machine/scopes.ts';
import { addWrites, newPromise, resolved, settle, stateOf } from '../promises/promises.ts';
import { markUncounted } from '../values/counts.ts';
import { join, joinAll } from '../values/joins.ts';
import { native } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { STATE, top, UNDEFINED } from '../values/values.ts';
import { aside } from './aside.ts';
import { runBody } from './function-bodies.ts';

export function runAsync(machine: Machine, fn: Obj, scope: Env): Value {
  const before = machine.after;
  const { mask, moment, lateness } = machine;
  const from = machine.branches.count;
  const { value, thrown } = attempt(() => aside(machine, fn, scope.frame.args, () => runBody(machine, fn, scope)));
  const maybe = machine.branches.collect(from, mask, (exit) => exit.kind === 'throw');
  const isCut = isEndless(thrown);
  if (isCut && maybe.length === 0) throw thrown;
  const told = machine.after;
  const failed = afterOf(thrown || maybe.length === 0 ? told : maybe[0]!.after, maybe);
  machine.after = afterOf(told, maybe);
  leaveAsync(machine, before);
  machine.moment = moment;
  machine.lateness = lateness;
  if (machine.forks === 0) machine.heap.stamp = moment;
  const promise = newPromise(machine);
  const failedAfter = waitedSince(before, failed);
  if (isCut) settle(machine, promise, 'err', joinAll(maybe.map((exit) => exit.value)), failedAfter);
  else if (thrown) settle(machine, promise, 'err', thrown.value, failedAfter);
  // Started on one way and waited for on another: what comes next comes after it on both.
  else settle(machine, promise, 'ok', value, both(waitedSince(before, told), failedAfter.intersection(told.fired)));
  if (maybe.length > 0 && !isCut) mayFail(promise, thrown ? thrown.value : null, maybe, mask, failedAfter);
  return promise;
}

/** A body that may have thrown on one of its ways. */
function mayFail(
  promise: Obj,
  certain: Value | null,
  maybe: readonly Exit[],
  mask: number,
  writes: ReadonlySet<string>,
): void {
  const state = stateOf(promise);
  addWrites(state, 'err', writes);
  const errors = joinAll(maybe.map((exit) => exit.value));
  state.error = certain ? join(certain, errors) : errors;
  state.taint |= taintOfExits(maybe, mask);
  if (!certain) state.state = 'either';
}

function waitedSince(before: After, after: After): ReadonlySet<string> {
  return without(after.awaited, before.awaited);
}

/** Ends an async activation for its caller: what it waited for, the caller did not. */
function leaveAsync(machine: Machine, before: After): void {
  const { fired, awaited } = machine.after;
  machine.after = { fired: recent(without(both(fired, awaited), before.awaited)), awaited: before.awaited };
}

/** A generator's body runs at once; what it yields is what iterating it gives. */
export function runGenerator(machine: Machine, fn: Obj, scope: Env): Value {
  const before = machine.after;
  const from = machine.branches.count;
  const { thrown } = attempt(() => runBody(machine, fn, scope));
  if (thrown && !isEndless(thrown)) machine.branches.mayThrow(thrown.value, STATE);
  if (fn.closure!.node.async) machine.branches.take(from, (exit) => exit.kind === 'throw');
  const yielded = scope.frame.yielded;
  const all = machine.array([...yielded]);
  // What it yields in a branch or a loop may be missing, or there more than once.
  markUncounted(all);
  const next = native('next', () => {
    const value = yielded.length > 0 ? joinAll(yielded) : UNDEFINED;
    const step = machine.plain({ value, done: top(STATE) });
    return fn.closure!.node.async ? resolved(machine, step, waitedSince(before, machine.after)) : step;
  });
  all.props.set('next', { v: next });
  return all;
}
