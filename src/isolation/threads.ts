/**
 * Worker threads, each in a pool of its own: the only user of piscina. In: how many may work at once, and what each is started with.
 * Out: threads, one task at a time; those that are spent are ended and replaced.
 */
import { Piscina } from 'piscina';
import { RECYCLE_AFTER, SPARE_BEFORE } from '../limits.ts';
import { Semaphore } from './semaphore.ts';

export type ThreadSettings = ConstructorParameters<typeof Piscina>[0];

/** One thread: a pool of one, so that it can be watched and replaced by itself. */
export class Slot {
  readonly pool: Piscina;
  /** The worker file is loaded: from here on, what goes wrong may be the artifact's doing. */
  loaded = false;
  /** It failed while nobody used it. */
  failed = false;
  served = 0;
  readonly #gone: Promise<void>;

  constructor(options: ThreadSettings) {
    this.pool = new Piscina({ ...options, minThreads: 1, maxThreads: 1 });
    this.pool.on('error', () => {
      this.failed = true;
    });
    const thread = this.pool.threads[0];
    // Piscina has a thread say that it is ready once it has imported the file, and counts it as ready long before.
    thread?.once('message', () => {
      this.loaded = true;
    });
    this.#gone = new Promise((resolve) => (thread ? thread.once('exit', () => resolve()) : resolve()));
  }

  /** Ends the thread. Piscina replaces one that ended by itself or was cancelled, even in a pool that is destroyed. */
  async end(): Promise<void> {
    await Promise.all([this.pool.destroy(), this.#gone]);
    await this.pool.destroy();
  }
}

export class Threads {
  readonly #options: () => Promise<ThreadSettings>;
  readonly #idle: Slot[] = [];
  readonly #semaphore: Semaphore;
  readonly #keepSpare: boolean;
  #spare: Promise<Slot> | null = null;

  constructor(jobs: number, keepSpare: boolean, options: () => Promise<ThreadSettings>) {
    this.#options = options;
    this.#semaphore = new Semaphore(jobs);
    this.#keepSpare = keepSpare;
  }

  async #open(): Promise<Slot> {
    return new Slot(await this.#options());
  }

  /** The spare is given away last: it is there for when a thread has to be replaced. */
  async #takeSlot(): Promise<Slot> {
    for (let slot = this.#idle.shift(); slot; slot = this.#idle.shift()) {
      if (!slot.failed) return slot;
      await slot.end();
    }
    const spare = this.#spare;
    this.#spare = null;
    const slot = await (spare ?? this.#open());
    if (!slot.failed) return slot;
    await slot.end();
    return this.#open();
  }

  async acquire(): Promise<Slot> {
    await this.#semaphore.acquire();
    try {
      return await this.#takeSlot();
    } catch (error) {
      this.#semaphore.release();
      throw error;
    }
  }

  /** Gives a thread back; `spent` ends it, and the next task gets another. */
  async release(slot: Slot, spent: boolean): Promise<void> {
    // Not before a thread has to be replaced, or soon will: a thread nobody uses holds as much as one that works.
    if (this.#keepSpare && (spent || slot.served > RECYCLE_AFTER - SPARE_BEFORE)) this.#openSpare();
    if (spent) await slot.end();
    else this.#idle.unshift(slot);
    this.#semaphore.release();
  }

  #openSpare(): void {
    this.#spare ??= this.#open();
    // Whoever takes it is told.
    this.#spare.catch(() => {});
  }

  async close(): Promise<void> {
    const spare = await this.#spare?.catch(() => null);
    const slots = [...this.#idle.splice(0), ...(spare ? [spare] : [])];
    this.#spare = null;
    await Promise.all(slots.map((slot) => slot.end()));
  }
}
