/**
 * Names that functions assign. In: assignments, one by one, with their scopes. Out: names assigned without a declaration; in a
 * scope, names that another function assigns, or its own while functions within it may run.
 */

import type { Node } from '../../syntax/tree.ts';
import { boundNames } from './bound-names.ts';
import type { ScopeFacts } from './scope-facts.ts';
import { added, declaring } from './scope-facts.ts';

export class AssignedNames {
  readonly #names: { readonly name: string; readonly scope: ScopeFacts; readonly isLate: boolean }[] = [];

  /** Notes what a node assigns, if it does; `isLate`: after its function has waited for something. */
  note(node: Node, scope: ScopeFacts, isLate: boolean): void {
    const target = targetOf(node);
    if (target) for (const name of boundNames(target)) this.#names.push({ name, scope, isLate });
  }

  /** Marks the scopes; gives the names that none declares. `isShared`: functions within see the name as well. */
  resolve(isShared: (name: string, owner: Node) => boolean): ReadonlySet<string> {
    const free = new Set<string>();
    for (const { name, scope, isLate } of this.#names) {
      const home = declaring(name, scope);
      if (!home) free.add(name);
      else if (home.owner !== scope.owner || (isLate && isShared(name, home.owner)))
        home.stale = added(home.stale, name);
    }
    return free;
  }
}

function targetOf(node: Node): Node | null {
  if (node.type === 'AssignmentExpression') return node.left;
  if (node.type === 'UpdateExpression') return node.argument;
  const isOver = node.type === 'ForOfStatement' || node.type === 'ForInStatement';
  return isOver && node.left.type !== 'VariableDeclaration' ? node.left : null;
}
