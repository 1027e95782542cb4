/**
 * Functions that hold a sink and that nobody called: which of them to run, and in what order. In: the facts of a program and
 * what ran so far. Out: lists of functions, callers before those they call. Linear in functions and mentions.
 */
import type { FunctionFacts } from '../trees/function-facts.ts';
import type { Nesting } from '../trees/nesting.ts';
import type { Run } from './run.ts';

/** Whether anything is left that nobody reached. */
export function leavesAny(run: Run): boolean {
  for (const { facts } of run.facts.functions.values())
    if (facts.relevant && facts.parent && isPending(run, facts)) return true;
  return false;
}

export class Residual {
  readonly #run: Run;
  readonly #nesting: Nesting;
  /** By name, what is known to be reached from there: asked again once it is no longer pending. */
  readonly #reached = new Map<string, FunctionFacts>();
  /** Names that reach nothing pending. It stays so: nothing becomes pending again. */
  readonly #spent = new Set<string>();

  constructor(run: Run) {
    this.#run = run;
    this.#nesting = run.facts.nesting();
  }

  /** What may be run now: below `within`, or of the whole program. */
  candidates(within: FunctionFacts | null): readonly FunctionFacts[] {
    const list = within ? this.#nesting.inner(within) : this.#nesting.all;
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

  #pendingIn(facts: FunctionFacts): FunctionFacts | undefined {
    return isPending(this.#run, facts) ? facts : this.#nesting.inner(facts).find((one) => isPending(this.#run, one));
  }

  #mentioned(facts: FunctionFacts): string[] {
    return [facts, ...this.#nesting.inner(facts)].flatMap((one) => [...one.mentions]);
  }

  /** Whether something pending is called by that name, or by what is called by it. */
  #reaches(name: string): boolean {
    const known = this.#reached.get(name);
    if (known && isPending(this.#run, known)) return true;
    const from = new Map<string, string | null>([[name, null]]);
    for (const at of from.keys()) {
      if (this.#spent.has(at)) continue;
      for (const facts of this.#nesting.named(at)) {
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

/** Nobody entered it, and it holds what nobody reached. */
function isPending({ activations, visited }: Run, facts: FunctionFacts): boolean {
  return !activations.entered.has(facts.node) && (facts.seeds || facts.sinks.some((sink) => !visited.has(sink)));
}

function isWithin(facts: FunctionFacts, outer: FunctionFacts): boolean {
  for (let at = facts.parent; at; at = at.parent) if (at === outer) return true;
  return false;
}
