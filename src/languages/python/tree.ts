/**
 * The Python grammar's tree as plain nodes with parents. In: text. Out: the module's node.
 * Never fails: what the grammar cannot read stands as error nodes in an otherwise whole tree.
 */
import { parser } from '@lezer/python';

export interface PyNode {
  /** Node type of the grammar: `String`, `CallExpression`, `ArgList`, or a token as written. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly parent: PyNode | null;
  readonly children: readonly PyNode[];
  /** Position among all nodes in document order. */
  readonly index: number;
}

export function readTree(text: string): PyNode {
  const cursor = parser.parse(text).cursor();
  let index = 0;
  const make = (parent: PyNode | null) => {
    const children: PyNode[] = [];
    return { name: cursor.name, from: cursor.from, to: cursor.to, parent, children, index: index++ };
  };
  const root = make(null);
  let node = root;
  for (;;) {
    if (cursor.firstChild()) {
      const child = make(node);
      node.children.push(child);
      node = child;
      continue;
    }
    while (!cursor.nextSibling()) {
      if (!cursor.parent() || node.parent === null) return root;
      node = node.parent as typeof node;
    }
    const parent = node.parent as typeof node;
    const sibling = make(parent);
    parent.children.push(sibling);
    node = sibling;
  }
}

/** Calls `visit` on every node below and including `root`, in document order; false leaves out what is below. */
export function visitTree(root: PyNode, visit: (node: PyNode) => unknown): void {
  const stack = [root];
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (visit(node) === false) continue;
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!);
  }
}

const PUNCTUATION = /^[^A-Za-z]+$/;

/** The children that are expressions, statements or names, without brackets, commas and comments. */
export function meaningful(node: PyNode): PyNode[] {
  return node.children.filter((child) => !PUNCTUATION.test(child.name) && child.name !== 'Comment');
}

export function childNamed(node: PyNode, name: string): PyNode | null {
  return node.children.find((child) => child.name === name) ?? null;
}

/** Arguments of a call: positional, by keyword, and whether some are spread from an unknown value. */
export interface CallArguments {
  readonly positional: readonly PyNode[];
  readonly named: ReadonlyMap<string, PyNode>;
  /** `**x` as written, where given. */
  readonly spread: readonly PyNode[];
}

export function callArguments(text: string, list: PyNode): CallArguments {
  const positional: PyNode[] = [];
  const named = new Map<string, PyNode>();
  const spread: PyNode[] = [];
  const { children } = list;
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    const next = children[i + 1];
    if (child.name === '*' || child.name === '**') {
      if (next) spread.push(next);
      i++;
    } else if (child.name === 'VariableName' && next?.name === 'AssignOp') {
      const value = children[i + 2];
      if (value) named.set(text.slice(child.from, child.to), value);
      i += 2;
    } else if (child.name === 'for' || child.name === 'async') break;
    else if (!PUNCTUATION.test(child.name) && child.name !== 'Comment') positional.push(child);
  }
  return { positional, named, spread };
}
