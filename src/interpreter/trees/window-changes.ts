/**
 * How the window of a page changes, other than by a name that is written out. In: changes of expressions that may be the window. Out:
 * whether a name of the page may have another value; how whatever stands in the window changes.
 */
import type { Node } from '../../syntax/tree.ts';
import { bare } from '../../syntax/tree.ts';
import { onlyWithin } from './change-bits.ts';
import type { ContentChange } from './changes.ts';
import { FILLED } from './changes.ts';
import type { Given } from './given.ts';
import type { Origins } from './origins.ts';
import type { ScopeFacts } from './scope-facts.ts';
import { isWindow, isWindowMember } from './windows.ts';

export class WindowChanges {
  #bits = 0;
  readonly #origins: Origins;
  readonly #given: Given;

  constructor(origins: Origins, given: Given) {
    this.#origins = origins;
    this.#given = given;
  }

  /** How what stands in it changes. */
  get within(): number {
    return onlyWithin(this.#bits);
  }

  /** `isKey`: a property of that name is set on some object. */
  isSet(isKey: boolean): boolean {
    return (this.#bits & FILLED) !== 0 || (this.#bits !== 0 && isKey);
  }

  /** What is set on `window` under a name that is written out is known by that name. */
  isKnown({ bit, target: { node, scope } }: ContentChange): boolean {
    return bit !== FILLED && this.#isWindow(bare(node), scope);
  }

  #isWindow(node: Node, scope: ScopeFacts): boolean {
    return isWindow(node) && this.#given.home(node.name, scope) === null;
  }

  /** What a name or a member gives changes. */
  note(node: Node, scope: ScopeFacts, bits: number): void {
    if (node.type === 'MemberExpression' ? isWindowMember(node) : this.#isWindow(node, scope)) this.#bits |= bits;
  }

  /** The `this` of a function changes. */
  noteSelf(fn: Node, bits: number): void {
    if (this.#origins.calledBare.has(fn)) this.#bits |= bits;
  }

  /** `under`: how what stands under a name changes. */
  noteKeys(under: (key: string) => number): void {
    for (const key of this.#origins.windowKeys) this.#bits |= under(key);
  }
}
