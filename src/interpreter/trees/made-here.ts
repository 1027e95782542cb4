/**
 * What a function changes that it made itself: nobody else sees that. In: a change, what variables hold. Out: whether it is its own.
 */
import type { Node } from '../../syntax/tree.ts';
import { bare } from '../../syntax/tree.ts';
import type { NamedChange } from './changes.ts';
import { FRESH, isNodeList, LITERALS, PLATFORM } from './expression-values.ts';
import type { Facts } from './facts.ts';
import type { Given } from './given.ts';
import { calleeName, memberKey } from './member-names.ts';
import type { Origins } from './origins.ts';
import type { ScopeFacts } from './scope-facts.ts';
import { declaring } from './scope-facts.ts';

export class MadeHere {
  readonly #origins: Origins;
  readonly #given: Given;
  readonly #alwaysNew = new Map<ScopeFacts, Map<string, boolean>>();

  constructor(origins: Origins, given: Given) {
    this.#origins = origins;
    this.#given = given;
  }

  /** Set on what the function made itself, nobody else sees change. */
  isOwn({ target: { node, scope }, isLate }: NamedChange, isShared: Facts['isShared']): boolean {
    const target = bare(node);
    if (target.type === 'ThisExpression') return this.#origins.makers.has(scope.owner);
    if (target.type === 'MemberExpression') return PLATFORM.test(memberKey(target) ?? '');
    if (target.type === 'CallExpression') return this.#isNew(target);
    const home = target.type === 'Identifier' ? declaring(target.name, scope) : null;
    if (home?.owner !== scope.owner || scope.owner.type === 'Program') return false;
    if (isLate && isShared(target.name, scope.owner)) return false;
    return this.#isAlwaysNew(target.name, home);
  }

  /** Whatever a variable is given is new. */
  #isAlwaysNew(name: string, home: ScopeFacts): boolean {
    const known = this.#alwaysNew.get(home) ?? new Map<string, boolean>();
    this.#alwaysNew.set(home, known);
    const all = this.#given.of(name, home);
    const found =
      known.get(name) ??
      all.every(
        ({ from: { node, isArgument, isPart } }) =>
          node && !isArgument && (!isPart || isNodeList(node)) && this.#isNew(node),
      );
    known.set(name, found);
    return found;
  }

  /** Made here and now, or no object of the program. */
  #isNew(raw: Node, depth = 0): boolean {
    const node = bare(raw);
    if (LITERALS.has(node.type)) return true;
    if (node.type === 'AwaitExpression') return this.#isNew(node.argument!, depth);
    if (node.type === 'MemberExpression') return PLATFORM.test(memberKey(node) ?? '');
    const name = node.type === 'CallExpression' ? calleeName(bare(node.callee)) : null;
    if (name === null) return false;
    if (FRESH.test(name)) return true;
    const returned = this.#origins.returns.get(name) ?? [];
    if (depth > 2 || returned.length === 0 || returned.length > 8) return false;
    return returned.every((place) => this.#isNew(place.node, depth + 1));
  }
}
