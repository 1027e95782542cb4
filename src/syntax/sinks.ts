/**
 * Places of one tree that look like a write, by syntax alone. In: a program and the names that matter.
 * Out: sinks in source order. The rule that nothing is dropped silently counts these: each must end up evaluated, proved
 * dead, or reported. Over-counting costs a report; under-counting would hide a write.
 */
import type { SyntaxNode } from './node.ts';
import { walk } from './walk.ts';

export interface SinkNames {
  /** Names that write when called, as a plain name or as a member of anything: `fetch`, `sendBeacon`, `axios`. */
  readonly calls: ReadonlySet<string>;
  /** Names that write when called as a member with arguments: `post`, `put`, `submit`. */
  readonly methods: ReadonlySet<string>;
  /** Names that open a channel when constructed: `XMLHttpRequest`, `WebSocket`. */
  readonly constructors: ReadonlySet<string>;
}

export interface Sink extends SyntaxNode {
  readonly type: 'CallExpression' | 'NewExpression' | 'TaggedTemplateExpression';
  /** The last name of what is called. */
  readonly name: string;
  readonly how: 'call' | 'method' | 'construct' | 'computed';
  /** The innermost function around it, or null at the top. */
  readonly within: SyntaxNode | null;
  readonly node: SyntaxNode;
}

/** Names every browser understands. Primitives add their own. */
export const BROWSER_SINKS: SinkNames = {
  calls: new Set(['fetch', 'sendBeacon']),
  methods: new Set(['submit', 'requestSubmit', 'send']),
  constructors: new Set(['XMLHttpRequest', 'WebSocket']),
};

export function joinSinkNames(all: readonly SinkNames[]): SinkNames {
  const join = (pick: (names: SinkNames) => ReadonlySet<string>) => new Set(all.flatMap((names) => [...pick(names)]));
  return { calls: join((n) => n.calls), methods: join((n) => n.methods), constructors: join((n) => n.constructors) };
}

/** Every sink of a tree. */
export function findSinks(root: SyntaxNode, names: SinkNames): Sink[] {
  const sinks: Sink[] = [];
  const functions: SyntaxNode[] = [];
  walk(root, {
    enter(node) {
      if (isFunction(node)) functions.push(node);
      const sink = sinkAt(node, names);
      if (sink) sinks.push({ ...sink, within: functions.at(-1) ?? null });
    },
    leave(node) {
      if (functions.at(-1) === node) functions.pop();
    },
  });
  return sinks;
}

export function isFunction(node: SyntaxNode): boolean {
  return (
    node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'
  );
}

function sinkAt(node: SyntaxNode, names: SinkNames): Omit<Sink, 'within'> | null {
  const { type, start, end } = node;
  if (type === 'TaggedTemplateExpression' || type === 'CallExpression') {
    const called = calleeOf(node);
    if (!called) return null;
    const how = howCalled(called, names);
    return how ? { type, start, end, name: called.name, how, node } : null;
  }
  if (type !== 'NewExpression') return null;
  const called = calleeOf(node);
  return called && names.constructors.has(called.name)
    ? { type, start, end, name: called.name, how: 'construct', node }
    : null;
}

type Callee = { readonly name: string; readonly kind: 'name' | 'member' | 'computed' };

function howCalled(called: Callee, names: SinkNames): Sink['how'] | null {
  if (called.kind === 'computed') return 'computed';
  if (names.calls.has(called.name)) return 'call';
  return called.kind === 'member' && names.methods.has(called.name) ? 'method' : null;
}

const GLOBALS: ReadonlySet<string> = new Set(['window', 'self', 'globalThis', 'navigator', 'top', 'parent', 'frames']);
const TRANSPARENT: ReadonlySet<string> = new Set([
  'ChainExpression',
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSInstantiationExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
]);

/** The name a call ends in. `call`, `apply` and `bind` are looked through: `fetch.call(window, …)` calls `fetch`. */
function calleeOf(node: SyntaxNode): Callee | null {
  let callee = see(childAt(node, 'callee') ?? childAt(node, 'tag'));
  let name = callee && nameOf(callee);
  while (callee && name?.kind === 'member' && /^(?:call|apply|bind)$/.test(name.name)) {
    callee = see(childAt(callee, 'object'));
    name = callee && nameOf(callee);
  }
  return name ?? null;
}

function nameOf(node: SyntaxNode): Callee | null {
  if (node.type === 'Identifier') return { name: stringAt(node, 'name') ?? '', kind: 'name' };
  if (node.type !== 'MemberExpression') return null;
  const property = childAt(node, 'property');
  if (!property) return null;
  if (!('computed' in node && node.computed)) return { name: stringAt(property, 'name') ?? '', kind: 'member' };
  const literal = property.type === 'Literal' ? stringAt(property, 'value') : null;
  if (literal !== null) return { name: literal, kind: 'member' };
  const object = see(childAt(node, 'object'));
  const global = object?.type === 'Identifier' && GLOBALS.has(stringAt(object, 'name') ?? '');
  return global ? { name: '[…]', kind: 'computed' } : null;
}

function see(node: SyntaxNode | null): SyntaxNode | null {
  let seen = node;
  while (seen && TRANSPARENT.has(seen.type)) seen = childAt(seen, 'expression');
  return seen;
}

function childAt(node: SyntaxNode, key: string): SyntaxNode | null {
  const value: unknown = (node as unknown as Record<string, unknown>)[key];
  return typeof value === 'object' && value !== null && 'type' in value ? (value as SyntaxNode) : null;
}

function stringAt(node: SyntaxNode, key: string): string | null {
  const value: unknown = (node as unknown as Record<string, unknown>)[key];
  return typeof value === 'string' ? value : null;
}
