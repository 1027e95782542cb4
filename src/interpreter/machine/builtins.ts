/**
 * The names that every program finds: of the language, the browser, and the libraries that primitives stand for. In: how the
 * value of a name is made. Out: the value, made when a program first asks, as of before anything ran; most are never asked for.
 */
import type { Value } from '../values/values.ts';

type Maker<M> = (machine: M) => Value;

/** Values by name, and how each is made. */
export type Globals<M> = ReadonlyMap<string, Maker<M>>;

/** Entries of a table whose values differ by their names alone. */
export function named<M>(
  names: readonly string[],
  make: (name: string, machine: M) => Value,
): readonly (readonly [string, Maker<M>])[] {
  return names.map((name) => [name, (machine) => make(name, machine)]);
}

export class Builtins<M extends { entry: number; moment: number }> {
  readonly #machine: M;
  readonly #tables: readonly Globals<M>[];
  readonly #makers = new Map<string, Maker<M>>();
  readonly #own = new Set<string>();
  readonly #made = new Map<Maker<M>, Value>();

  constructor(machine: M, tables: readonly Globals<M>[]) {
    this.#machine = machine;
    this.#tables = tables;
  }

  /** One value, under one or several names, which a page may as well lack. */
  provide(make: Maker<M>, ...names: readonly string[]): void {
    for (const name of names) this.#makers.set(name, make);
  }

  /** Of the browser's own. */
  provideOwn(make: Maker<M>, name: string): void {
    this.#makers.set(name, make);
    this.#own.add(name);
  }

  /** Whether a page may lack what stands under this name: that is how it asks for a library, or where it runs. */
  mayBeAbsent(name: string): boolean {
    return this.#makers.has(name) && !this.#own.has(name);
  }

  get(name: string): Value | undefined {
    const make = this.#makers.get(name) ?? this.#listed(name);
    return make && (this.#made.get(make) ?? this.#make(make));
  }

  /** All of them. */
  names(): ReadonlySet<string> {
    return new Set([...this.#tables, this.#makers].flatMap((table) => [...table.keys()]));
  }

  #listed(name: string): Maker<M> | undefined {
    for (const table of this.#tables) if (table.has(name)) return table.get(name);
    return undefined;
  }

  #make(make: Maker<M>): Value {
    const machine = this.#machine;
    const { entry, moment } = machine;
    Object.assign(machine, { entry: 0, moment: 0 });
    const value = make(machine);
    Object.assign(machine, { entry, moment });
    this.#made.set(make, value);
    return value;
  }
}
