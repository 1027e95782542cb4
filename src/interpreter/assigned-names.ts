/**
 * Names and properties that functions assign. In: assignments, one by one, with their scopes. Out: names assigned without a
 * declaration; properties set on objects the function did not make itself; in a scope, names that another function assigns.
 */

import type { Node } from '../syntax/tree.ts';
import { isFunction, keyText } from '../syntax/tree.ts';
import { boundNames } from './bound-names.ts';
import type { ScopeFacts } from './scope-facts.ts';
import { added, declaring } from './scope-facts.ts';

export interface Assigned {
  readonly free: ReadonlySet<string>;
  readonly properties: ReadonlySet<string>;
}

interface PropertyAssignment {
  readonly property: string;
  /** The name its chain of members starts with: `a` of `a.b.c`; null where it starts with something else. */
  readonly root: string | null;
  readonly scope: ScopeFacts;
}

export class AssignedNames {
  readonly #names: { readonly name: string; readonly scope: ScopeFacts }[] = [];
  readonly #properties: PropertyAssignment[] = [];

  /** Notes what a node assigns, if it does. */
  note(node: Node, scope: ScopeFacts): void {
    const target = targetOf(node);
    if (target?.type === 'MemberExpression') {
      if (!target.computed)
        this.#properties.push({ property: keyText(target.property), root: rootName(target), scope });
    } else if (target) for (const name of boundNames(target)) this.#names.push({ name, scope });
  }

  /** Marks the scopes; `isConstructor` tells whether a function makes its own `this`. */
  resolve(isConstructor: (owner: Node) => boolean): Assigned {
    const free = new Set<string>();
    for (const { name, scope } of this.#names) {
      const home = declaring(name, scope);
      if (!home) free.add(name);
      else if (home.owner !== scope.owner) home.stale = added(home.stale, name);
    }
    const properties = new Set<string>();
    for (const one of this.#properties) if (!isOnOwnObject(one, isConstructor)) properties.add(one.property);
    return { free, properties };
  }
}

/** What a program sets while it loads, and a function on what it made itself, nobody else sees change. */
function isOnOwnObject({ root, scope }: PropertyAssignment, isConstructor: (owner: Node) => boolean): boolean {
  if (scope.owner.type === 'Program') return true;
  if (root === 'this') return isConstructor(scope.owner);
  const home = root === null ? null : declaring(root, scope);
  return home?.owner === scope.owner && !isParameter(root, scope.owner);
}

function isParameter(root: string | null, owner: Node): boolean {
  return root !== null && isFunction(owner) && owner.params.some((parameter) => boundNames(parameter).includes(root));
}

function targetOf(node: Node): Node | null {
  if (node.type === 'AssignmentExpression') return node.left;
  if (node.type === 'UpdateExpression') return node.argument;
  const isOver = node.type === 'ForOfStatement' || node.type === 'ForInStatement';
  return isOver && node.left.type !== 'VariableDeclaration' ? node.left : null;
}

function rootName(member: Node): string | null {
  let node: Node = member;
  while (node.type === 'MemberExpression') node = node.object;
  if (node.type === 'ThisExpression') return 'this';
  return node.type === 'Identifier' ? node.name : null;
}
