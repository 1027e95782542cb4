/**
 * Where the values of variables come from, by syntax. In: nodes of one tree, one by one. Out: what each variable is given, what
 * each function is called with and returns.
 */

import type { Node } from '../../syntax/tree.ts';
import { bare, isFunction, keyText } from '../../syntax/tree.ts';
import { namesOf } from './bound-names.ts';
import type { Place } from './changes.ts';
import { calleeName, memberKey } from './member-names.ts';
import type { ScopeFacts } from './scope-facts.ts';
import { isCalledBare, isWindow } from './windows.ts';

/** Where a value comes from: an expression, a function's argument at an index, or a property by its name. */
export interface Source {
  readonly node: Node | null;
  readonly property: string | null;
  readonly isArgument: boolean;
  readonly index: number;
  /** It is every argument from the index on. */
  readonly isRest: boolean;
  /** It is something inside of that. */
  readonly isPart: boolean;
  /** What the property is taken from. */
  readonly holder: Node | null;
}

/** One thing a variable may hold. */
export interface Origin {
  readonly name: string;
  /** The scope both the variable and the expression stand in. */
  readonly scope: ScopeFacts;
  readonly from: Source;
  /** How it may change, as far as that is known already. */
  bits: number;
}

export class Origins {
  readonly given: Origin[] = [];
  /** Calls by the last name of what is called. */
  readonly calls = new Map<string, Place[]>();
  /** Calls that a function is handed to, by its name. */
  readonly handed = new Map<string, Place[]>();
  /** Calls that a function is handed to where it is written. */
  readonly callbacks = new Map<Node, Place>();
  /** What functions return, by the function's name. */
  readonly returns = new Map<string, Place[]>();
  /** What functions with or without a name return. */
  readonly returned: Place[] = [];
  /** Functions that make their own `this`. */
  readonly makers = new Set<Node>();
  /** Functions whose `this` may be the window. */
  readonly calledBare = new Set<Node>();
  readonly namesOf = new Map<Node, readonly string[]>();
  /** All names that functions go by. */
  readonly functionNames = new Set<string>();
  /** Calls, and what is made by `new`, in the order of the source. */
  readonly all: Place[] = [];
  /** Properties that are given what is no function written out. */
  readonly keyed = new Set<string>();
  /** Properties that are given the window. */
  readonly windowKeys = new Set<string>();
  /** Where imported names come from. */
  readonly imports = new Map<string, string>();

  /** `scope`: the one the node stands in, or for a function the one it opens; `fn`: the function around it. */
  note(node: Node, parent: Node | null, scope: ScopeFacts, fn: Node): void {
    switch (node.type) {
      case 'VariableDeclarator':
        if (node.init) this.#bind(node.id!, source(node.init), scope);
        return;
      case 'AssignmentExpression':
        this.#bind(node.left, source(node.right), scope);
        if (node.left.type === 'MemberExpression') this.#key(memberKey(node.left), node.right);
        return;
      case 'Property':
      case 'PropertyDefinition':
        if (!node.computed) this.#key(keyText(node.key), node.value);
        return;
      case 'ImportDeclaration':
        for (const { local } of node.specifiers) this.imports.set(local.name, String(node.source!.value));
        return;
      case 'NewExpression':
        this.#made(node, scope);
        return;
      case 'ForOfStatement':
        this.#loop(node, scope);
        return;
      case 'CallExpression':
        this.#call(node, scope);
        return;
      case 'ReturnStatement':
        if (node.argument) this.#returned(fn, { node: node.argument, scope });
        return;
      default:
        if (isFunction(node)) this.#function(node, parent, scope);
    }
  }

  #function(node: Node, parent: Node | null, scope: ScopeFacts): void {
    const names = [...namesOf(node, parent)];
    if (names.length > 0) this.namesOf.set(node, names);
    for (const name of names) this.functionNames.add(name);
    if (makesSelf(node, parent, names)) this.makers.add(node);
    else if (isCalledBare(node, parent)) this.calledBare.add(node);
    node.params.forEach((parameter, index) => {
      this.#bind(
        parameter,
        {
          ...source(node),
          isArgument: true,
          index,
          isRest: parameter.type === 'RestElement',
          isPart: parameter.type === 'RestElement',
        },
        scope,
      );
    });
    if (node.body && node.body.type !== 'BlockStatement') this.#returned(node, { node: node.body, scope });
  }

  #loop(node: Node, scope: ScopeFacts): void {
    const { left } = node;
    this.#bind(
      left.type === 'VariableDeclaration' ? left.declarations[0]!.id! : left,
      inside(source(node.right)),
      scope,
    );
  }

  #returned(fn: Node, place: Place): void {
    this.returned.push(place);
    for (const name of this.namesOf.get(fn) ?? []) put(this.returns, name, place);
  }

  #call(node: Node, scope: ScopeFacts): void {
    const callee = bare(node.callee);
    const place = { node, scope };
    this.all.push(place);
    const name = callee.type === 'Super' ? 'constructor' : calleeName(callee);
    if (name !== null) put(this.calls, name, place);
    if (callee.type === 'MemberExpression' && /^(?:call|apply|bind)$/.test(name ?? '')) {
      const called = calleeName(bare(callee.object));
      if (called !== null) put(this.handed, called, place);
    }
    for (const raw of node.arguments) {
      const argument = bare(raw);
      const handed = calleeName(argument);
      if (isFunction(argument)) this.callbacks.set(argument, place);
      else if (handed !== null) put(this.handed, handed, place);
    }
  }

  /** What a class is made with, its constructor is called with. */
  #made(node: Node, scope: ScopeFacts): void {
    const place = { node, scope };
    this.all.push(place);
    put(this.calls, 'constructor', place);
    const name = calleeName(bare(node.callee));
    if (name !== null) put(this.calls, name, place);
  }

  #key(key: string | null, value: Node | null): void {
    if (key !== null && value && isWindow(bare(value))) this.windowKeys.add(key);
    if (key !== null && value && !isFunction(bare(value)) && bare(value).type !== 'Literal') this.keyed.add(key);
  }

  #bind(raw: Node, from: Source, scope: ScopeFacts): void {
    const pattern = bare(raw);
    switch (pattern.type) {
      case 'Identifier':
        this.given.push({ name: pattern.name, scope, from, bits: 0 });
        return;
      case 'AssignmentPattern':
        this.#bind(pattern.left, from, scope);
        this.#bind(pattern.left, source(pattern.right), scope);
        return;
      case 'ArrayPattern':
        for (const element of pattern.elements) if (element) this.#bind(element, inside(from), scope);
        return;
      case 'RestElement':
        this.#bind(pattern.argument!, inside(from), scope);
        return;
      case 'TSParameterProperty':
        this.#bind(pattern.parameter, from, scope);
        return;
      case 'ObjectPattern':
        for (const property of pattern.properties) this.#property(property, from, scope);
        return;
      default:
    }
  }

  #property(property: Node, from: Source, scope: ScopeFacts): void {
    if (property.type === 'RestElement') {
      this.#bind(property.argument!, inside(from), scope);
      return;
    }
    if (property.computed || from.isArgument) this.#bind(property.value, inside(from), scope);
    if (!property.computed) {
      const named = {
        ...source(null),
        property: keyText(property.key),
        holder: from.isArgument ? null : (from.node ?? from.holder),
      };
      this.#bind(property.value, named, scope);
    }
  }
}

/** The constructor of a class, or a function of a name for one; a method of whatever name is none. */
function makesSelf(node: Node, parent: Node | null, names: readonly string[]): boolean {
  if (parent?.type === 'MethodDefinition') return parent.kind === 'constructor';
  if (node.type === 'ArrowFunctionExpression' || parent?.type === 'Property') return false;
  return names.some((name) => /^[A-Z]/.test(name));
}

function source(node: Node | null): Source {
  return { node, property: null, isArgument: false, index: 0, isRest: false, isPart: false, holder: null };
}

function inside(from: Source): Source {
  return from.isPart ? from : { ...from, isPart: true };
}

function put<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
