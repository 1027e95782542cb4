/**
 * The facts of every tree of one program together. In: parsed units. Out: lookups by node and by place.
 */
import type { CodeUnit } from '../contracts.ts';
import type { Facts, FunctionFacts, ScopeFacts } from './facts.ts';
import { factsOf, spreadRelevance } from './facts.ts';
import type { Node } from './tree.ts';

export interface ProgramUnit {
  readonly unit: CodeUnit;
  readonly program: Node;
  /** Sources of `import … from './x'` that were found, as indexes of units; what is missing is not in it. */
  readonly imports: ReadonlyMap<string, number>;
  /** Only run when something imports it. */
  readonly lazy: boolean;
}

export class ProgramFacts {
  readonly units: readonly ProgramUnit[];
  readonly facts: readonly Facts[];
  readonly functions = new Map<Node, { readonly facts: FunctionFacts; readonly unit: number }>();
  /** Names by which a function that can reach a sink is called. */
  readonly relevantNames: ReadonlySet<string>;
  readonly #scopes = new Map<Node, ScopeFacts>();
  readonly #sinkStarts: readonly (readonly number[])[];
  readonly #free = new Set<string>();
  readonly #properties = new Set<string>();

  constructor(units: readonly ProgramUnit[]) {
    this.units = units;
    this.facts = units.map(({ program }) => factsOf(program));
    this.relevantNames = spreadRelevance(this.facts);
    this.#sinkStarts = this.facts.map((facts) => facts.sinks.map((sink) => sink.start).sort((a, b) => a - b));
    this.facts.forEach((facts, unit) => {
      for (const [node, scope] of facts.scopes) this.#scopes.set(node, scope);
      for (const fn of facts.functions) this.functions.set(fn.node, { facts: fn, unit });
      for (const name of facts.freeAssignments) this.#free.add(name);
      for (const key of facts.assignedProperties) this.#properties.add(key);
    });
  }

  scopeOf(node: Node): ScopeFacts | undefined {
    return this.#scopes.get(node);
  }

  isRelevant(node: Node): boolean {
    return this.functions.get(node)?.facts.relevant ?? true;
  }

  isFreelyAssigned(name: string): boolean {
    return this.#free.has(name);
  }

  isAssignedProperty(key: string): boolean {
    return this.#properties.has(key);
  }

  mentionsOf(name: string): readonly FunctionFacts[] {
    return this.facts.flatMap((facts) => (facts.mentions.get(name) ?? []).map((mention) => mention.fn));
  }

  holdsSink(unit: number, start: number, end: number): boolean {
    const starts = this.#sinkStarts[unit] ?? [];
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! < start) low = middle + 1;
      else high = middle;
    }
    return low < starts.length && starts[low]! < end;
  }
}
