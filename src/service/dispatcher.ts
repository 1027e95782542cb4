/**
 * Keeps every slot busy. In: a store and what verifies. Whenever a slot is free it claims as many jobs as fit; it wakes
 * when a job is queued and looks again now and then for those whose delay has run out. It owns no truth: the store does.
 */

import { JOB_WALL_MS } from '../limits.ts';
import type { AttemptEnd, LateCause, VerifyJob } from './attempt.ts';
import { attempt } from './attempt.ts';
import type { JobEvent, JobStore, Lease } from './contract.ts';

/** Told of what happened, for logs and metrics. */
export interface DispatchObserver {
  started(lease: Lease): void;
  ended(lease: Lease, end: AttemptEnd, ms: number): void;
  /** The store failed under the dispatcher. It goes on. */
  storeFailed(error: unknown): void;
}

export interface DispatcherOptions {
  readonly store: JobStore;
  readonly verify: VerifyJob;
  readonly slots: number;
  readonly observer: DispatchObserver;
  /** False: what is queued waits. Asked before each claim. */
  readonly mayRun?: () => boolean;
  readonly wallMs?: number;
  readonly progressMs?: number;
  readonly beatMs?: number;
  readonly pollMs?: number;
  readonly backoff?: (n: number) => number;
}

interface Running {
  readonly lease: Lease;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** 1, 2, 4 … at most 30 s, each between half of it and the whole. */
function backoff(n: number): number {
  return Math.min(30_000, 1_000 * 2 ** (n - 1)) * (0.5 + Math.random() / 2);
}

/** Milliseconds an aborted job may take to give its slot back when the process is about to end. */
const ABORT_GRACE_MS = 3_000;

export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #running = new Set<Running>();
  readonly #timers: NodeJS.Timeout[] = [];
  #unlisten: () => void = () => undefined;
  #claiming: Promise<void> | undefined;
  #again = false;
  #stopping: Promise<void> | undefined;
  #accepting = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running.size;
  }

  start(): void {
    const { store, beatMs = 3_000, pollMs = 1_000 } = this.#options;
    this.#accepting = true;
    this.#unlisten = store.onEvent((event: JobEvent) => {
      if (event.kind === 'queued') this.#wake();
    });
    this.#timers.push(
      setInterval(() => this.#wake(), pollMs),
      setInterval(() => this.#beat(), beatMs),
    );
    this.#wake();
  }

  /** Claims the terminal state first; only then is the work stopped. */
  async cancel(tenant: string, id: string): ReturnType<JobStore['cancel']> {
    const outcome = await this.#options.store.cancel(tenant, id);
    if (outcome === 'cancelled') this.#abort(id, 'cancelled');
    return outcome;
  }

  /** Claims nothing more, gives running jobs `drainMs`, then puts the rest back into the queue uncounted. Safe to call again. */
  stop(drainMs: number): Promise<void> {
    this.#stopping ??= this.#drain(drainMs);
    return this.#stopping;
  }

  #wake(): void {
    if (!this.#accepting) return;
    this.#again = true;
    this.#claiming ??= this.#claimAll()
      .catch((error: unknown) => this.#options.observer.storeFailed(error))
      .finally(() => {
        this.#claiming = undefined;
      });
  }

  async #claimAll(): Promise<void> {
    while (this.#again && this.#accepting) {
      this.#again = false;
      const free = this.#options.slots - this.#running.size;
      if (free <= 0 || this.#options.mayRun?.() === false) return;
      const leases = await this.#options.store.claim(free);
      for (const lease of leases) this.#run(lease);
      // Fewer than asked for: nothing is left that may run now.
      if (leases.length === free) this.#again = true;
    }
  }

  #run(lease: Lease): void {
    const { store, verify, observer } = this.#options;
    const controller = new AbortController();
    const began = performance.now();
    observer.started(lease);
    const tools = {
      store,
      verify,
      wallMs: this.#options.wallMs ?? JOB_WALL_MS,
      progressMs: this.#options.progressMs ?? 250,
      backoff: this.#options.backoff ?? backoff,
    };
    const ended = attempt(tools, lease, controller)
      .then((end) => observer.ended(lease, end, performance.now() - began))
      .catch((error: unknown) => this.#giveBack(lease, error))
      .finally(() => {
        this.#running.delete(running);
        this.#wake();
      });
    const running: Running = { lease, controller, ended };
    this.#running.add(running);
  }

  /** The store failed under an attempt: its job would stay running for ever, so this goes on until the store is back. */
  async #giveBack(lease: Lease, error: unknown): Promise<void> {
    const { store, observer, pollMs = 1_000 } = this.#options;
    observer.storeFailed(error);
    while (this.#accepting) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      try {
        await store.release([lease]);
        return;
      } catch (again) {
        observer.storeFailed(again);
      }
    }
  }

  #abort(id: string, cause: LateCause): void {
    for (const { lease, controller } of this.#running) if (lease.id === id) controller.abort(cause);
  }

  #beat(): void {
    const held = [...this.#running].map((one) => one.lease);
    this.#options.store.beat(held).then(
      (lost) => {
        for (const lease of lost) this.#abort(lease.id, 'lost');
      },
      (error: unknown) => this.#options.observer.storeFailed(error),
    );
  }

  async #drain(drainMs: number): Promise<void> {
    this.#accepting = false;
    this.#unlisten();
    for (const timer of this.#timers) clearInterval(timer);
    await this.#claiming;
    await this.#idleWithin(drainMs);
    const left = [...this.#running];
    await this.#options.store.release(left.map((one) => one.lease));
    for (const { controller } of left) controller.abort('drained' satisfies LateCause);
    await this.#idleWithin(ABORT_GRACE_MS);
  }

  async #idleWithin(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([Promise.allSettled([...this.#running].map((one) => one.ended)), patience]);
    clearTimeout(timer);
  }
}
