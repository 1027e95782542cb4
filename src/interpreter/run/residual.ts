/**
 * Functions that hold a sink and that nobody called: which of them to run, and in what order. In: the facts of a program and
 * what ran so far. Out: lists of functions, callers before those they call. Linear in functions and mentions.
 */
import type { FunctionFacts } from '../trees/function-facts.ts';
import type { Run } from './run.ts';

export class Residual {
  readonly #run: Run;
  /** Relevant functions in the order of the source, unit by unit. */
  readonly #all: readonly FunctionFacts[];
  readonly #end = new Map<FunctionFacts, number>();
  readonly #index = new Map<FunctionFacts, number>();
  readonly #byName = new Map<string, FunctionFacts[]>();
  /** By name, what is known to be reached from there: asked again once it is no longer pending. */
  readonly #reached = new Map<string, FunctionFacts>();
  /** Names that reach nothing pending. It stays so: nothing becomes pending again. */
  readonly #spent = new Set<string>();

  constructor(run: Run) {
    this.#run = run;
    this.#all = [...run.facts.functions.values()]
      .map(({ facts }) => facts)
      .filter((facts) => facts.relevant && facts.parent);
    this.#all.forEach((facts, index) => {
      this.#index.set(facts, index);
      this.#end.set(facts, index + 1);
    });
    for (let index = this.#all.length - 1; index >= 0; index -= 1) this.#widen(this.#all[index]!);
    for (const facts of this.#all) for (const name of facts.names) this.#note(name, facts);
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

  get isEmpty(): boolean {
    return !this.#all.some((facts) => this.#isPending(facts));
  }

  /** What may be run now: below `within`, or of the whole program. */
  candidates(within: FunctionFacts | null): readonly FunctionFacts[] {
    const list = within ? this.#inner(within) : this.#all;
    return list
      .filter((facts) => this.#isOutermost(facts, within))
      .map((facts) => ({ facts, rank: this.#rankOf(facts) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ facts }) => facts);
  }

  /** Whether running it may reach what nobody reached. */
  isWanted(facts: FunctionFacts): boolean {
    return this.#pendingIn(facts) !== undefined || this.#mentioned(facts).some((name) => this.#reaches(name));
  }

  #inner(facts: FunctionFacts): readonly FunctionFacts[] {
    const index = this.#index.get(facts);
    return index === undefined ? [] : this.#all.slice(index + 1, this.#end.get(facts));
  }

  #isPending(facts: FunctionFacts): boolean {
    const { activations, visited } = this.#run;
    return !activations.entered.has(facts.node) && (facts.seeds || facts.sinks.some((sink) => !visited.has(sink)));
  }

  #pendingIn(facts: FunctionFacts): FunctionFacts | undefined {
    return this.#isPending(facts) ? facts : this.#inner(facts).find((one) => this.#isPending(one));
  }

  #mentioned(facts: FunctionFacts): string[] {
    return [facts, ...this.#inner(facts)].flatMap((one) => [...one.mentions]);
  }

  /** Whether something pending is called by that name, or by what is called by it. */
  #reaches(name: string): boolean {
    const known = this.#reached.get(name);
    if (known && this.#isPending(known)) return true;
    const from = new Map<string, string | null>([[name, null]]);
    for (const at of from.keys()) {
      if (this.#spent.has(at)) continue;
      for (const facts of this.#byName.get(at) ?? []) {
        const found = this.#pendingIn(facts);
        if (found) {
          for (let back: string | null = at; back !== null; back = from.get(back) ?? null)
            this.#reached.set(back, found);
          return true;
        }
        for (const next of this.#mentioned(facts)) if (!from.has(next)) from.set(next, at);
      }
    }
    for (const at of from.keys()) this.#spent.add(at);
    return false;
  }

  /** No function around it (below `within`) is waiting to be run itself. */
  #isOutermost(facts: FunctionFacts, within: FunctionFacts | null): boolean {
    const { entered, closures } = this.#run.activations;
    if (!closures.has(facts.node) || entered.has(facts.node)) return false;
    for (let at = facts.parent; at && at !== within; at = at.parent)
      if (at.parent && !entered.has(at.node) && closures.has(at.node)) return false;
    return true;
  }

  /** Components first, then what nothing else mentions, then the rest. */
  #rankOf(facts: FunctionFacts): number {
    const names = [...facts.names];
    const isCalled = names.some((name) =>
      this.#run.facts.isMentioned(name, (one) => one !== facts && one.parent !== null && !isWithin(one, facts)),
    );
    if (isCalled) return 2;
    return names.some((name) => /^[A-Z]/.test(name)) ? 0 : 1;
  }
}

function isWithin(facts: FunctionFacts, outer: FunctionFacts): boolean {
  for (let at = facts.parent; at; at = at.parent) if (at === outer) return true;
  return false;
}
