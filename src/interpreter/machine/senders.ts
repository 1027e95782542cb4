/**
 * Functions that may send something. In: a function and the facts of its program. Out: whether it can reach a sink by the
 * names it mentions, or by what the variables it mentions hold.
 */

import type { FunctionFacts } from '../trees/function-facts.ts';
import type { ProgramFacts } from '../trees/program-facts.ts';
import { isCallable } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { alternatives } from '../values/values.ts';
import type { Env } from './scopes.ts';

/** Of a run: the facts of its program, and functions that were found to reach a sender by what they hold. */
interface Known {
  readonly facts: ProgramFacts;
  readonly senders: Set<object>;
}

/** `depth`: how many functions were followed to it. */
export function canSend(known: Known, fn: Obj, depth = 0): boolean {
  const { closure } = fn;
  if (!closure) return fn.slots.has('target') ? canSend(known, fn.slots.get('target') as Obj, depth) : false;
  if (known.facts.isRelevant(closure.node) || known.senders.has(closure.node)) return true;
  if (depth > 2) return false;
  const mentions = known.facts.functions.get(closure.node)?.facts.mentions ?? [];
  for (const name of mentions) {
    const value = standsFor(name, closure.env as Env);
    if (value?.t === 'obj' && holdsSender(known, value, depth + 1)) return true;
  }
  return false;
}

/** A function that can send, or a record that holds one. */
export function holdsSender(known: Known, value: Value, depth = 0): boolean {
  if (value.t !== 'obj') return false;
  if (isCallable(value)) return canSend(known, value, depth);
  if (depth > 1 || value.kind !== 'plain') return false;
  for (const cell of value.props.values())
    if (cell.v && isCallable(cell.v) && canSend(known, cell.v, depth + 1)) return true;
  return false;
}

/** Objects that are looked at; of what holds more, nobody knows. */
const LOOKED_AT = 400;

/** What is held, and by which function, which another one holds. */
interface Held {
  readonly value: Value;
  readonly by: Holder | null;
}

interface Holder {
  readonly fn: Obj;
  readonly by: Holder | null;
}

/**
 * Whether one of these, or anything that it holds, can send: listeners that are kept in a list or a `Set`, what runs when a property
 * is set. The functions on the way there are senders from then on.
 */
export function reachesSender(known: Known, starts: Iterable<Value>): boolean {
  const seen = new Set<Obj>();
  const pending: Held[] = [];
  for (const value of starts) pending.push({ value, by: null });
  for (let index = 0; index < pending.length; index += 1) {
    const { value, by } = pending[index]!;
    for (const option of alternatives(value)) {
      if (option.t !== 'obj' || seen.has(option)) continue;
      seen.add(option);
      if (seen.size > LOOKED_AT) return true;
      if (option.closure && canSend(known, option)) {
        for (let at = by; at; at = at.by) known.senders.add(at.fn.closure!.node);
        return true;
      }
      const holder = option.closure ? { fn: option, by } : by;
      for (const held of heldBy(known.facts, option)) pending.push({ value: held, by: holder });
    }
  }
  return false;
}

function* heldBy(facts: ProgramFacts, obj: Obj): Generator<Value> {
  if (obj.closure) yield* seenBy(facts.functions.get(obj.closure.node)?.facts, obj.closure.env as Env);
  for (const [, cell] of obj.props.made()) if (cell.v) yield cell.v;
  yield* obj.getters?.values() ?? [];
  yield* obj.setters?.values() ?? [];
  for (const [, slot] of obj.slots) if (isObject(slot)) yield slot;
  yield* obj.items?.v ?? [];
  if (obj.rest) yield obj.rest;
  if (obj.proto) yield obj.proto;
}

function isObject(slot: unknown): slot is Obj {
  return typeof slot === 'object' && slot !== null && (slot as Obj).t === 'obj';
}

/** What a function, and those within it, see by the names they mention. */
function* seenBy(fn: FunctionFacts | undefined, env: Env): Generator<Value> {
  if (env.frame.node) yield env.frame.self;
  const pending = fn ? [fn] : [];
  for (let facts = pending.pop(); facts; facts = pending.pop()) {
    yield* namedIn(facts.mentions, env);
    pending.push(...facts.inner);
  }
}

/** What stands under these names. */
export function* namedIn(names: Iterable<string>, env: Env): Generator<Value> {
  for (const name of names) {
    const value = standsFor(name, env);
    if (value) yield value;
  }
}

function standsFor(name: string, env: Env): Value | undefined {
  for (let at: Env | null = env; at; at = at.parent) {
    const value = at.vars.get(name)?.v ?? at.scopeObject?.props.get(name)?.v;
    if (value !== undefined) return value;
  }
  return undefined;
}
