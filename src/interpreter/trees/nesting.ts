/**
 * Functions that can reach a sink, as they stand in one another. In: the functions of a program, unit by unit in the order of the
 * source. Out: those within one, at any depth, and those of a name.
 */
import type { FunctionFacts } from './function-facts.ts';

export class Nesting {
  readonly all: readonly FunctionFacts[];
  readonly #end = new Map<FunctionFacts, number>();
  readonly #index = new Map<FunctionFacts, number>();
  readonly #byName = new Map<string, FunctionFacts[]>();

  constructor(all: readonly FunctionFacts[]) {
    this.all = all;
    all.forEach((facts, index) => {
      this.#index.set(facts, index);
      this.#end.set(facts, index + 1);
      for (const name of facts.names) this.#note(name, facts);
    });
    for (let index = all.length - 1; index >= 0; index -= 1) this.#widen(all[index]!);
  }

  #note(name: string, facts: FunctionFacts): void {
    const list = this.#byName.get(name);
    if (list) list.push(facts);
    else this.#byName.set(name, [facts]);
  }

  /** The range of a function covers those in it; of what is not relevant in between, the next one outside is told. */
  #widen(facts: FunctionFacts): void {
    const { parent } = facts;
    if (!parent || !this.#end.has(parent)) return;
    this.#end.set(parent, Math.max(this.#end.get(parent)!, this.#end.get(facts)!));
  }

  inner(facts: FunctionFacts): readonly FunctionFacts[] {
    const index = this.#index.get(facts);
    return index === undefined ? [] : this.all.slice(index + 1, this.#end.get(facts));
  }

  named(name: string): readonly FunctionFacts[] {
    return this.#byName.get(name) ?? [];
  }
}
