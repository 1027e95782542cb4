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

/** The stack that children are put on, and what they are read as children of. */
interface Reading {
  node: SyntaxNode;
  type: string;
  readonly found: (SyntaxNode | null)[];
}

type Visit = (child: SyntaxNode | null | undefined, reading: Reading, override?: string) => void;
type Children = (node: SyntaxNode, reading: Reading, visit: Visit) => void;

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

/** Calls `enter` on every node that can run, depth first, in source order. */
export function walk(root: SyntaxNode, visitor: Visitor): void {
  // Null stands for the end of the innermost node that was entered.
  const pending: (SyntaxNode | null)[] = [root];
  const entered: SyntaxNode[] = [];
  const reading: Reading = { node: root, type: root.type, found: pending };
  while (pending.length > 0) {
    const node = pending.pop()!;
    if (node === null) {
      const done = entered.pop()!;
      visitor.leave?.(done, entered.at(-1) ?? null);
      continue;
    }
    if (visitor.enter(node, entered.at(-1) ?? null) === false) continue;
    const first = pending.push(null);
    entered.push(node);
    collect(node, node.type, reading);
    turn(pending, first);
  }
}

/** What was put on the stack since `first` is to be taken off it in source order. */
function turn(pending: (SyntaxNode | null)[], first: number): void {
  if (!inOrder(pending, first)) {
    const children = pending.splice(first) as SyntaxNode[];
    for (const child of children.sort((a, b) => a.start - b.start)) pending.push(child);
  }
  for (let low = first, high = pending.length - 1; low < high; low += 1, high -= 1) {
    const child = pending[low]!;
    pending[low] = pending[high]!;
    pending[high] = child;
  }
}

function collect(node: SyntaxNode, type: string, reading: Reading): void {
  const children = READ_BY_KEYS.has(type) ? undefined : TABLE[type];
  if (children) {
    reading.node = node;
    reading.type = type;
    children(node, reading, visit);
    collectDecorators(node, reading.found);
  } else if (!type.startsWith('TS') || RUNNING_TS.has(type)) collectByKeys(node, reading.found);
}

/** A table entry may hand on the node itself under another name ("Function", "MemberPattern"). */
const visit: Visit = (child, reading, override) => {
  if (!child) return;
  if (child !== reading.node) reading.found.push(child);
  else if (override !== undefined && override !== reading.type) collect(child, override, reading);
};

function collectByKeys(node: SyntaxNode, found: (SyntaxNode | null)[]): void {
  for (const [key, value] of Object.entries(node)) {
    if (NOT_CHILDREN.has(key) || typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) for (const item of value) pushNode(item, found);
    else pushNode(value, found);
  }
}

function collectDecorators(node: SyntaxNode, found: (SyntaxNode | null)[]): void {
  const decorators: unknown = 'decorators' in node ? node.decorators : undefined;
  if (Array.isArray(decorators)) for (const item of decorators) pushNode(item, found);
}

function pushNode(value: unknown, found: (SyntaxNode | null)[]): void {
  if (typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string')
    found.push(value as SyntaxNode);
}

function inOrder(nodes: readonly (SyntaxNode | null)[], first: number): boolean {
  for (let i = first + 1; i < nodes.length; i++) if (nodes[i - 1]!.start > nodes[i]!.start) return false;
  return true;
}
