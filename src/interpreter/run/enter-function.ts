/**
 * Calling a function from outside: an event, a timer, a function nobody called. In: a run and the function. Out: what it returns;
 * what it throws is nobody's.
 */
import { NOWHERE } from '../../syntax/tree.ts';
import { invoke } from '../evaluation/functions.ts';
import { attempt } from '../machine/completions.ts';
import type { Machine } from '../machine/machine.ts';
import type { Obj, Value } from '../values/values.ts';
import { UNDEFINED } from '../values/values.ts';

export function enterFunction(machine: Machine, fn: Value, self: Value, args: readonly Value[]): Value {
  const closure = fn.t === 'obj' ? fn.closure : null;
  const { value } = attempt(() =>
    closure && !closure.classNode
      ? invoke(machine, fn as Obj, self, args, NOWHERE)
      : machine.call(fn, self, args, closure?.node ?? NOWHERE),
  );
  return value ?? UNDEFINED;
}
