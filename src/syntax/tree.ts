/**
 * The syntax tree as its readers see it: one wide node type over ESTree, JSX and TypeScript.
 * In: nodes of the parse ladder. Out: typed access to their fields. A field is only read where its node type has it.
 */
import type { SyntaxNode } from './node.ts';

/** Every field of every node type in use. Which of them exist is decided by `type`; readers switch on it first. */
export interface Node extends SyntaxNode {
  readonly name: string;
  readonly operator: string;
  readonly kind: string;
  readonly raw: string;
  readonly async: boolean;
  readonly generator: boolean;
  readonly computed: boolean;
  readonly optional: boolean;
  readonly shorthand: boolean;
  readonly static: boolean;
  readonly delegate: boolean;
  readonly prefix: boolean;
  readonly declare: boolean;
  readonly expression: Node;
  readonly expressions: readonly Node[];
  readonly quasis: readonly Node[];
  readonly quasi: Node;
  readonly tag: Node;
  readonly callee: Node;
  readonly arguments: readonly Node[];
  readonly object: Node;
  readonly property: Node;
  readonly properties: readonly Node[];
  readonly elements: readonly (Node | null)[];
  readonly left: Node;
  readonly right: Node;
  readonly test: Node | null;
  readonly consequent: Node;
  readonly alternate: Node | null;
  readonly argument: Node | null;
  readonly init: Node | null;
  readonly update: Node | null;
  readonly id: Node | null;
  readonly params: readonly Node[];
  readonly key: Node;
  readonly block: Node;
  readonly handler: Node | null;
  readonly finalizer: Node | null;
  readonly param: Node | null;
  readonly label: Node | null;
  readonly discriminant: Node;
  readonly cases: readonly Node[];
  readonly declarations: readonly Node[];
  readonly declaration: Node | null;
  readonly specifiers: readonly Node[];
  readonly source: Node | null;
  readonly local: Node;
  readonly imported: Node;
  readonly exported: Node | null;
  readonly superClass: Node | null;
  readonly meta: Node;
  readonly members: readonly Node[];
  readonly initializer: Node | null;
  readonly parameter: Node;
  readonly openingElement: Node;
  readonly attributes: readonly Node[];
  readonly children: readonly Node[];
  readonly namespace: Node;
  readonly body: Node & readonly Node[];
  readonly value: Node &
    (string | number | boolean | bigint | null | { readonly cooked: string | null; readonly raw: string });
  readonly regex?: { readonly pattern: string; readonly flags: string };
}

/** The site of what no code says. */
export const NOWHERE = { type: 'EmptyStatement', start: 0, end: 0 } as Node;

const SEEN_THROUGH: ReadonlySet<string> = new Set([
  'ParenthesizedExpression',
  'ChainExpression',
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'JSXExpressionContainer',
]);

/** The expression inside parentheses, type assertions and optional chains. */
export function bare(node: Node): Node {
  let inner = node;
  while (SEEN_THROUGH.has(inner.type)) inner = inner.expression;
  return inner;
}

/** A declaration, an expression or an arrow function; methods hold one of them. */
export function isFunction(node: SyntaxNode): boolean {
  return (
    node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'
  );
}

/** The text of a non-computed key: an identifier's name, a literal's value, a private name with its `#`. */
export function keyText(node: Node): string {
  if (node.type === 'PrivateIdentifier') return `#${node.name}`;
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return node.name;
  return String(node.value);
}

/** The text of one piece of a template; empty where its escapes are none, as a tag may have them. */
export function cookedText(quasi: Node): string {
  return (quasi.value as { readonly cooked: string | null }).cooked ?? '';
}
