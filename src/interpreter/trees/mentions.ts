/**
 * Where names are mentioned, and what a mention becomes part of. In: nodes of one tree as they are entered and left, each with
 * its function. Out: mentions by name; names that hold something that can send.
 */
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Node } from '../../syntax/tree.ts';
import { keyText } from '../../syntax/tree.ts';
import { assignedNames, boundNames } from './bound-names.ts';
import type { FunctionFacts } from './function-facts.ts';
import { isInside } from './function-facts.ts';
import { added } from './scope-facts.ts';

/** A function that mentions a name, and the variables the mention becomes part of. */
export interface Mention {
  readonly fn: FunctionFacts;
  readonly into: readonly string[];
}

interface Context extends Mention {
  readonly node: Node;
}

const NAMES: ReadonlySet<string> = new Set(['Identifier', 'JSXIdentifier', 'PrivateIdentifier']);

/** Mentions of one name that are looked at; more of them are taken to be of any kind. */
const MENTIONS = 60;
const NOWHERE: readonly string[] = [];

export class Mentions {
  /** Where a name is mentioned. */
  readonly byName = new Map<string, Mention[]>();
  /** Names that hold something that can send: `const post = axios.post`. */
  readonly seedNames = new Set<string>();
  readonly #contexts: Context[] = [];

  /** What stands within the node becomes part of the names it gives a value to. */
  enter(node: Node, fn: FunctionFacts): void {
    if (node.type === 'VariableDeclarator' && node.init) this.#become(node, fn, boundNames(node.id!));
    else if (node.type === 'AssignmentExpression') this.#become(node, fn, assignedNames(node.left));
    else if ((node.type === 'Property' || node.type === 'PropertyDefinition') && !node.computed && node.key)
      this.#become(node, fn, [keyText(node.key)]);
    else if (node.type === 'ImportDeclaration')
      for (const specifier of node.specifiers) this.seedNames.add(specifier.local.name);
  }

  leave(node: SyntaxNode): void {
    while (this.#contexts.at(-1)?.node === node) this.#contexts.pop();
  }

  /** The variables that what stands here becomes part of. */
  into(fn: FunctionFacts): readonly string[] {
    const last = this.#contexts.at(-1);
    return last?.fn === fn ? last.into : NOWHERE;
  }

  /** Something that can send stands here. */
  seed(fn: FunctionFacts): void {
    for (const name of this.into(fn)) this.seedNames.add(name);
  }

  note(node: Node, parent: Node | null, fn: FunctionFacts): void {
    const named = NAMES.has(node.type)
      ? node
      : node.type === 'MemberExpression' && !node.computed
        ? node.property
        : null;
    if (!named || (parent?.type === 'Property' && parent.key === node && !parent.shorthand)) return;
    const name = keyText(named);
    const into = this.into(fn);
    const list = this.byName.get(name);
    const last = list?.at(-1);
    if (last?.fn !== fn) fn.mentions = added(fn.mentions, name);
    else if (last.into === into || last.into.join() === into.join()) return;
    if (list) list.push({ fn, into });
    else this.byName.set(name, [{ fn, into }]);
  }

  /** Whether functions within another one mention a name. */
  isShared(name: string, owner: Node): boolean {
    const mentions = this.byName.get(name) ?? [];
    return mentions.length > MENTIONS || mentions.some(({ fn }) => isInside(fn, owner));
  }

  #become(node: Node, fn: FunctionFacts, names: readonly string[]): void {
    const around = this.into(fn);
    this.#contexts.push({ node, fn, into: around.length === 0 ? names : [...names, ...around] });
  }
}
