/**
 * A map that takes no room until something is put into it: most abstract objects have no property of their own. It may be
 * given what it holds from the start as a question, asked when anybody looks.
 */
const NONE: readonly never[] = [];

export class LazyMap<Key, Value> {
  #entries: Map<Key, Value> | null = null;
  #first: (() => readonly [Key, Value]) | null;

  constructor(first: (() => readonly [Key, Value]) | null = null) {
    this.#first = first;
  }

  get size(): number {
    return this.#held()?.size ?? 0;
  }

  get(key: Key): Value | undefined {
    return this.#held()?.get(key);
  }

  has(key: Key): boolean {
    return this.#held()?.has(key) ?? false;
  }

  set(key: Key, value: Value): this {
    const entries = this.#held() ?? new Map();
    entries.set(key, value);
    this.#entries = entries;
    return this;
  }

  values(): Iterable<Value> {
    return this.#held()?.values() ?? [];
  }

  [Symbol.iterator](): Iterator<[Key, Value]> {
    return this.#held()?.entries() ?? NONE[Symbol.iterator]();
  }

  /** What was put in or asked for so far. */
  made(): Iterable<[Key, Value]> {
    return this.#entries ?? NONE;
  }

  #held(): Map<Key, Value> | null {
    if (this.#first) {
      const entry = this.#first();
      this.#first = null;
      this.#entries = new Map([entry]);
    }
    return this.#entries;
  }
}
