/**
 * One scope of a tree before it runs: its names, and those that other functions assign. In: a name. Out: the scope it belongs to.
 */
import type { Node } from '../../syntax/tree.ts';

export interface ScopeFacts {
  readonly node: Node;
  readonly parent: ScopeFacts | null;
  readonly owner: Node;
  names: ReadonlySet<string>;
  vars: ReadonlySet<string>;
  stale: ReadonlySet<string>;
}

/** Most scopes and functions have nothing to put into most of their sets: they share this one. */
export const NONE: ReadonlySet<string> = new Set();

export function added(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const own = names === NONE ? new Set<string>() : (names as Set<string>);
  return own.add(name);
}

/** The innermost scope around `from` that declares a name; null for one that no scope of the tree does. */
export function declaring(name: string, from: ScopeFacts): ScopeFacts | null {
  let scope: ScopeFacts | null = from;
  while (scope && !scope.names.has(name)) scope = scope.parent;
  return scope;
}
