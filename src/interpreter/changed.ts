/**
 * What handlers may have changed by the time another one runs, over all trees of a program. In: the changes and origins of each
 * tree. Out: keys that may be set on any object; names under which stands what changes; functions whose `this` changes.
 * Each expression, variable and argument is looked at once for each way of changing: linear in the program.
 */

import type { Node } from '../syntax/tree.ts';
import { bare, isFunction } from '../syntax/tree.ts';
import { changesWithin, inside, onlyWithin } from './change-bits.ts';
import type { NamedChange, Place } from './changes.ts';
import { calleeName, memberKey } from './changes.ts';
import { contents, FRESH, isNodeList, LITERALS, PLATFORM, parts } from './expression-values.ts';
import type { Facts } from './facts.ts';
import type { Origin, Origins } from './origins.ts';
import type { ScopeFacts } from './scope-facts.ts';
import { declaring } from './scope-facts.ts';

/** An expression to be looked at, and the bits of how what it gives changes. */
interface Reach {
  readonly node: Node;
  readonly scope: ScopeFacts;
  readonly bits: number;
}

export class Changed {
  readonly keys = new Set<string>();
  readonly #attributes = new Set<string>();
  #anyAttribute = false;
  readonly #names = new Map<string, number>();
  readonly #selves = new Map<Node, number>();
  readonly #origins: Origins;
  #indexed = 0;
  readonly #given = new Map<ScopeFacts, Map<string, Origin[]>>();
  readonly #alwaysNew = new Map<ScopeFacts, Map<string, boolean>>();
  readonly #seen = new Map<Node, number>();
  readonly #seenReturns = new Map<string, number>();
  readonly #seenCalls = new Map<string, number>();
  readonly #pending: Reach[] = [];

  /** `origins`: of all trees, which may be added to. */
  constructor(origins: Origins) {
    this.#origins = origins;
  }

  /** How what stands under this name may have changed. */
  under(name: string): number {
    return this.#names.get(name) ?? 0;
  }

  /** Whether a property or attribute of some element is set. */
  onElements(name: string): boolean {
    return this.#anyAttribute || this.#attributes.has(attributeOf(name));
  }

  /** How the object a function is a method of may have changed. */
  self(fn: Node): number {
    return this.#selves.get(fn) ?? 0;
  }

  /** Whether no function changes its `this`. */
  get hasNoSelf(): boolean {
    return this.#selves.size === 0;
  }

  /** Whether something is set by this name, or what stands under it may have changed. */
  touches(name: string): boolean {
    return this.keys.has(name) || this.under(name) !== 0;
  }

  add(trees: readonly Pick<Facts, 'changes' | 'isShared'>[]): void {
    this.#index();
    for (const { changes, isShared } of trees) {
      for (const change of changes.named) {
        this.#attributes.add(attributeOf(change.key));
        if (!this.#isOwn(change, isShared)) this.keys.add(change.key);
      }
      for (const name of changes.attributes)
        if (name === null) this.#anyAttribute = true;
        else this.#attributes.add(attributeOf(name));
      for (const { bit, target } of changes.contents) this.#reach(target.node, target.scope, bit);
    }
    for (let next = this.#pending.pop(); next; next = this.#pending.pop())
      this.#reach(next.node, next.scope, next.bits);
  }

  #index(): void {
    const { given } = this.#origins;
    for (; this.#indexed < given.length; this.#indexed += 1) {
      const origin = given[this.#indexed]!;
      const { name, scope } = origin;
      const home = declaring(name, scope);
      if (!home) continue;
      const names = this.#given.get(home) ?? new Map<string, Origin[]>();
      this.#given.set(home, names);
      const known = names.get(name);
      if (known) known.push(origin);
      else names.set(name, [origin]);
    }
  }

  /** Set on what the function made itself, nobody else sees change. */
  #isOwn({ target: { node, scope }, isLate }: NamedChange, isShared: Facts['isShared']): boolean {
    const target = bare(node);
    if (target.type === 'ThisExpression') return this.#origins.makers.has(scope.owner);
    if (target.type === 'MemberExpression') return PLATFORM.test(memberKey(target) ?? '');
    if (target.type === 'CallExpression') return this.#isNew(target);
    const home = target.type === 'Identifier' ? declaring(target.name, scope) : null;
    if (home?.owner !== scope.owner || scope.owner.type === 'Program') return false;
    if (isLate && isShared(target.name, scope.owner)) return false;
    return this.#isAlwaysNew(target.name, home);
  }

  /** Whatever a variable is given is new. */
  #isAlwaysNew(name: string, home: ScopeFacts): boolean {
    const known = this.#alwaysNew.get(home) ?? new Map<string, boolean>();
    this.#alwaysNew.set(home, known);
    const all = this.#given.get(home)?.get(name) ?? [];
    const found =
      known.get(name) ??
      all.every(
        ({ from: { node, isArgument, isPart } }) =>
          node && !isArgument && (!isPart || isNodeList(node)) && this.#isNew(node),
      );
    known.set(name, found);
    return found;
  }

  /** Made here and now, or no object of the program. */
  #isNew(raw: Node, depth = 0): boolean {
    const node = bare(raw);
    if (LITERALS.has(node.type)) return true;
    if (node.type === 'AwaitExpression') return this.#isNew(node.argument!, depth);
    if (node.type === 'MemberExpression') return PLATFORM.test(memberKey(node) ?? '');
    const name = node.type === 'CallExpression' ? calleeName(bare(node.callee)) : null;
    if (name === null) return false;
    if (FRESH.test(name)) return true;
    const returned = this.#origins.returns.get(name) ?? [];
    if (depth > 2 || returned.length === 0 || returned.length > 8) return false;
    return returned.every((place) => this.#isNew(place.node, depth + 1));
  }

  /** Notes where what an expression gives stands; `bits` is how it changes. */
  #reach(raw: Node, scope: ScopeFacts, bits: number): void {
    const node = bare(raw);
    const fresh = this.#unseen(this.#seen, node, bits);
    if (fresh === 0) return;
    switch (node.type) {
      case 'Identifier':
        this.#name(node.name, scope, fresh);
        return;
      case 'ThisExpression':
        this.#self(scope, fresh);
        return;
      case 'MemberExpression':
        this.#member(node, scope, fresh);
        return;
      case 'CallExpression':
        this.#call(node, scope, fresh);
        return;
      default:
        this.#later(parts(node), scope, fresh);
        if (changesWithin(fresh)) this.#later(contents(node), scope, fresh);
    }
  }

  #later(nodes: readonly Node[], scope: ScopeFacts, bits: number): void {
    for (const node of nodes) this.#pending.push({ node, scope, bits });
  }

  #unseen<Key>(seen: Map<Key, number>, key: Key, bits: number): number {
    const known = seen.get(key) ?? 0;
    if ((bits & ~known) !== 0) seen.set(key, known | bits);
    return bits & ~known;
  }

  #mark(name: string, bits: number): void {
    this.#names.set(name, this.under(name) | bits);
  }

  #name(name: string, scope: ScopeFacts, bits: number): void {
    const home = declaring(name, scope);
    if (home?.owner !== scope.owner || scope.owner.type === 'Program') this.#mark(name, bits);
    for (const origin of (home && this.#given.get(home)?.get(name)) || []) this.#origin(origin, bits);
  }

  #origin(origin: Origin, given: number): void {
    const { node, property, isArgument, index, isPart } = origin.from;
    const bits = isPart ? inside(given) : given;
    const unseen = bits & ~origin.bits;
    if (unseen === 0) return;
    origin.bits |= bits;
    if (property !== null) this.#mark(property, unseen);
    if (node && isArgument) this.#argument(node, index, unseen);
    else if (node) this.#pending.push({ node, scope: origin.scope, bits: unseen });
  }

  /** What a function is called with, by its name or where it is handed over. */
  #argument(fn: Node, index: number, bits: number): void {
    const written = this.#origins.callbacks.get(fn);
    if (written) this.#handed(written, bits);
    for (const name of this.#origins.namesOf.get(fn) ?? []) this.#argumentOf(name, index, bits);
  }

  #argumentOf(name: string, index: number, bits: number): void {
    const unseen = this.#unseen(this.#seenCalls, `${index} ${name}`, bits);
    if (unseen === 0) return;
    for (const { node, scope } of this.#origins.calls.get(name) ?? []) {
      const spread = node.arguments.findIndex((one) => one.type === 'SpreadElement');
      if (spread >= 0 && spread <= index) this.#later([node.arguments[spread]!.argument!], scope, inside(unseen));
      else if (node.arguments[index]) this.#later([node.arguments[index]], scope, unseen);
    }
    for (const call of this.#origins.handed.get(name) ?? []) this.#handed(call, unseen);
  }

  /** What a callback is given: something in what the call is about. */
  #handed({ node, scope }: Place, bits: number): void {
    const callee = bare(node.callee);
    const about = node.arguments.filter((one) => !isFunction(bare(one)));
    this.#later(callee.type === 'MemberExpression' ? [callee.object, ...about] : about, scope, inside(bits));
  }

  /** A method's `this`: whatever has the method. */
  #self(scope: ScopeFacts, bits: number): void {
    let at: ScopeFacts | null = scope;
    while (at && at.owner.type === 'ArrowFunctionExpression') {
      const { owner }: ScopeFacts = at;
      this.#selves.set(owner, this.self(owner) | bits);
      while (at && at.owner === owner) at = at.parent;
    }
    if (at) this.#selves.set(at.owner, this.self(at.owner) | bits);
  }

  #member(node: Node, scope: ScopeFacts, bits: number): void {
    const key = memberKey(node);
    if (key !== null && !/^\d+$/.test(key)) this.#mark(key, bits);
    else this.#later([node.object], scope, inside(bits));
  }

  #call(node: Node, scope: ScopeFacts, bits: number): void {
    const callee = bare(node.callee);
    const name = calleeName(callee);
    const holder = callee.type === 'MemberExpression' ? bare(callee.object) : null;
    const returned = name === null ? undefined : this.#origins.returns.get(name);
    if (name !== null && returned) {
      const unseen = this.#unseen(this.#seenReturns, name, bits);
      if (unseen !== 0) for (const place of returned) this.#later([place.node], place.scope, unseen);
      return;
    }
    const kept = name !== null && FRESH.test(name) ? onlyWithin(bits) : bits;
    if (kept === 0) return;
    if (holder?.type === 'Identifier' && (holder.name === 'Object' || holder.name === 'Reflect'))
      this.#later(node.arguments.slice(0, 1), scope, kept);
    else if (holder) this.#later([holder], scope, inside(kept));
    else this.#later(node.arguments, scope, kept);
  }
}

/** One spelling for an attribute and the property that shows it: `data-last-saved`, `dataset.lastSaved`. */
function attributeOf(name: string): string {
  const spelt = name.toLowerCase().replaceAll('-', '');
  return spelt === 'innerhtml' || spelt === 'innertext' ? 'textcontent' : spelt;
}
