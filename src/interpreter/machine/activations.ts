/**
 * Functions as they run. In: calls as they begin and end, functions as they are made. Out: how deep a call stands, which functions
 * were entered so far, which were only made, and during which entry.
 */
import type { Node } from '../../syntax/tree.ts';
import type { Obj } from '../values/values.ts';

/** An entry that is being run, and the one that registered it. */
export interface Maker {
  readonly node: Node;
  readonly outer: Maker | null;
}

export class Activations {
  readonly entered = new Set<Node>();
  /** Functions that can reach a sink, and were made and not entered so far. */
  readonly closures = new Map<Node, Obj>();
  /** The entries during which a function was made. */
  readonly makers = new Map<Node, Maker>();
  readonly #open = new Map<Node, number>();
  #depth = 0;
  #maker: Maker | null = null;

  get depth(): number {
    return this.#depth;
  }

  /** Counts an activation; how many of this function are open, this one included. */
  begin(node: Node): number {
    const open = (this.#open.get(node) ?? 0) + 1;
    this.#open.set(node, open);
    this.#depth += 1;
    this.enter(node);
    return open;
  }

  end(node: Node): void {
    this.#open.set(node, (this.#open.get(node) ?? 1) - 1);
    this.#depth -= 1;
  }

  /** After a cut: nothing is open any more. */
  endAll(): void {
    this.#open.clear();
    this.#depth = 0;
  }

  /** What was entered is never run for its own sake: its closure, with all it sees, is let go. */
  enter(node: Node): void {
    this.entered.add(node);
    this.closures.delete(node);
  }

  noteMade(node: Node, made: Obj): void {
    if (!this.entered.has(node)) this.closures.set(node, made);
    if (this.#maker) this.makers.set(node, this.#maker);
  }

  /** Runs `act` as the entry of a node: functions made meanwhile are its. */
  during<T>(node: Node | null, act: () => T): T {
    const outer = this.#maker;
    if (node) this.#maker = { node, outer };
    try {
      return act();
    } finally {
      this.#maker = outer;
    }
  }
}
