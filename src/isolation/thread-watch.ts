/**
 * Watches one running thread from outside, since a page that never yields cannot watch itself.
 * In: the thread, its caps. Out: why it must be ended, once; nothing when it ends by itself first.
 */
import type { Worker } from 'node:worker_threads';
import type { End } from '../model.ts';

export interface ThreadCaps {
  /** Milliseconds of CPU between two signs of progress. Infinity: not kept. */
  readonly cpuMs: number;
  /** Milliseconds of wall time for the whole task; a task that a busy machine starves gets more. */
  readonly wallMs: number;
  /** Megabytes outside the JavaScript heap, which the thread's own limit does not count. */
  readonly externalMb: number;
}

const POLL_MS = 200;
/** A starved task has had less than this share of its wall time as CPU, was given some of late, and ends at this multiple of it. */
const STARVED_SHARE = 0.5;
const STARVED_IDLE_MS = 5_000;
const STARVED_TIMES = 5;
const MICROSECONDS = 1_000;
const MEGABYTE = 1024 * 1024;

export class ThreadWatch {
  readonly #thread: Worker;
  readonly #caps: ThreadCaps;
  readonly #end: (end: End) => void;
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #cpuAtProgress: number | null = null;
  #cpuAtStart: number | null = null;
  #cpu = 0;
  #cpuGivenAt = performance.now();
  #progressed = true;
  #polling = false;

  constructor(thread: Worker, caps: ThreadCaps, end: (end: End) => void) {
    this.#thread = thread;
    this.#caps = caps;
    this.#end = end;
    this.#timer = setInterval(() => void this.#poll(), POLL_MS);
  }

  /** A drive is complete: the next one has a budget of its own. */
  progress(): void {
    this.#progressed = true;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #poll(): Promise<void> {
    const { wallMs } = this.#caps;
    const wall = performance.now() - this.#startedAt;
    if (wall > wallMs && (wall > STARVED_TIMES * wallMs || !this.#isStarved()))
      return this.#finish({ code: 'timed-out', detail: `${wallMs} ms of wall time` });
    if (this.#polling) return;
    this.#polling = true;
    try {
      const [cpu, heap] = await Promise.all([this.#thread.cpuUsage(), this.#thread.getHeapStatistics()]);
      const spent = (cpu.user + cpu.system) / MICROSECONDS;
      if (spent > this.#cpu) this.#cpuGivenAt = performance.now();
      this.#cpu = spent;
      this.#cpuAtStart ??= spent;
      if (this.#progressed || this.#cpuAtProgress === null) this.#cpuAtProgress = spent;
      this.#progressed = false;
      if (spent - this.#cpuAtProgress > this.#caps.cpuMs)
        this.#finish({ code: 'timed-out', detail: `${this.#caps.cpuMs} ms of CPU in one drive` });
      if (heap.external_memory / MEGABYTE > this.#caps.externalMb)
        this.#finish({ code: 'out-of-memory', detail: `${this.#caps.externalMb} MB outside the heap` });
    } catch (error) {
      // The thread is gone, and whoever runs it is told so. Anything else is a bug.
      if (!(error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_NOT_RUNNING')) throw error;
    } finally {
      this.#polling = false;
    }
  }

  /** Whether it is the machine, and not the task, that takes so long. */
  #isStarved(): boolean {
    const had = this.#cpu - (this.#cpuAtStart ?? this.#cpu);
    return performance.now() - this.#cpuGivenAt < STARVED_IDLE_MS && had < STARVED_SHARE * this.#caps.wallMs;
  }

  #finish(end: End): void {
    this.stop();
    this.#end(end);
  }
}
