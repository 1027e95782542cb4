/**
 * Scopes. In: the facts of a tree and a parent scope. Out: a scope with its functions hoisted and its names declared.
 */

import type { Node } from '../../syntax/tree.ts';
import type { Machine } from '../machine/machine.ts';
import type { Binding, Env, Frame } from '../machine/scopes.ts';
import type { ScopeFacts } from '../trees/scope-facts.ts';
import { LazyMap } from '../values/lazy-map.ts';
import { nextSerial } from '../values/serials.ts';
import type { Obj, Value } from '../values/values.ts';
import { UNDEFINED } from '../values/values.ts';

/** The scope of the page's own names, for code of a unit that runs on `self`. `scopeObject`: what comes before them. */
export function pageEnv(machine: Machine, unit: number, self: Value, scopeObject: Obj | null = null): Env {
  return { vars: machine.globals, parent: null, frame: frameOf(machine, self), unit, scopeObject, serial: 0 };
}

/** The scope that a node opens within another. */
export function childEnv(machine: Machine, node: Node, parent: Env, frame: Frame = parent.frame): Env {
  return {
    vars: namesOf(machine.facts.scopeOf(node)),
    parent,
    frame,
    unit: parent.unit,
    scopeObject: null,
    serial: nextSerial(),
  };
}

/** The names of a scope, not yet given a value. */
export function namesOf(facts: ScopeFacts | undefined): LazyMap<string, Binding> {
  const vars = new LazyMap<string, Binding>();
  if (!facts) return vars;
  for (const name of facts.names) {
    vars.set(name, { v: facts.vars.has(name) ? UNDEFINED : undefined, stale: facts.stale.has(name) });
  }
  return vars;
}

/** An activation that no call made. */
export function frameOf(machine: Machine, self: Value): Frame {
  return { node: null, moment: machine.moment, self, home: null, args: [], newTarget: UNDEFINED, yielded: [] };
}

/** An activation of a class: its fields and static members are evaluated on `self`. */
export function selfFrame(outer: Frame, self: Value, home: Obj): Frame {
  return { ...outer, self, home, yielded: [] };
}
