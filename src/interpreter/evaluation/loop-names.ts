/**
 * What a loop assigns. In: a loop, and the names in scope. Out: whether it waits for something; its variables widened to what any
 * number of rounds may leave.
 */

import type { Node } from '../../syntax/tree.ts';
import { isFunction } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Machine } from '../machine/machine.ts';
import type { Binding, Env } from '../machine/scopes.ts';
import { boundNames } from '../trees/bound-names.ts';
import { join } from '../values/joins.ts';
import { concat, pattern } from '../values/texts.ts';
import { exact, STATE, top, UNDEFINED } from '../values/values.ts';

/** `for await` */
export function isAwaiting(node: Node): boolean {
  return (node as unknown as { readonly await?: boolean }).await === true;
}

interface Assignments {
  /** True where every assignment appends (`+=`). */
  readonly names: ReadonlyMap<string, boolean>;
  readonly awaits: boolean;
}

const assignedIn = new WeakMap<Node, Assignments>();

/** Names a loop assigns, and whether it waits for something. */
export function assignments(node: Node): Assignments {
  const known = assignedIn.get(node);
  if (known) return known;
  const names = new Map<string, boolean>();
  let awaits = false;
  const note = (target: Node, appends: boolean): void => {
    for (const name of boundNames(target)) names.set(name, (names.get(name) ?? true) && appends);
  };
  walk(node, {
    enter(raw) {
      const inner = raw as Node;
      if (inner.type === 'AssignmentExpression') note(inner.left, inner.operator === '+=');
      else if (inner.type === 'UpdateExpression') note(inner.argument!, false);
      else if (inner.type === 'AwaitExpression' || isAwaiting(inner)) awaits = true;
      return inner === node || !isFunction(inner);
    },
  });
  const found = { names, awaits };
  assignedIn.set(node, found);
  return found;
}

/** What the loop assigns may be anything that some number of rounds leaves. */
export function widen(machine: Machine, node: Node, env: Env): void {
  for (const { binding, appends } of bindingsIn(node, env)) {
    machine.tick();
    const value = binding.v ?? UNDEFINED;
    const isText = value.t === 'str' || exact(value) !== null;
    const more = appends && value.t === 'str' && isText ? concat(value, pattern([{ taint: STATE }])) : top(STATE);
    machine.heap.set(binding, join(value, more));
  }
}

/** What a loop assigns of what is declared around it. */
function bindingsIn(node: Node, env: Env): readonly { readonly binding: Binding; readonly appends: boolean }[] {
  return [...assignments(node).names].flatMap(([name, appends]) => {
    for (let at: Env | null = env; at; at = at.parent) {
      const binding = at.vars.get(name);
      if (binding) return [{ binding, appends }];
    }
    return [];
  });
}
