/**
 * Whom a call may reach, by syntax. In: calls with their scopes, what variables hold, which names are known. Out: whether any function
 * of the program may be called, and whether code may be that nobody sees: what that is handed, it may change.
 */
import type { Node } from '../../syntax/tree.ts';
import { bare, isFunction } from '../../syntax/tree.ts';
import type { Place } from './changes.ts';
import type { Given } from './given.ts';
import { memberKey } from './member-names.ts';
import type { Origin, Origins } from './origins.ts';
import type { ScopeFacts } from './scope-facts.ts';
import { isWindow } from './windows.ts';

/** Names that are no secret: of the platform, of what stands in for a library, of elements; modules that are at hand. */
export interface Known {
  name(name: string): boolean;
  module(source: string): boolean;
}

/** Methods that call what they are given, with something of what the call is about. */
const CALLS_BACK = /^(?:then|catch|forEach|map|filter|find\w*|some|every|reduce\w*|flatMap|sort|call|apply|bind|from)$/;

export class Callees {
  readonly #origins: Origins;
  readonly #given: Given;
  readonly #known: Known;
  readonly #foreign = new Map<ScopeFacts, Map<string, boolean>>();

  constructor(origins: Origins, given: Given, known: Known) {
    this.#origins = origins;
    this.#given = given;
    this.#known = known;
  }

  /** Which function of the program is called, only the run tells. */
  isOpen({ node, scope }: Place): boolean {
    const callee = bare(node.callee);
    if (callee.type === 'Super' || callee.type === 'Import') return false;
    if (callee.type !== 'Identifier' && callee.type !== 'MemberExpression') return true;
    return this.#isAnyFunction(callee, scope);
  }

  /** A method of the platform calls back what only the run tells: `promise.then(put('a'))`, `op.call(null, state)`. */
  handsOn({ node, scope }: Place): boolean {
    const callee = bare(node.callee);
    if (callee.type !== 'MemberExpression' || !CALLS_BACK.test(memberKey(callee) ?? '')) return false;
    const isCall = /^(?:call|apply|bind)$/.test(memberKey(callee)!);
    const handed = isCall ? [bare(callee.object)] : node.arguments.map(bare);
    return handed.some((one) =>
      one.type === 'Identifier' || one.type === 'MemberExpression'
        ? this.#isAnyFunction(one, scope)
        : one.type === 'CallExpression' || one.type === 'ConditionalExpression' || one.type === 'LogicalExpression',
    );
  }

  #isAnyFunction(callee: Node, scope: ScopeFacts): boolean {
    const { functionNames, keyed, imports } = this.#origins;
    if (callee.type === 'MemberExpression') {
      const key = memberKey(callee);
      return key === null || (!functionNames.has(key) && keyed.has(key));
    }
    const home = this.#given.home(callee.name, scope);
    if (!home) return imports.has(callee.name) && !functionNames.has(callee.name);
    return this.#given
      .of(callee.name, home)
      .some(({ from }) => !from.node || from.isArgument || from.isPart || !isMade(bare(from.node)));
  }

  /** It belongs to code that nobody sees. */
  isForeign(raw: Node, scope: ScopeFacts, depth = 0): boolean {
    let node = bare(raw);
    for (;;) {
      switch (node.type) {
        case 'MemberExpression':
          if (isWindow(node.object)) return this.#isForeignGlobal(memberKey(node) ?? 'window');
          node = bare(node.object);
          break;
        case 'CallExpression':
        case 'NewExpression':
          node = bare(node.callee);
          break;
        case 'AwaitExpression':
          node = bare(node.argument!);
          break;
        case 'Identifier':
          return this.#isForeignName(node.name, scope, depth);
        default:
          return false;
      }
    }
  }

  #isForeignName(name: string, scope: ScopeFacts, depth: number): boolean {
    const home = this.#given.home(name, scope);
    if (!home) return this.#isForeignGlobal(name);
    const names = this.#foreign.get(home) ?? new Map<string, boolean>();
    this.#foreign.set(home, names);
    const known = names.get(name);
    if (known !== undefined || depth > 20) return known ?? false;
    names.set(name, false);
    const found = this.#given.of(name, home).some((origin) => this.#isForeignOrigin(origin, depth + 1));
    names.set(name, found);
    return found;
  }

  #isForeignOrigin({ from, scope }: Origin, depth: number): boolean {
    if (!from.isArgument) {
      const holder = from.node ?? from.holder;
      return holder !== null && this.isForeign(holder, scope, depth);
    }
    const call = from.node && this.#origins.callbacks.get(from.node);
    return call ? this.isForeign(call.node.callee, call.scope, depth) : false;
  }

  #isForeignGlobal(name: string): boolean {
    const source = this.#origins.imports.get(name);
    if (source !== undefined) return !this.#known.module(source);
    return !this.#origins.functionNames.has(name) && !this.#known.name(name);
  }
}

/** A function or class that is written out. */
function isMade(node: Node): boolean {
  return isFunction(node) || node.type === 'ClassExpression';
}
