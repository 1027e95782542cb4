/**
 * Lists and records that functions add to or take from. In: mutating calls and assignments, one by one, with their scopes.
 * Out: the names under which such a thing is known, or that any may be meant (it came in as a parameter or an alias).
 */

import type { Node } from '../syntax/tree.ts';
import { bare, keyText } from '../syntax/tree.ts';
import type { ScopeFacts } from './scope-facts.ts';
import { declaring } from './scope-facts.ts';

export interface Grown {
  readonly names: ReadonlySet<string>;
  /** Something whose origin the name does not tell is changed as well. */
  readonly any: boolean;
}

const MUTATORS: ReadonlySet<string> = new Set(['push', 'unshift', 'pop', 'shift', 'splice', 'fill', 'copyWithin']);
const FRESH_CALLS: ReadonlySet<string> = new Set([
  'map',
  'filter',
  'slice',
  'from',
  'of',
  'split',
  'concat',
  'keys',
  'values',
  'entries',
  'flatMap',
  'flat',
  'create',
  'fromEntries',
  'toSorted',
  'parse',
]);

interface Change {
  readonly target: Node;
  readonly scope: ScopeFacts;
}

export class GrownNames {
  readonly #changes: Change[] = [];
  readonly #starts = new Map<ScopeFacts, Map<string, Node>>();

  /** Notes what a node changes, if it does. */
  note(node: Node, scope: ScopeFacts): void {
    if (scope.owner.type === 'Program') return;
    const target = changedBy(node);
    if (target) this.#changes.push({ target: bare(target), scope });
  }

  /** What a variable starts with. */
  start(name: string, value: Node, scope: ScopeFacts): void {
    const known = this.#starts.get(scope) ?? new Map<string, Node>();
    this.#starts.set(scope, known.set(name, bare(value)));
  }

  resolve(): Grown {
    const names = new Set<string>();
    let any = false;
    for (const { target, scope } of this.#changes) {
      if (target.type === 'MemberExpression') {
        if (target.computed) any = true;
        else names.add(keyText(target.property));
      } else if (target.type === 'Identifier') any = this.#ofName(target.name, scope, names) || any;
    }
    return { names, any };
  }

  /** Adds the name of a variable of an outer function; true for one that may stand for anything. */
  #ofName(name: string, from: ScopeFacts, names: Set<string>): boolean {
    const scope = declaring(name, from);
    if (!scope || scope.owner !== from.owner) {
      names.add(name);
      return false;
    }
    const start = this.#starts.get(scope)?.get(name);
    return !start || !isFresh(start, names);
  }
}

/** Made here and now; an alias passes its own name on. */
function isFresh(start: Node, names: Set<string>): boolean {
  if (start.type === 'ArrayExpression' || start.type === 'ObjectExpression' || start.type === 'NewExpression')
    return true;
  if (start.type === 'Identifier') names.add(start.name);
  if (start.type === 'MemberExpression' && !start.computed) names.add(keyText(start.property));
  if (start.type === 'Identifier' || start.type === 'MemberExpression') return !start.computed;
  if (start.type !== 'CallExpression') return false;
  const callee = bare(start.callee);
  return callee.type === 'MemberExpression' && !callee.computed && FRESH_CALLS.has(keyText(callee.property));
}

function changedBy(node: Node): Node | null {
  if (node.type === 'CallExpression') {
    const callee = bare(node.callee);
    if (callee.type !== 'MemberExpression' || callee.computed) return null;
    const name = keyText(callee.property);
    if (MUTATORS.has(name)) return callee.object;
    const isAssign = (name === 'assign' || name === 'defineProperty') && keyText(bare(callee.object)) === 'Object';
    return isAssign ? (node.arguments[0] ?? null) : null;
  }
  const target =
    node.type === 'AssignmentExpression'
      ? bare(node.left)
      : node.type === 'UpdateExpression' || (node.type === 'UnaryExpression' && node.operator === 'delete')
        ? bare(node.argument!)
        : null;
  if (target?.type !== 'MemberExpression') return null;
  return target.computed || keyText(target.property) === 'length' ? target.object : null;
}
