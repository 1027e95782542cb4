/**
 * Lets many connections wait for one job each. In: the store's events. Out: a promise that resolves when the job moved.
 * It carries no event: whoever wakes reads the table, at its own pace, so a slow reader costs no memory.
 */
import type { JobEvent, JobStore } from './contract.ts';

export class Watch {
  readonly #sleepers = new Map<string, Set<() => void>>();
  readonly #unlisten: () => void;
  #closed = false;

  constructor(store: JobStore) {
    this.#unlisten = store.onEvent((event: JobEvent) => this.#wake(event.job));
  }

  /** Connections that wait now. */
  get size(): number {
    let all = 0;
    for (const set of this.#sleepers.values()) all += set.size;
    return all;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Resolves when the job had an event since the call, after `ms`, on abort, or when the watch is closed. */
  moved(job: string, ms: number, signal?: AbortSignal): Promise<void> {
    if (this.#closed || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const set = this.#sleepers.get(job) ?? new Set();
      this.#sleepers.set(job, set);
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        set.delete(wake);
        if (set.size === 0 && this.#sleepers.get(job) === set) this.#sleepers.delete(job);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      signal?.addEventListener('abort', wake);
      set.add(wake);
    });
  }

  #wake(job: string): void {
    for (const wake of [...(this.#sleepers.get(job) ?? [])]) wake();
  }

  /** Wakes everyone; whoever waits afterwards does not. */
  close(): void {
    this.#closed = true;
    this.#unlisten();
    for (const job of [...this.#sleepers.keys()]) this.#wake(job);
  }
}
