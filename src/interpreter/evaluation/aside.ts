/**
 * Calls that cannot matter for a write. In: a function that reaches no sink, before anything was written. Out: what it returns;
 * or, when the few steps it is given do not suffice, something unknown, and the state as if the branches it opened were not.
 */
import type { Machine } from '../machine/machine.ts';
import { canSend, holdsSender } from '../machine/senders.ts';
import type { Obj, Value } from '../values/values.ts';
import { STATE, top } from '../values/values.ts';

export function aside(machine: Machine, fn: Obj, args: readonly Value[], act: () => Value): Value {
  if (machine.wrote || canSend(machine, fn) || args.some((argument) => holdsSender(machine, argument))) return act();
  const { mask, unit, forks, after } = machine;
  const from = machine.branches.count;
  const { depth } = machine.heap;
  const result = machine.budget.aside(act);
  if (result) return result;
  machine.branches.drop(from);
  machine.heap.restoreDepth(depth);
  Object.assign(machine, { mask, unit, forks, after });
  return top(STATE);
}
