/**
 * What a run has seen: writes by key, effects by write and by entry. In: facts as they happen. Out: facts for the decision
 * table. Opinion-free: nothing is classified here.
 */
import type { Effect, Opaque, Write } from './machine.ts';

const EFFECTS_PER_WRITE = 400;

export class Ledger {
  readonly writes = new Map<string, Write>();
  readonly opaque = new Map<string, Opaque>();
  /** Entries that belong to the load of the page: its programs, and what waits for it to be ready. */
  readonly loads = new Set<number>([0]);
  readonly #byWrite = new Map<string, Effect[]>();
  readonly #byEntry = new Map<number, Effect[]>();

  note(effect: Effect): void {
    for (const key of effect.awaited) this.#add(this.#byWrite, key, effect);
    for (const key of effect.fired) this.#add(this.#byWrite, key, effect);
    this.#add(this.#byEntry, effect.entry, effect);
  }

  #add<K>(index: Map<K, Effect[]>, key: K, effect: Effect): void {
    const list = index.get(key);
    if (!list) index.set(key, [effect]);
    else if (list.length < EFFECTS_PER_WRITE) list.push(effect);
  }

  after(key: string): readonly Effect[] {
    return this.#byWrite.get(key) ?? [];
  }

  inEntry(entry: number): readonly Effect[] {
    return this.#byEntry.get(entry) ?? [];
  }
}
