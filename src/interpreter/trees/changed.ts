/**
 * What handlers may have changed by the time another one runs, over all trees of a program. In: the changes and origins of each
 * tree. Out: keys that may be set on any object; names under which stands what changes; functions whose `this` changes.
 * Each expression, variable and argument is looked at once for each way of changing: linear in the program.
 */

import type { Node } from '../../syntax/tree.ts';
import { bare, isFunction } from '../../syntax/tree.ts';
import type { Known } from './callees.ts';
import { Callees } from './callees.ts';
import { changesWithin, inside, onlyWithin } from './change-bits.ts';
import type { Place } from './changes.ts';
import { attributeOf, FILLED, GROWN, PUT, SHRUNK } from './changes.ts';
import { contents, FRESH, parts } from './expression-values.ts';
import type { Facts } from './facts.ts';
import { Given } from './given.ts';
import { MadeHere } from './made-here.ts';
import { calleeName, memberKey } from './member-names.ts';
import type { Origin, Origins, Source } from './origins.ts';
import type { ScopeFacts } from './scope-facts.ts';
import { declaring } from './scope-facts.ts';
import { WindowChanges } from './window-changes.ts';

/** An expression to be looked at, and the bits of how what it gives changes. */
interface Reach {
  readonly node: Node;
  readonly scope: ScopeFacts;
  readonly bits: number;
}

const ANYWAY = FILLED | GROWN | PUT | SHRUNK;
/** In the object and whatever stands in it. */
const ANYTHING = ANYWAY | inside(ANYWAY);

export class Changed {
  readonly keys = new Set<string>();
  readonly window: WindowChanges;
  readonly #attributes = new Set<string>();
  #anyAttribute = false;
  readonly #names = new Map<string, number>();
  readonly #selves = new Map<Node, number>();
  readonly #origins: Origins;
  readonly #given: Given;
  readonly #callees: Callees;
  readonly #made: MadeHere;
  /** Calls that may reach any function, and those that hand on one that may be any. */
  readonly #open: Place[] = [];
  readonly #handing: Place[] = [];
  #classified = 0;
  readonly #seen = new Map<Node, number>();
  readonly #seenReturns = new Map<string, number>();
  readonly #seenCalls = new Map<string, number>();
  readonly #seenOpen = new Map<string, number>();
  readonly #pending: Reach[] = [];

  /** `origins`: of all trees, which may be added to. `known`: names that are no secret. */
  constructor(origins: Origins, known: Known) {
    this.#origins = origins;
    this.#given = new Given(origins);
    this.#callees = new Callees(origins, this.#given, known);
    this.window = new WindowChanges(origins, this.#given);
    this.#made = new MadeHere(origins, this.#given);
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
    this.#given.index();
    this.#classify();
    for (const { changes, isShared } of trees) {
      for (const change of changes.named) {
        this.#attributes.add(attributeOf(change.key));
        if (!this.#made.isOwn(change, isShared)) this.keys.add(change.key);
      }
      for (const name of changes.attributes)
        if (name === null) this.#anyAttribute = true;
        else this.#attributes.add(attributeOf(name));
      for (const change of changes.contents)
        if (!this.window.isKnown(change)) this.#reach(change.target.node, change.target.scope, change.bit);
    }
    for (let next = this.#pending.pop(); next; next = this.#pending.pop())
      this.#reach(next.node, next.scope, next.bits);
    this.window.noteKeys((key) => this.under(key));
  }

  /** Sorts the calls that were added by whom they may reach. What code gets that nobody sees, it may change in any way. */
  #classify(): void {
    const { all } = this.#origins;
    for (; this.#classified < all.length; this.#classified += 1) {
      const call = all[this.#classified]!;
      if (call.node.type === 'CallExpression') {
        if (this.#callees.isOpen(call)) this.#open.push(call);
        if (this.#callees.handsOn(call)) this.#handing.push(call);
      }
      if (call.node.arguments.length > 0 && this.#callees.isForeign(call.node.callee, call.scope))
        this.#later(call.node.arguments, call.scope, ANYTHING);
    }
  }

  /** Notes where what an expression gives stands; `bits` is how it changes. */
  #reach(raw: Node, scope: ScopeFacts, bits: number): void {
    const node = bare(raw);
    const fresh = this.#unseen(this.#seen, node, bits);
    if (fresh === 0) return;
    switch (node.type) {
      case 'Identifier':
        this.window.note(node, scope, fresh);
        this.#name(node.name, scope, fresh);
        return;
      case 'ThisExpression':
        this.#self(scope, fresh);
        return;
      case 'MemberExpression':
        this.window.note(node, scope, fresh);
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
    for (const origin of this.#given.of(name, home)) this.#origin(origin, bits);
  }

  #origin(origin: Origin, given: number): void {
    const { node, property, isArgument, isPart } = origin.from;
    const bits = isPart ? inside(given) : given;
    const unseen = bits & ~origin.bits;
    if (unseen === 0) return;
    origin.bits |= bits;
    if (property !== null) this.#mark(property, unseen);
    if (node && isArgument) this.#argument(node, origin.from, unseen);
    else if (node) this.#pending.push({ node, scope: origin.scope, bits: unseen });
  }

  /** What a function is called with: by its name, where it is handed over, or by who may call any. */
  #argument(fn: Node, from: Source, bits: number): void {
    const written = this.#origins.callbacks.get(fn);
    if (written) this.#handed(written, bits);
    for (const name of this.#origins.namesOf.get(fn) ?? []) this.#argumentOf(name, from, bits);
    const unseen = this.#unseen(this.#seenOpen, `${from.index} ${from.isRest}`, bits);
    if (unseen === 0) return;
    this.#passed(this.#open, from, unseen);
    for (const call of this.#handing) this.#handed(call, unseen);
  }

  #argumentOf(name: string, from: Source, bits: number): void {
    const unseen = this.#unseen(this.#seenCalls, `${from.index} ${from.isRest} ${name}`, bits);
    if (unseen === 0) return;
    this.#passed(this.#origins.calls.get(name) ?? [], from, unseen);
    for (const call of this.#origins.handed.get(name) ?? []) this.#handed(call, unseen);
  }

  #passed(calls: readonly Place[], { index, isRest }: Source, bits: number): void {
    for (const { node, scope } of calls) {
      const spread = node.arguments.findIndex((one) => one.type === 'SpreadElement');
      if (spread >= 0 && spread <= index) this.#later([node.arguments[spread]!.argument!], scope, inside(bits));
      else this.#later(node.arguments.slice(index, isRest ? undefined : index + 1), scope, bits);
    }
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
    if (!at) return;
    this.#selves.set(at.owner, this.self(at.owner) | bits);
    this.window.noteSelf(at.owner, bits);
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
    if (this.#callees.isOpen({ node, scope })) this.#openReturn(node, scope, kept);
    if (holder?.type === 'Identifier' && /^(?:Object|Reflect|Promise)$/.test(holder.name))
      this.#later(node.arguments.slice(0, 1), scope, kept);
    else if (holder) this.#later([holder], scope, inside(kept));
    else this.#later(node.arguments, scope, kept);
  }

  /** What any function may return, or give back of its arguments. */
  #openReturn(node: Node, scope: ScopeFacts, bits: number): void {
    this.#later(node.arguments, scope, bits);
    const unseen = this.#unseen(this.#seenOpen, 'return', bits);
    if (unseen !== 0) for (const place of this.#origins.returned) this.#later([place.node], place.scope, unseen);
  }
}
