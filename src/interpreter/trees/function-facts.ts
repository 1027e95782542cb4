/**
 * One function of a tree before it runs. In: its node, the one around it, the names it goes by. Out: what it mentions and
 * whether it can send; filled while the tree is walked.
 */
import type { Node } from '../../syntax/tree.ts';
import { NONE } from './scope-facts.ts';

export interface FunctionFacts {
  readonly node: Node;
  readonly parent: FunctionFacts | null;
  /** The functions within it, those within them left out. */
  inner: readonly FunctionFacts[];
  names: ReadonlySet<string>;
  /** Names it mentions itself. */
  mentions: ReadonlySet<string>;
  sinks: Node[];
  /** Mentions something that can send. */
  seeds: boolean;
  relevant: boolean;
  /** It, or code around it, says `use strict`. */
  readonly isStrict: boolean;
}

/** Most functions have none within them: they share this list. */
const NOBODY: readonly FunctionFacts[] = [];

/** A program is a function without a parent, and always relevant. */
export function functionFacts(node: Node, parent: FunctionFacts | null, names: ReadonlySet<string>): FunctionFacts {
  const isStrict = parent?.isStrict === true || saysStrict(node);
  const made = {
    node,
    parent,
    inner: NOBODY,
    names,
    mentions: NONE,
    sinks: [],
    seeds: false,
    relevant: parent === null,
    isStrict,
  };
  if (parent?.inner === NOBODY) parent.inner = [made];
  else if (parent) (parent.inner as FunctionFacts[]).push(made);
  return made;
}

function saysStrict(fn: Node): boolean {
  const { body } = fn.type === 'Program' ? fn : (fn.body ?? fn);
  const first = Array.isArray(body) ? (body[0] as Node | undefined) : undefined;
  return first?.type === 'ExpressionStatement' && first.expression.value === 'use strict';
}

/** Whether it stands in the function of `owner`, at any depth. */
export function isInside(fn: FunctionFacts, owner: Node): boolean {
  for (let at = fn.parent; at; at = at.parent) if (at.node === owner) return true;
  return false;
}

/** It and every function around it. */
export function markRelevant(facts: FunctionFacts): void {
  for (let at: FunctionFacts | null = facts; at && !at.relevant; at = at.parent) at.relevant = true;
}
