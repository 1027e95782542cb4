/**
 * The facts of every tree of one program together. In: parsed units. Out: lookups by node and by place.
 */
import type { CodeUnit } from '../../contracts.ts';
import { parseJs, parseUnit } from '../../syntax/parse.ts';
import type { Node } from '../../syntax/tree.ts';
import { boundNames } from './bound-names.ts';
import { Changed } from './changed.ts';
import { FILLED, GROWN } from './changes.ts';
import type { Facts } from './facts.ts';
import { factsOf } from './facts.ts';
import type { FunctionFacts } from './function-facts.ts';
import { Nesting } from './nesting.ts';
import { Origins } from './origins.ts';
import { spreadRelevance } from './relevance.ts';
import type { ScopeFacts } from './scope-facts.ts';

/** The file of the page's own code, in which files beside it count by their paths. */
export const OWN_FILE = '';

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
  readonly filesBeside: ReadonlySet<string>;
  /** Of the first so many functions. */
  #nesting: { readonly of: number; readonly nesting: Nesting } | null = null;
  readonly #scopes = new Map<Node, ScopeFacts>();
  readonly #sinkStarts: (readonly number[])[];
  readonly #dynamic = new Map<string, number | null>();
  /** More texts were to be run as code than are. */
  isFull = false;
  readonly #free = new Set<string>();
  /** What handlers may have changed by the time another one runs. */
  readonly changed: Changed;
  readonly #origins = new Origins();
  /** Names that its scripts declare. */
  readonly #declared = new Set<string>();
  /** Those of them that are no properties of the window. */
  readonly #lexical = new Set<string>();

  /** `isGlobal`: names of the platform, of what stands in for a library, of elements; `isPackage`: modules that a primitive stands for. */
  constructor(
    units: readonly ProgramUnit[],
    { isGlobal, isPackage }: { isGlobal(name: string): boolean; isPackage(source: string): boolean },
  ) {
    this.units = [...units];
    this.filesBeside = new Set(units.flatMap(({ unit }) => unit.path ?? []));
    this.facts = units.map(({ unit, program }) => factsOf(program, loads(unit), this.#origins));
    this.relevantNames = spreadRelevance(this.facts);
    this.#sinkStarts = [];
    this.facts.forEach((facts, unit) => {
      this.#index(facts, unit);
    });
    this.changed = new Changed(this.#origins, {
      name: (name) => isGlobal(name) || this.#free.has(name) || this.#declared.has(name),
      module: (source) => isPackage(source) || this.units.some(({ imports }) => imports.has(source)),
    });
    this.changed.add(this.facts);
    this.#addTexts();
  }

  /** What texts that may be run give a value. */
  #addTexts(): void {
    const texts = new Set(this.facts.flatMap(({ codeTexts }) => codeTexts));
    for (const text of [...texts].slice(0, DYNAMIC_UNITS)) {
      const parsed = parseJs(text, { dialect: 'js', goal: 'script' });
      if (!parsed.ok || parsed.blanked.length > 0) continue;
      const facts = factsOf(parsed.program as unknown as Node, false, this.#origins);
      for (const name of [...facts.freeAssignments, ...facts.changes.globals]) this.#free.add(name);
      this.changed.add([facts]);
    }
  }

  #index(facts: Facts, unit: number): void {
    this.#sinkStarts.push(facts.sinks.map((sink) => sink.start).sort((a, b) => a - b));
    for (const scope of facts.scopes) {
      this.#scopes.set(scope.node, scope);
      if (!scope.parent) for (const name of scope.names) this.#declared.add(name);
    }
    for (const name of lexicalNames(this.units[unit]!)) this.#lexical.add(name);
    for (const fn of facts.functions) this.functions.set(fn.node, { facts: fn, unit });
    for (const name of facts.freeAssignments) this.#free.add(name);
    for (const name of facts.changes.globals) this.#free.add(name);
  }

  /** The functions that can reach a sink. */
  nesting(): Nesting {
    if (this.#nesting?.of !== this.functions.size) {
      const all = [...this.functions.values()].map(({ facts }) => facts);
      this.#nesting = {
        of: this.functions.size,
        nesting: new Nesting(all.filter((one) => one.relevant && one.parent)),
      };
    }
    return this.#nesting.nesting;
  }

  /** The unit of a text that is run at a place of another unit; null when it cannot be parsed or there are too many. */
  dynamic(text: string, from: number, start: number): number | null {
    const key = `${from}:${start}:${text}`;
    const known = this.#dynamic.get(key);
    if (known !== undefined) return known;
    this.isFull ||= this.#dynamic.size >= DYNAMIC_UNITS;
    const index = this.isFull ? null : this.#parsed(text, from, start);
    if (this.isFull) return null;
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
    const facts = factsOf(program, false, this.#origins);
    for (const fn of facts.functions) fn.relevant = true;
    this.units.push({ unit, program, imports: new Map(), lazy: true });
    this.facts.push(facts);
    this.#index(facts, this.facts.length - 1);
    this.changed.add([facts]);
    return this.facts.length - 1;
  }

  /** The file a unit stands in: its path beside the page, or the page itself. */
  fileOf(unit: number): string {
    return this.units[unit]?.unit.path ?? OWN_FILE;
  }

  scopeOf(node: Node): ScopeFacts | undefined {
    return this.#scopes.get(node);
  }

  /** Whether a function that is called without a `this` has the window for one. */
  isSloppy(node: Node): boolean {
    const known = this.functions.get(node);
    return known !== undefined && !known.facts.isStrict && this.units[known.unit]?.unit.role !== 'module';
  }

  isRelevant(node: Node): boolean {
    return this.functions.get(node)?.facts.relevant ?? true;
  }

  isFreelyAssigned(name: string): boolean {
    return this.#free.has(name) || (this.changed.window.isSet(this.changed.keys.has(name)) && !this.#lexical.has(name));
  }

  /** Notes that a control is bound to a piece of state: `x-model="form.name"`. A person sets it. */
  noteBound(path: string): void {
    const names = path.match(/[\p{L}\p{N}_$]+/gu) ?? [];
    if (names[0] !== undefined) this.#free.add(names[0]);
    if (names.length > 0) this.changed.keys.add(names.at(-1)!);
  }

  isAssignedProperty(key: string): boolean {
    return this.changed.keys.has(key);
  }

  /** Whether functions may add to or take from what is known by this name. */
  isGrown(name: string): boolean {
    return (this.changed.under(name) & (FILLED | GROWN)) !== 0;
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

/** What a script declares by `let`, `const` and `class`. */
function lexicalNames({ unit, program }: ProgramUnit): readonly string[] {
  if (unit.role === 'module') return [];
  return (program.body as readonly Node[]).flatMap((node) => {
    if (node.type === 'ClassDeclaration') return [node.id!.name];
    if (node.type !== 'VariableDeclaration' || node.kind === 'var') return [];
    return node.declarations.flatMap(({ id }) => boundNames(id!));
  });
}

/** The state of a component, as an attribute says it. */
export function isComponent(unit: CodeUnit): boolean {
  return /^(?:x-data|v-scope)$/.test(unit.attribute ?? '');
}

/** A script runs while the page loads, and so does what says the state of a component; the code of a handler does not. */
function loads(unit: CodeUnit): boolean {
  return unit.role === 'script' || unit.role === 'module' || isComponent(unit);
}
