/**
 * One evaluation of a file's expressions. In: nodes, and what computes one. Out: their values; each node is computed once, none
 * within itself, none below a depth. When the purse of work is empty values are unknown and `spent` says so.
 */
import { pieceCount } from '../../syntax/mapped-text.ts';
import type { Value } from './values.ts';
import { UNKNOWN } from './values.ts';

/** Where an expression is evaluated: what a followed call has bound, and how deep. */
interface Frame {
  readonly bound: ReadonlyMap<string, Value> | null;
  readonly depth: number;
}

export class Evaluation<Node extends object> {
  readonly #known = new Map<Node, Value>();
  readonly #open = new Set<Node>();
  readonly #depth: number;
  #work: number;

  /** `depth`: of nested evaluations. `work`: pieces and kilobytes copied, and nodes evaluated. */
  constructor(limits: { readonly depth: number; readonly work: number }) {
    this.#depth = limits.depth;
    this.#work = limits.work;
  }

  get spent(): boolean {
    return this.#work <= 0;
  }

  /** Takes one step of work from the purse. */
  charge(): void {
    this.#work--;
  }

  /** The value of a node; what a followed call has bound may change it, so that it is not remembered then. */
  valueOf<F extends Frame>(node: Node, frame: F, compute: (node: Node, frame: F) => Value): Value {
    const known = frame.bound ? undefined : this.#known.get(node);
    if (known) return known;
    if (frame.depth > this.#depth || this.spent || this.#open.has(node)) return UNKNOWN;
    this.#open.add(node);
    const value = compute(node, { ...frame, depth: frame.depth + 1 });
    this.#open.delete(node);
    this.#work -= 1 + (value.kind === 'text' ? pieceCount(value.text) + (value.text.text.length >> 10) : 0);
    if (!frame.bound) this.#known.set(node, value);
    return value;
  }
}
