/**
 * The facts of every tree of one program together. In: parsed units. Out: lookups by node and by place.
 */
import type { CodeUnit } from '../contracts.ts';
import { parseUnit } from '../syntax/parse.ts';
import type { Node } from '../syntax/tree.ts';
import type { Facts, FunctionFacts } from './facts.ts';
import { factsOf } from './facts.ts';
import { spreadRelevance } from './relevance.ts';
import type { ScopeFacts } from './scope-facts.ts';

/** Texts that are run as code, in one program. */
const DYNAMIC_UNITS = 200;

export interface ProgramUnit {
  readonly unit: CodeUnit;
  readonly program: Node;
  /** Sources of `import … from './x'` that were found, as indexes of units; what is missing is not in it. */
  readonly imports: ReadonlyMap<string, number>;
  /** Only run when something imports it. */
  readonly lazy: boolean;
}

export class ProgramFacts {
  /** The units of the program, then the code that its scripts made of text. */
  readonly units: ProgramUnit[];
  readonly facts: Facts[];
  readonly functions = new Map<Node, { readonly facts: FunctionFacts; readonly unit: number }>();
  /** Names by which a function that can reach a sink is called. */
  readonly relevantNames: ReadonlySet<string>;
  readonly #scopes = new Map<Node, ScopeFacts>();
  readonly #sinkStarts: (readonly number[])[];
  readonly #dynamic = new Map<string, number | null>();
  readonly #free = new Set<string>();
  readonly #properties = new Set<string>();
  readonly #grown = new Set<string>();
  #anyGrown = false;

  constructor(units: readonly ProgramUnit[]) {
    this.units = [...units];
    this.facts = units.map(({ program }) => factsOf(program));
    this.relevantNames = spreadRelevance(this.facts);
    this.#sinkStarts = [];
    this.facts.forEach((facts, unit) => {
      this.#index(facts, unit);
    });
  }

  #index(facts: Facts, unit: number): void {
    this.#sinkStarts.push(facts.sinks.map((sink) => sink.start).sort((a, b) => a - b));
    for (const [node, scope] of facts.scopes) this.#scopes.set(node, scope);
    for (const fn of facts.functions) this.functions.set(fn.node, { facts: fn, unit });
    for (const name of facts.freeAssignments) this.#free.add(name);
    for (const key of facts.assignedProperties) this.#properties.add(key);
    for (const name of facts.grown.names) this.#grown.add(name);
    this.#anyGrown ||= facts.grown.any;
  }

  /** The unit of a text that is run at a place of another unit; null when it cannot be parsed or there are too many. */
  dynamic(text: string, from: number, start: number): number | null {
    const key = `${from}:${start}:${text}`;
    const known = this.#dynamic.get(key);
    if (known !== undefined) return known;
    const index = this.#dynamic.size < DYNAMIC_UNITS ? this.#parsed(text, from, start) : null;
    this.#dynamic.set(key, index);
    return index;
  }

  #parsed(text: string, from: number, start: number): number | null {
    const host = this.units[from]?.unit;
    if (!host) return null;
    const at = (): number => host.code.at(start);
    const unit: CodeUnit = { ...host, role: 'script', dialect: 'js', code: { text, at } };
    const result = parseUnit(unit);
    if (!result.ok || result.blanked.length > 0) return null;
    const program = result.program as unknown as Node;
    const facts = factsOf(program);
    for (const fn of facts.functions) fn.relevant = true;
    this.units.push({ unit, program, imports: new Map(), lazy: true });
    this.facts.push(facts);
    this.#index(facts, this.facts.length - 1);
    return this.facts.length - 1;
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

  /** Whether functions put properties, by names that only the run tells, into what is known under this name. */
  isFilled(name: string): boolean {
    return this.#grown.has(name);
  }

  /** Whether functions may add to or take from what is known by this name. */
  isGrown(name: string): boolean {
    return this.#anyGrown || this.#grown.has(name);
  }

  /** Whether some function that mentions `name` is as wanted. */
  isMentioned(name: string, wanted: (fn: FunctionFacts) => boolean): boolean {
    return this.facts.some((facts) => (facts.mentions.get(name) ?? []).some((mention) => wanted(mention.fn)));
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
