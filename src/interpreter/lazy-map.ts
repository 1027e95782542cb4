/**
 * A map that takes no room until something is put into it: most abstract objects have no property of their own.
 */
const NONE: readonly never[] = [];

export class LazyMap<Key, Value> {
  #entries: Map<Key, Value> | null = null;

  get size(): number {
    return this.#entries?.size ?? 0;
  }

  get(key: Key): Value | undefined {
    return this.#entries?.get(key);
  }

  has(key: Key): boolean {
    return this.#entries?.has(key) ?? false;
  }

  set(key: Key, value: Value): this {
    this.#entries ??= new Map();
    this.#entries.set(key, value);
    return this;
  }

  values(): Iterable<Value> {
    return this.#entries?.values() ?? [];
  }

  [Symbol.iterator](): Iterator<[Key, Value]> {
    return this.#entries?.entries() ?? NONE[Symbol.iterator]();
  }
}
