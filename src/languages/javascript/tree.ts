/**
 * The fields of ESTree nodes that strings are read from. In: nodes of the parse ladder. Out: typed access;
 * a field is only read where its node type has it.
 */
import type { SyntaxNode } from '../../syntax/node.ts';

export interface JsNode extends SyntaxNode {
  readonly name: string;
  readonly operator: string;
  readonly computed: boolean;
  readonly value: unknown;
  readonly raw: string;
  readonly left: JsNode;
  readonly right: JsNode;
  readonly init: JsNode | null;
  readonly id: JsNode | null;
  readonly params: readonly JsNode[];
  readonly body: JsNode;
  readonly expression: JsNode | boolean;
  readonly expressions: readonly JsNode[];
  readonly quasis: readonly JsNode[];
  readonly quasi: JsNode;
  readonly tag: JsNode;
  readonly callee: JsNode;
  readonly arguments: readonly JsNode[];
  readonly object: JsNode;
  readonly property: JsNode;
  readonly properties: readonly JsNode[];
  readonly key: JsNode;
  readonly elements: readonly (JsNode | null)[];
  readonly argument: JsNode | null;
  readonly consequent: JsNode;
  readonly alternate: JsNode | null;
}

const SEE_THROUGH: ReadonlySet<string> = new Set([
  'ParenthesizedExpression',
  'ChainExpression',
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
]);

/** A node without parentheses, optional chaining and type assertions around it. */
export function bare(node: JsNode): JsNode {
  let current = node;
  while (SEE_THROUGH.has(current.type)) current = current.expression as JsNode;
  return current;
}

export function isFunctionNode(node: SyntaxNode): boolean {
  return (
    node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'
  );
}

/** The name a call ends in and what it is called on; null for other callees. */
export function calleeName(call: JsNode): { readonly name: string; readonly on: JsNode | null } | null {
  const callee = bare(call.callee);
  if (callee.type === 'Identifier') return { name: callee.name, on: null };
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return null;
  return { name: callee.property.name, on: bare(callee.object) };
}
