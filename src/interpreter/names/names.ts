/**
 * Names: reading and assigning them. In: a name and where it stands. Out: its value, widened where another function may have
 * changed it since. Scopes come first, then globals of the program, of the platform, and elements known by their id.
 */

import type { Node } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import type { Binding, Env } from '../machine/scopes.ts';
import { FILLED } from '../trees/changes.ts';
import { markOthers } from '../values/counts.ts';
import { join } from '../values/joins.ts';
import { isCallable } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { STATE, top, UNK } from '../values/values.ts';

/** The value of a name where it stands; of one that nobody knows, something unknown by that name. */
export function lookup(machine: Machine, name: string, env: Env, site: Node): Value {
  for (let at: Env | null = env; at; at = at.parent) {
    const binding = at.vars.get(name);
    if (binding) {
      const held = read(machine, name, binding, at.frame.moment, at.vars === machine.globals);
      return held ?? (name === 'arguments' ? machine.array(at.frame.args) : top(STATE, name));
    }
    if (at.scopeObject) {
      const value = at.scopeObject.props.get(name)?.v;
      if (value !== undefined) return machine.get(at.scopeObject, name, site);
    }
  }
  if (name === 'arguments') return machine.array(env.frame.args);
  return lookupGlobal(machine, name);
}

/** What a variable holds, if anything yet. `began`: when its activation did; from the next moment on, others may have set it. */
function read(machine: Machine, name: string, binding: Binding, began: number, isGlobal: boolean): Value | undefined {
  const value = binding.v;
  if (value === undefined) return undefined;
  const known = grown(machine, value, name);
  const isCertain = machine.moment === 0 || began === machine.moment || binding.at === machine.moment;
  const isStale = binding.stale || (isGlobal && machine.facts.isFreelyAssigned(name));
  if (!isStale || isCertain) return known;
  return isCallable(value) ? asReplaceable(value) : join(known, top(STATE, name));
}

/** A function that stands where others may have put another one since: a call of it is not known to be of this one. */
export function asReplaceable(fn: Obj): Obj {
  fn.slots.set('replaceable', true);
  return fn;
}

/** Made before others may have run: in another entry, or before something was waited for. */
export function isOlder(machine: Machine, value: Obj): boolean {
  return value.born !== 0 && value.born <= machine.moment;
}

/** A list or record of before this entry may have been added to since, where some function does that. */
export function grown(machine: Machine, value: Value, name: string): Value {
  if (value.t !== 'obj' || !isOlder(machine, value)) return value;
  if (!machine.facts.isGrown(name)) return value;
  if (value.items) {
    value.rest ??= top(STATE);
    if (machine.facts.changed.under(name) & FILLED) markOthers(value, machine.moment);
  } else if (value.kind === 'plain' && !value.closure) {
    if (machine.facts.changed.under(name) & FILLED) value.open ||= STATE;
    value.slots.set('grows', true);
  }
  return value;
}

/** The value of a name of the page, whatever scopes stand between: `window.name`. */
export function lookupGlobal(machine: Machine, name: string): Value {
  const binding = machine.globals.get(name);
  const held = binding && read(machine, name, binding, 0, true);
  if (held) return held;
  const builtin = machine.builtins.get(name);
  if (builtin) return builtin;
  const element = machine.page.byId(name);
  if (element >= 0) return machine.element(element, `#${name}`);
  const isSomewhere = binding || machine.facts.isFreelyAssigned(name) || machine.facts.isAssignedProperty(name);
  return top(isSomewhere ? STATE : UNK, name);
}

/** Gives a name a value that was not declared here; without a declaration anywhere it becomes a name of the page. */
export function assign(machine: Machine, name: string, value: Value, env: Env, site: Node): void {
  for (let at: Env | null = env; at; at = at.parent) {
    const binding = at.vars.get(name);
    if (binding) {
      machine.heap.set(binding, value, at);
      return;
    }
    if (at.scopeObject && (at.scopeObject.props.has(name) || at.parent === null)) {
      machine.set(at.scopeObject, name, value, site);
      return;
    }
  }
  if (name === 'location') {
    machine.effect('nav', 'location', [value], site, 'change');
    return;
  }
  if (/^on[a-z]+$/.test(name) && isCallable(value))
    machine.listen({ fn: value, kind: 'event', event: name.slice(2), element: -2 });
  const known = machine.globals.get(name);
  if (known) machine.heap.set(known, value);
  else machine.globals.set(name, { v: value, stale: false });
}
