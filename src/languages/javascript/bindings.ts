/**
 * Who binds what in a JavaScript program, as far as strings go. In: the program. Out: scopes (one a function) with the events
 * of each name in source order. Blocks are not told apart: a name declared twice in one function has both values in turn.
 */
import { boundNames } from '../../interpreter/trees/bound-names.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Node } from '../../syntax/tree.ts';
import { bare, isFunction } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import { calleeName, pathOf } from './callees.ts';

export interface JsEvent {
  readonly at: number;
  readonly op: 'set' | 'add' | 'append' | 'unknown';
  /** None for `unknown`; several for `append`. */
  readonly values: readonly Node[];
}

export interface JsScope {
  readonly node: Node;
  readonly parent: JsScope | null;
  readonly params: ReadonlyMap<string, { readonly index: number; readonly fallback: Node | null }>;
  readonly events: Map<string, JsEvent[]>;
  /** What each name was last set to. */
  readonly made: Map<string, Node>;
  readonly returns: Node[];
}

export interface JsScopes {
  readonly all: readonly JsScope[];
  /** The scope of each function and of the program. */
  readonly byNode: ReadonlyMap<SyntaxNode, JsScope>;
  /** Every expression that is handed on, with the scope it stands in. */
  readonly places: readonly { readonly node: Node; readonly scope: JsScope }[];
  /** Every string and template literal that is handed on as text. */
  readonly literals: readonly { readonly node: Node; readonly scope: JsScope }[];
}

const GROWERS: ReadonlySet<string> = new Set(['push', 'write', 'append', 'send', 'end', 'writeln']);

/** Callees whose text is looked for, compared, thrown or logged, never sent. */
const ASKING =
  /^(?:includes|indexOf|lastIndexOf|startsWith|endsWith|match|matchAll|search|test|exec|split|querySelector|querySelectorAll|closest|matches|log|warn|error|debug|info|RegExp|Error|TypeError|expect|assert|equal|deepEqual|strictEqual|toBe|toEqual|toContain|toMatch|describe|it|require)$/;

export function readBindings(program: SyntaxNode): JsScopes {
  const reader = new BindingReader(program as Node);
  // Declarations first: an assignment may stand before or outside the function that declares its name.
  walk(program, { enter: (node) => reader.declare(node as Node), leave: (node) => reader.leave(node) });
  walk(program, {
    enter: (node, parent) => reader.visit(node as Node, parent as Node | null),
    leave: (node) => reader.leave(node),
  });
  return { all: reader.all, byNode: reader.byNode, places: reader.places, literals: reader.literals };
}

class BindingReader {
  readonly all: JsScope[] = [];
  readonly byNode = new Map<SyntaxNode, JsScope>();
  readonly places: { node: Node; scope: JsScope }[] = [];
  readonly literals: { node: Node; scope: JsScope }[] = [];
  #scope: JsScope;

  constructor(program: Node) {
    this.#scope = this.#open(program, null);
  }

  declare(node: Node): void {
    if (node.type === 'FunctionDeclaration' && node.id)
      this.#push(this.#scope, node.id.name, node.start, 'set', [node]);
    if (isFunction(node)) this.#scope = this.byNode.get(node) ?? this.#open(node, this.#scope);
    if (node.type === 'CatchClause' && node.param) this.#takeOver(node.param, this.#scope);
    if (node.type !== 'VariableDeclarator' || !node.id) return;
    if (node.id.type !== 'Identifier') this.#takeOver(node.id, this.#scope);
    else this.#push(this.#scope, node.id.name, node.start, 'set', node.init ? [node.init] : []);
  }

  visit(node: Node, parent: Node | null): boolean {
    if (isFunction(node)) this.#enterFunction(node);
    this.#place(node, parent);
    switch (node.type) {
      case 'AssignmentExpression':
        this.#assign(node);
        break;
      case 'UpdateExpression':
        this.#takeOver(node.argument!);
        break;
      case 'ForOfStatement':
      case 'ForInStatement':
        if (node.left.type !== 'VariableDeclaration') this.#takeOver(node.left);
        break;
      case 'CallExpression':
      case 'NewExpression':
        this.#call(node);
        break;
      case 'ReturnStatement':
        if (node.argument) this.#scope.returns.push(node.argument);
        break;
      case 'Literal':
        if (typeof node.value === 'string') this.literals.push({ node, scope: this.#scope });
        break;
      case 'TemplateLiteral':
        this.literals.push({ node, scope: this.#scope });
        break;
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'ThrowStatement':
        return false;
    }
    return !this.#asks(node);
  }

  leave(node: SyntaxNode): void {
    if (this.#scope.node === node && this.#scope.parent) this.#scope = this.#scope.parent;
  }

  #open(node: Node, parent: JsScope | null): JsScope {
    const params = new Map<string, { index: number; fallback: Node | null }>();
    if (isFunction(node)) {
      node.params.forEach((param, index) => {
        const target = param.type === 'AssignmentPattern' ? param.left : param;
        const fallback = param.type === 'AssignmentPattern' ? param.right : null;
        if (target.type === 'Identifier') params.set(target.name, { index, fallback });
        else for (const name of boundNames(target)) params.set(name, { index: -1, fallback: null });
      });
    }
    const scope: JsScope = { node, parent, params, events: new Map(), made: new Map(), returns: [] };
    this.all.push(scope);
    this.byNode.set(node, scope);
    return scope;
  }

  #enterFunction(node: Node): void {
    this.#scope = this.byNode.get(node) ?? this.#open(node, this.#scope);
    if (node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement')
      this.#scope.returns.push(node.body);
  }

  #place(node: Node, parent: Node | null): void {
    if (parent && isHandedOn(node, parent)) this.places.push({ node, scope: this.#scope });
  }

  #assign(node: Node): void {
    const target = bare(node.left);
    const op = node.operator === '=' ? 'set' : node.operator === '+=' ? 'add' : 'unknown';
    const values = op === 'unknown' ? [] : [node.right];
    if (target.type === 'Identifier') this.#push(this.#owner(target.name), target.name, node.start, op, values);
    else if (op === 'add') this.#grow(target, node.start, values, 'add');
    else if (target.type !== 'MemberExpression') this.#takeOver(target);
  }

  /** Names that hold something unknown from here on: of a pattern, a count, a loop. */
  #takeOver(target: Node, scope: JsScope | null = null): void {
    for (const name of boundNames(bare(target)))
      this.#push(scope ?? this.#owner(name), name, target.start, 'unknown', []);
  }

  #call(node: Node): void {
    if (node.type !== 'CallExpression') return;
    const callee = calleeName(node);
    if (callee?.on && GROWERS.has(callee.name) && node.arguments.length > 0)
      this.#grow(callee.on, node.start, node.arguments, 'append');
  }

  #grow(receiver: Node, at: number, values: readonly Node[], op: 'add' | 'append'): void {
    const path = pathOf(receiver);
    if (path === null) return;
    const scope = path.includes('.') ? this.#scope : this.#owner(path);
    this.#push(scope, path, at, op, values);
  }

  #owner(name: string): JsScope {
    for (let scope: JsScope | null = this.#scope; scope; scope = scope.parent)
      if (scope.events.has(name) || scope.params.has(name)) return scope;
    return this.all[0]!;
  }

  #push(scope: JsScope, name: string, at: number, op: JsEvent['op'], values: readonly Node[]): void {
    const event: JsEvent = op === 'set' && values.length === 0 ? { at, op: 'unknown', values } : { at, op, values };
    if (op === 'set' && values[0]) scope.made.set(name, values[0]);
    const events = scope.events.get(name);
    if (!events) scope.events.set(name, [event]);
    else {
      events.push(event);
      // Declarations were read in a walk of their own.
      for (let i = events.length - 1; i > 0 && events[i - 1]!.at > at; i--)
        [events[i - 1], events[i]] = [events[i]!, events[i - 1]!];
    }
  }

  #asks(node: Node): boolean {
    if (node.type === 'BinaryExpression') return /^(?:[!=]==?|in|instanceof|[<>]=?)$/.test(node.operator);
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false;
    const callee = calleeName(node);
    return callee !== null && ASKING.test(callee.name);
  }
}

/** Whether a parent assigns, returns, keeps or passes an expression. */
function isHandedOn(node: Node, parent: Node): boolean {
  switch (parent.type) {
    case 'VariableDeclarator':
      return parent.init === node;
    case 'AssignmentExpression':
    case 'LogicalExpression':
      return parent.right === node;
    case 'ReturnStatement':
    case 'ExportDefaultDeclaration':
    case 'ConditionalExpression':
    case 'ArrayExpression':
    case 'PropertyDefinition':
    case 'JSXExpressionContainer':
      return true;
    case 'ArrowFunctionExpression':
      return parent.body === node;
    case 'Property':
      return parent.value === node;
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee !== node;
    default:
      return false;
  }
}
