/**
 * Who binds what in a Python module. In: the tree. Out: scopes with the events of each name in source order: set, added to,
 * appended to, or taken over by something unknown. Flow is read off the order of events; branches are not told apart.
 */
import type { BindingEvent, Param, Scope, Scopes } from './scopes.ts';
import { bindingPlace } from './scopes.ts';
import type { PyNode } from './tree.ts';
import { callArguments, childNamed, meaningful, visitTree } from './tree.ts';

export function readScopes(text: string, root: PyNode): Scopes {
  const reader = new ScopeReader(text, root);
  visitTree(root, (node) => reader.visit(node));
  return { all: reader.all, of: (node) => reader.of(node) };
}

const GROWERS: Readonly<Record<string, BindingEvent['op']>> = {
  append: 'append',
  appendleft: 'append',
  write: 'append',
  send: 'append',
  extend: 'extend',
  writelines: 'extend',
};

class ScopeReader {
  readonly all: Scope[] = [];
  readonly #text: string;
  readonly #byNode = new Map<PyNode, Scope>();

  constructor(text: string, root: PyNode) {
    this.#text = text;
    this.#open('module', root, null, []);
  }

  of(node: PyNode): Scope {
    let current: PyNode | null = node.parent;
    while (current) {
      const scope = this.#byNode.get(current);
      if (scope) return scope;
      current = current.parent;
    }
    return this.all[0]!;
  }

  visit(node: PyNode): void {
    switch (node.name) {
      case 'FunctionDefinition':
        this.#define(node, 'function');
        break;
      case 'ClassDefinition':
        this.#define(node, 'class');
        break;
      case 'AssignStatement':
        this.#assign(node);
        break;
      case 'UpdateStatement':
        this.#update(node);
        break;
      case 'NamedExpression':
        this.#bind(node.children[0], 'set', node.children.at(-1) ?? null, this.of(node));
        break;
      case 'CallExpression':
        this.#grow(node);
        break;
      case 'ForStatement':
      case 'WithStatement':
      case 'ImportStatement':
        this.#takeOver(node);
        break;
      case 'ReturnStatement':
      case 'YieldStatement':
        this.#give(node);
        break;
      case 'ScopeStatement':
        for (const name of meaningful(node).slice(1)) this.of(node).globals.add(this.#slice(name));
    }
  }

  #slice(node: PyNode): string {
    return this.#text.slice(node.from, node.to);
  }

  #open(kind: Scope['kind'], node: PyNode, parent: Scope | null, bases: readonly string[]): Scope {
    const scope: Scope = {
      kind,
      node,
      parent,
      params: kind === 'function' ? this.#params(node) : [],
      events: new Map(),
      made: new Map(),
      functions: new Map(),
      classes: new Map(),
      bases,
      returns: [],
      yields: [],
      globals: new Set(),
    };
    this.#byNode.set(node, scope);
    this.all.push(scope);
    return scope;
  }

  #define(node: PyNode, kind: 'function' | 'class'): void {
    const outer = this.of(node);
    const name = childNamed(node, 'VariableName');
    const list = kind === 'class' ? childNamed(node, 'ArgList') : null;
    const bases = list ? callArguments(this.#text, list).positional.map((base) => this.#slice(base)) : [];
    const scope = this.#open(kind, node, outer, bases);
    if (name) (kind === 'function' ? outer.functions : outer.classes).set(this.#slice(name), scope);
  }

  #params(node: PyNode): Param[] {
    const list = childNamed(node, 'ParamList');
    const params: Param[] = [];
    list?.children.forEach((child, i) => {
      const before = list.children[i - 1]?.name;
      if (child.name !== 'VariableName' || before === 'AssignOp') return;
      let next = i + 1;
      if (list.children[next]?.name === 'TypeDef') next++;
      const fallback = list.children[next]?.name === 'AssignOp' ? (list.children[next + 1] ?? null) : null;
      params.push({ name: this.#slice(child), fallback });
    });
    return params;
  }

  /** `a = b = value`, `a: str = value`, `a, b = x, y`. */
  #assign(node: PyNode): void {
    const groups: PyNode[][] = [[]];
    for (const child of node.children) {
      if (child.name === 'AssignOp') groups.push([]);
      else if (child.name !== 'TypeDef' && child.name !== ',' && child.name !== 'Comment') groups.at(-1)!.push(child);
    }
    const values = groups.at(-1)!;
    const scope = this.of(node);
    for (const targets of groups.slice(0, -1)) {
      const paired = targets.length === 1 ? values.length === 1 : targets.length === values.length;
      targets.forEach((target, i) => {
        this.#bind(target, paired ? 'set' : 'unknown', paired ? values[i]! : null, scope);
      });
    }
  }

  #update(node: PyNode): void {
    const [target, op, value] = node.children;
    const adds = op !== undefined && this.#slice(op) === '+=';
    this.#bind(target, adds ? 'add' : 'unknown', adds ? (value ?? null) : null, this.of(node));
  }

  /** `x.append(v)`, `f.write(v)` as a statement: the receiver grows. */
  #grow(node: PyNode): void {
    const callee = node.children[0];
    const list = childNamed(node, 'ArgList');
    if (callee && list && this.#slice(callee) === 'print') this.#print(node, list);
    if (callee?.name !== 'MemberExpression' || !list) return;
    const property = callee.children.at(-1);
    const op = property?.name === 'PropertyName' ? GROWERS[this.#slice(property)] : undefined;
    const value = op ? callArguments(this.#text, list).positional[0] : undefined;
    if (!op || !value) return;
    const scope = this.of(node);
    const receiver = callee.children[0]!;
    const written = this.#slice(receiver);
    // A stream is written to function by function, even where the object holds it.
    if (/^(?:self|cls)\.\w+$/.test(written) && /^(?:write|writelines|send)$/.test(this.#slice(property!)))
      this.#push(scope, written, { at: receiver.from, op, value });
    else this.#bind(receiver, op, value, scope);
  }

  /** Lines that a function prints make one text, for each file they are printed to. */
  #print(node: PyNode, list: PyNode): void {
    const { positional, named } = callArguments(this.#text, list);
    const file = named.get('file');
    for (const value of positional)
      this.#push(this.of(node), `print ${file ? this.#slice(file) : ''}`, { at: node.from, op: 'line', value });
  }

  #takeOver(node: PyNode): void {
    const scope = this.of(node);
    node.children.forEach((child, i) => {
      const before = node.children[i - 1]?.name;
      const bound =
        node.name === 'WithStatement'
          ? before === 'as'
          : node.name === 'ImportStatement' || before === 'for' || (before === ',' && !this.#afterIn(node, i));
      if (bound && child.name === 'VariableName') this.#bind(child, 'unknown', null, scope);
    });
  }

  #afterIn(node: PyNode, index: number): boolean {
    return node.children.slice(0, index).some((child) => child.name === 'in');
  }

  #give(node: PyNode): void {
    const value = meaningful(node).find((child) => child.name !== 'return' && child.name !== 'yield');
    const scope = this.of(node);
    if (value) (node.name === 'ReturnStatement' ? scope.returns : scope.yields).push(value);
  }

  #bind(target: PyNode | undefined, op: BindingEvent['op'], value: PyNode | null, scope: Scope): void {
    if (!target) return;
    if (target.name === 'MemberExpression' && target.children.at(-1)?.name === ']') {
      const key = meaningful(target).at(-1);
      if (key?.name === 'String') this.#record(target.children[0]!, { at: target.from, op: 'item', value, key }, scope);
      return;
    }
    // What is set is not yet what its own value reads: `T = T.replace(…)`.
    this.#record(target, { at: op === 'set' && value ? value.to : target.from, op, value }, scope);
  }

  #record(target: PyNode, event: BindingEvent, scope: Scope): void {
    const place = bindingPlace(this.#text, target, scope);
    if (place) this.#push(place.scope, place.name, event);
  }

  #push(scope: Scope, name: string, event: BindingEvent): void {
    if (event.op === 'set' && event.value) scope.made.set(name, event.value);
    const events = scope.events.get(name);
    if (events) events.push(event);
    else scope.events.set(name, [event]);
  }
}
