/**
 * Tables by name. In: a table and a key that a program chose. Out: its entry; a name that every object inherits is none.
 */
export function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
