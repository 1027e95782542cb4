/**
 * Functions that may send something. In: a function and the facts of its program. Out: whether it can reach a sink by the
 * names it mentions, or by what the variables it mentions hold.
 */

import type { ProgramFacts } from '../trees/program-facts.ts';
import { isCallable } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import type { Env } from './scopes.ts';

/** `depth`: how many functions were followed to it. */
export function canSend(facts: ProgramFacts, fn: Obj, depth = 0): boolean {
  const { closure } = fn;
  if (!closure) return fn.slots.has('target') ? canSend(facts, fn.slots.get('target') as Obj, depth) : false;
  if (facts.isRelevant(closure.node)) return true;
  if (depth > 2) return false;
  const mentions = facts.functions.get(closure.node)?.facts.mentions ?? [];
  for (const name of mentions) {
    for (let at = closure.env as Env | null; at; at = at.parent) {
      const value = at.vars.get(name)?.v;
      if (value === undefined) continue;
      if (value.t === 'obj' && holdsSender(facts, value, depth + 1)) return true;
      break;
    }
  }
  return false;
}

/** A function that can send, or a record that holds one. */
export function holdsSender(facts: ProgramFacts, value: Value, depth = 0): boolean {
  if (value.t !== 'obj') return false;
  if (isCallable(value)) return canSend(facts, value, depth);
  if (depth > 1 || value.kind !== 'plain') return false;
  for (const cell of value.props.values())
    if (cell.v && isCallable(cell.v) && canSend(facts, cell.v, depth + 1)) return true;
  return false;
}
