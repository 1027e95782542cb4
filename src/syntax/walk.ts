/**
 * One walk over a syntax tree, whatever its depth: an explicit stack, children in source order.
 * In: a node and what to do on entering and leaving one. Out: nothing. Types and annotations are not entered.
 */
import { base } from 'acorn-walk';
import type { SyntaxNode } from './node.ts';

export interface Visitor {
  /** Returning false leaves out what is below the node. */
  enter(node: SyntaxNode, parent: SyntaxNode | null): unknown;
  leave?(node: SyntaxNode, parent: SyntaxNode | null): unknown;
}

type Children = (
  node: SyntaxNode,
  state: null,
  visit: (child: SyntaxNode, state: null, override?: string) => void,
) => void;

const TABLE = base as unknown as Readonly<Record<string, Children | undefined>>;

/** TypeScript nodes that leave something to run. Every other `TS…` node is a type. */
const RUNNING_TS: ReadonlySet<string> = new Set([
  'TSAsExpression',
  'TSEnumBody',
  'TSEnumDeclaration',
  'TSEnumMember',
  'TSExportAssignment',
  'TSExternalModuleReference',
  'TSImportEqualsDeclaration',
  'TSInstantiationExpression',
  'TSModuleBlock',
  'TSModuleDeclaration',
  'TSNonNullExpression',
  'TSParameterProperty',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
]);

/** Node types whose children acorn-walk names without regard to what TypeScript adds to them. */
const READ_BY_KEYS: ReadonlySet<string> = new Set(['ClassDeclaration', 'ClassExpression', 'Class']);

const NOT_CHILDREN: ReadonlySet<string> = new Set([
  'type',
  'start',
  'end',
  'loc',
  'range',
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
  'superTypeParameters',
  'implements',
]);

const LEAVE = Symbol('leave');

/** Calls `enter` on every node that can run, depth first, in source order. */
export function walk(root: SyntaxNode, visitor: Visitor): void {
  const nodes: SyntaxNode[] = [root];
  const parents: (SyntaxNode | null)[] = [null];
  const marks: (typeof LEAVE | null)[] = [null];
  while (nodes.length > 0) {
    const node = nodes.pop()!;
    const parent = parents.pop()!;
    if (marks.pop() === LEAVE) {
      visitor.leave?.(node, parent);
      continue;
    }
    if (visitor.enter(node, parent) === false) continue;
    if (visitor.leave) {
      nodes.push(node);
      parents.push(parent);
      marks.push(LEAVE);
    }
    const children = childrenOf(node);
    for (let i = children.length - 1; i >= 0; i--) {
      nodes.push(children[i]!);
      parents.push(node);
      marks.push(null);
    }
  }
}

/** The nodes directly below one that can run, in source order. */
function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  collect(node, node.type, found);
  if (found.length > 1 && !inOrder(found)) found.sort((a, b) => a.start - b.start);
  return found;
}

function collect(node: SyntaxNode, type: string, found: SyntaxNode[]): void {
  if (type.startsWith('TS') && !RUNNING_TS.has(type)) return;
  const children = READ_BY_KEYS.has(type) ? undefined : TABLE[type];
  if (!children) {
    collectByKeys(node, found);
    return;
  }
  children(node, null, (child, _state, override) => {
    if (!child) return;
    // A table entry may hand on the node itself under another name ("Function", "MemberPattern").
    if (child === node) {
      if (override !== undefined && override !== type) collect(node, override, found);
    } else found.push(child);
  });
  collectDecorators(node, found);
}

function collectByKeys(node: SyntaxNode, found: SyntaxNode[]): void {
  for (const [key, value] of Object.entries(node)) {
    if (NOT_CHILDREN.has(key) || typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) for (const item of value) pushNode(item, found);
    else pushNode(value, found);
  }
}

function collectDecorators(node: SyntaxNode, found: SyntaxNode[]): void {
  const decorators: unknown = 'decorators' in node ? node.decorators : undefined;
  if (Array.isArray(decorators)) for (const item of decorators) pushNode(item, found);
}

function pushNode(value: unknown, found: SyntaxNode[]): void {
  if (typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string')
    found.push(value as SyntaxNode);
}

function inOrder(nodes: readonly SyntaxNode[]): boolean {
  for (let i = 1; i < nodes.length; i++) if (nodes[i - 1]!.start > nodes[i]!.start) return false;
  return true;
}
