/**
 * Scopes of a Python module: the events of each name in source order, and where a name belongs. In: a node that is bound or read.
 * Out: the scope that holds its events.
 */
import type { PyNode } from './tree.ts';

export interface BindingEvent {
  readonly at: number;
  readonly op: 'set' | 'add' | 'append' | 'line' | 'extend' | 'item' | 'unknown';
  /** Null for `unknown`. */
  readonly value: PyNode | null;
  /** For `item`: the key, where it is a literal. */
  readonly key?: PyNode;
}

export interface Param {
  readonly name: string;
  readonly fallback: PyNode | null;
}

export interface Scope {
  readonly kind: 'module' | 'function' | 'class';
  readonly node: PyNode;
  readonly parent: Scope | null;
  readonly params: readonly Param[];
  readonly events: Map<string, BindingEvent[]>;
  /** What each name was last set to. */
  readonly made: Map<string, PyNode>;
  readonly functions: Map<string, Scope>;
  readonly classes: Map<string, Scope>;
  readonly bases: readonly string[];
  readonly returns: PyNode[];
  readonly yields: PyNode[];
  readonly globals: Set<string>;
}

export interface Scopes {
  readonly all: readonly Scope[];
  /** The innermost scope a node stands in. */
  of(node: PyNode): Scope;
}

/** Where a name or `self.name` is bound: the scope that holds its events, and the name there. */
export function bindingPlace(text: string, target: PyNode, scope: Scope): { scope: Scope; name: string } | null {
  if (target.name === 'VariableName') {
    const name = text.slice(target.from, target.to);
    return { scope: scope.globals.has(name) ? moduleOf(scope) : scope, name };
  }
  if (target.name !== 'MemberExpression') return null;
  const written = text.slice(target.from, Math.min(target.to, target.from + 120));
  const attribute = /^(?:self|cls)\.(\w+)$/.exec(written)?.[1];
  const owner = attribute === undefined ? null : classOf(scope);
  if (attribute !== undefined && owner) return { scope: owner, name: attribute };
  return /^[\w.]+$/.test(written) ? { scope, name: written } : null;
}

export function classOf(scope: Scope): Scope | null {
  let current: Scope | null = scope;
  while (current && current.kind !== 'class') current = current.parent;
  return current;
}

function moduleOf(scope: Scope): Scope {
  let current = scope;
  while (current.parent) current = current.parent;
  return current;
}
