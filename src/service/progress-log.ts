/**
 * Writes what a job reports on its way, at most once in a while and never after its end. In: progress, as often as it
 * comes. Out: events in the store, in order. `drain` resolves when everything that came before it is written.
 */
import type { JobStore, Lease } from './contract.ts';

export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Progress events kept between two writes; the oldest go, since each one carries the whole count. */
const KEPT = 16;

export class ProgressLog {
  readonly #store: JobStore;
  readonly #lease: Lease;
  readonly #everyMs: number;
  #waiting: Progress[] = [];
  #writing: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(store: JobStore, lease: Lease, everyMs: number) {
    this.#store = store;
    this.#lease = lease;
    this.#everyMs = everyMs;
  }

  add(progress: Progress): void {
    if (this.#closed) return;
    this.#waiting.push(progress);
    if (this.#waiting.length > KEPT) this.#waiting.shift();
    this.#timer ??= setTimeout(() => this.#flush(), this.#everyMs);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length === 0) return;
    this.#writing = this.#writing.then(() =>
      this.#store.progress(
        this.#lease,
        batch.map((one) => ({ ...one })),
      ),
    );
    // Seen by `drain`; without this a failed write before it would count as unheard.
    this.#writing.catch(() => undefined);
  }

  /** Takes nothing more. Rejects when a write failed. */
  async drain(): Promise<void> {
    this.#closed = true;
    this.#flush();
    await this.#writing;
  }
}
