/**
 * What code changes in place. In: nodes of one tree, one by one, with their scopes. Out: properties that are set by name, and
 * objects whose contents change otherwise: under a key that only the run tells, by a method of lists or collections.
 * What a program does while it loads is seen by running it and is left out.
 */

import type { Node } from '../../syntax/tree.ts';
import { bare, keyText } from '../../syntax/tree.ts';
import { parts } from './expression-values.ts';
import { calleeName, memberKey } from './member-names.ts';
import type { ScopeFacts } from './scope-facts.ts';
import { isWindow, isWindowMember } from './windows.ts';

/** Any property or element of it may be another, or gone, */
export const FILLED = 1;
/** there may be more of them, */
export const GROWN = 2;
/** or what was put into it as into a `Map` or a `Set` may be another. */
export const PUT = 4;
/** Some of its properties may be gone. */
export const SHRUNK = 8;

/** An expression and where it stands. */
export interface Place {
  readonly node: Node;
  readonly scope: ScopeFacts;
}

export interface NamedChange {
  readonly key: string;
  readonly target: Place;
  /** After its function has waited for something: those within it may have run. */
  readonly isLate: boolean;
}

export interface ContentChange {
  readonly bit: number;
  readonly target: Place;
}

/** Methods that change the object they are called on. */
const METHODS: ReadonlyMap<string, number> = new Map([
  ['push', GROWN],
  ...['unshift', 'pop', 'shift', 'splice', 'fill', 'copyWithin', 'sort', 'reverse'].map(
    (name) => [name, FILLED] as const,
  ),
  ...['set', 'add', 'append', 'delete', 'clear'].map((name) => [name, PUT] as const),
]);
/** Methods that change what an element holds. */
const CONTENT =
  /^(?:append|prepend|before|after|remove|(?:append|remove|replace)Child|replace(?:Children|With)|insert\w+|normalize)$/;
/** Functions that put what they are given later into what they are given first, in most libraries. */
const MERGERS = /^(?:extend|merge\w*|assign\w*|defaults\w*|set|update|unset|setPrototypeOf|defineProperties)$/;

/** What a method does that only the run tells, by what its name may be: `list[isOn ? 'add' : 'delete'](id)`. */
function anyMethod(key: Node): number {
  const names = [key, ...parts(bare(key))].map(bare);
  const bits = names.reduce((all, one) => all | (METHODS.get(String(one.value)) ?? 0), 0);
  return bits || PUT;
}

export class Changes {
  readonly named: NamedChange[] = [];
  readonly contents: ContentChange[] = [];
  /** Names of the page that are set as properties of its window. */
  readonly globals: string[] = [];
  /** Attributes that are set by name; null for one that only the run tells. */
  readonly attributes: (string | null)[] = [];
  readonly #loads: boolean;
  #isLate = false;

  /** `loads`: the program itself runs while the page loads; the code of a handler does not. */
  constructor(loads: boolean) {
    this.#loads = loads;
  }

  /** Notes what a node changes, if it does. */
  note(node: Node, scope: ScopeFacts, isLate: boolean): void {
    if (node.type === 'CallExpression' && node.arguments.length > 0)
      this.#handed(bare(node.callee), node.arguments, scope);
    if (this.#loads && scope.owner.type === 'Program' && !isLate) return;
    this.#isLate = isLate;
    switch (node.type) {
      case 'AssignmentExpression':
        this.#targets(node.left, scope);
        return;
      case 'UpdateExpression':
        this.#targets(node.argument!, scope);
        return;
      case 'UnaryExpression':
        if (node.operator === 'delete') this.#targets(node.argument!, scope, SHRUNK);
        return;
      case 'ForInStatement':
      case 'ForOfStatement':
        if (node.left.type !== 'VariableDeclaration') this.#targets(node.left, scope);
        return;
      case 'CallExpression':
        this.#call(node, scope);
        return;
      default:
    }
  }

  /** Every member in the target of an assignment. */
  #targets(raw: Node, scope: ScopeFacts, bit = GROWN): void {
    const pending: Node[] = [raw];
    while (pending.length > 0) {
      const target = bare(pending.pop()!);
      switch (target.type) {
        case 'MemberExpression':
          this.#member(target, scope, bit);
          break;
        case 'ObjectPattern':
          pending.push(...target.properties.map((one) => (one.type === 'RestElement' ? one.argument! : one.value)));
          break;
        case 'ArrayPattern':
          pending.push(...target.elements.filter((one) => one !== null));
          break;
        case 'AssignmentPattern':
          pending.push(target.left);
          break;
        case 'RestElement':
          pending.push(target.argument!);
          break;
        default:
      }
    }
  }

  #member(member: Node, scope: ScopeFacts, bit: number): void {
    const target = { node: member.object, scope };
    const key = memberKey(member);
    const isData = member.object.type === 'MemberExpression' && memberKey(member.object) === 'dataset';
    if (isData) this.attributes.push(key === null ? null : `data-${key}`);
    if (key === null || /^\d+$/.test(key) || key === 'length') this.contents.push({ bit: FILLED, target });
    else {
      this.#set(key, target);
      this.contents.push({ bit, target });
    }
  }

  #set(key: string, target: Place): void {
    this.named.push({ key, target, isLate: this.#isLate });
    const holder = bare(target.node);
    if (isWindow(holder) || (holder.type === 'MemberExpression' && isWindowMember(holder))) this.globals.push(key);
  }

  #call(node: Node, scope: ScopeFacts): void {
    const callee = bare(node.callee);
    const [first, second] = node.arguments;
    const name = calleeName(callee);
    const holder = callee.type === 'MemberExpression' ? bare(callee.object) : null;
    if (holder?.type === 'MemberExpression' && memberKey(holder) === 'classList') this.attributes.push('className');
    if (name === null) {
      if (holder) this.contents.push({ bit: anyMethod(callee.property), target: { node: holder, scope } });
      return;
    }
    const isLanguage = holder?.type === 'Identifier' && (holder.name === 'Object' || holder.name === 'Reflect');
    if (/^(?:set|remove|toggle)Attribute(?:NS)?$/.test(name))
      this.attributes.push(first?.type === 'Literal' ? String(first.value) : null);
    if (holder && CONTENT.test(name)) this.attributes.push('textContent');
    if (holder && !isLanguage) {
      const bit = METHODS.get(name);
      if (bit !== undefined) this.contents.push({ bit, target: { node: holder, scope } });
    }
    if (!first) return;
    const target = { node: first, scope };
    if (isLanguage && /^(?:defineProperty|set|deleteProperty)$/.test(name))
      this.#atKey(target, second, name === 'deleteProperty' ? SHRUNK : GROWN);
    else if (isLanguage && name === 'assign') this.#merged(target, node.arguments.slice(1));
    else if (MERGERS.test(name) && node.arguments.length > 1) this.contents.push({ bit: FILLED, target });
  }

  /** A method that changes its object, for another to call: `seen.add.bind(seen)`, `push.apply(list, more)`, `ids.forEach(seen.add, seen)`. */
  #handed(callee: Node, args: readonly Node[], scope: ScopeFacts): void {
    const isCalled = callee.type === 'MemberExpression' && /^(?:call|apply|bind)$/.test(memberKey(callee) ?? '');
    for (const raw of isCalled ? [callee.object, ...args] : args) {
      const method = bare(raw);
      const bit = METHODS.get(calleeName(method) ?? '');
      if (bit === undefined) continue;
      if (method.type === 'MemberExpression') this.contents.push({ bit, target: { node: method.object, scope } });
      if (isCalled && args[0]) this.contents.push({ bit, target: { node: args[0], scope } });
    }
  }

  #atKey(target: Place, key: Node | undefined, bit: number): void {
    if (key?.type !== 'Literal') this.contents.push({ bit: FILLED, target });
    else {
      this.#set(String(key.value), target);
      this.contents.push({ bit, target });
    }
  }

  /** `Object.assign`: what is written out in place has its names. */
  #merged(target: Place, sources: readonly Node[]): void {
    for (const raw of sources) {
      const source = bare(raw);
      const properties = source.type === 'ObjectExpression' ? source.properties : [];
      const isWritten =
        properties.length > 0 && properties.every((one) => one.type !== 'SpreadElement' && !one.computed);
      this.contents.push({ bit: isWritten ? GROWN : FILLED, target });
      if (isWritten) for (const property of properties) this.#set(keyText(property.key), target);
    }
  }
}

/** One spelling for an attribute and the property that shows it: `data-last-saved`, `dataset.lastSaved`. */
export function attributeOf(name: string): string {
  const spelt = name.toLowerCase().replaceAll('-', '');
  if (spelt === 'class') return 'classname';
  return /^(?:inner|outer)(?:html|text)$/.test(spelt) ? 'textcontent' : spelt;
}
