/**
 * What code that nobody sees can reach: what a module exports, what a library hangs on the window, an instance that anybody made. In:
 * such an object. Out: the flags in it may have been set by then, and lists filled.
 */

import { markUncounted } from '../values/counts.ts';
import { join } from '../values/joins.ts';
import { isCallable, object } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { alternatives, exact, PARAM, top } from '../values/values.ts';
import type { Heap } from './heap.ts';

/** Records within records. */
const DEPTH = 2;

export function expose(machine: { readonly heap: Heap }, value: Value | undefined, depth = 0): void {
  for (const option of value ? alternatives(value) : []) {
    if (option.t !== 'obj' || option.born === 0 || depth > DEPTH) continue;
    if (option.kind === 'array') fill(option);
    else if (option.kind === 'collection') fill(option.slots.get('entries') as Obj);
    else if (option.kind === 'plain' || option.closure?.classNode) loosen(machine, option, depth);
  }
}

function fill(list: Obj): void {
  list.rest ??= top(PARAM);
  markUncounted(list);
}

function loosen(machine: { readonly heap: Heap }, obj: Obj, depth: number): void {
  for (const [key, cell] of obj.props.made()) {
    const { v } = cell;
    if (v === undefined || isCallable(v)) continue;
    if (isFlag(v)) machine.heap.set(cell, mayBeSet(key, v), obj);
    else expose(machine, v, depth + 1);
  }
}

/** A value that says yes or no, or how many, or nothing so far. */
function isFlag(value: Value): boolean {
  return alternatives(value).some((option) => option.t === 'prim' || exact(option) === '');
}

function mayBeSet(key: string, value: Value): Value {
  return join(value, top(PARAM, key));
}

/** The `this` of a function whose caller nobody sees; of a method, it has at least what the object has that it is written in. */
export function someSelf(fn: Obj): Value {
  const home = fn.closure?.home;
  if (!home) return top(PARAM, 'this');
  const made = object({ open: PARAM, proto: home, born: home.born });
  for (const [key, { v }] of home.props.made()) if (v && isFlag(v)) made.props.set(key, { v: mayBeSet(key, v) });
  if (home.slots.has('component')) made.slots.set('component', true);
  return made;
}
