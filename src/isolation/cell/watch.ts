/**
 * Watches one running cell from outside, by what the kernel counts. In: the process, its caps. Out: why it must be ended,
 * once; nothing when it ends by itself first. Time waits for no page here: a drive never sleeps, so a cell that uses no
 * CPU for long will never answer.
 */
import type { End } from '../../model.ts';
import { usageOf } from '../process-tree.ts';

export interface CellCaps {
  /** Milliseconds of CPU between two observations. */
  readonly cpuMs: number;
  /** Milliseconds of wall time for the whole task. */
  readonly wallMs: number;
  /** Megabytes resident, array buffers included. */
  readonly residentMb: number;
  /** Bytes of output. */
  readonly outputBytes: number;
}

const POLL_MS = 100;
/** Looks in a row that saw no CPU used: five seconds on a machine that is awake. */
const STALLED_POLLS = 50;

export class CellWatch {
  readonly #pid: number;
  readonly #caps: CellCaps;
  readonly #end: (end: End) => void;
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #cpuAtProgress: number;
  #cpuBefore = 0;
  #stalled = 0;
  #progressed = false;
  #peakMb = 0;

  constructor(pid: number, caps: CellCaps, end: (end: End) => void) {
    this.#pid = pid;
    this.#caps = caps;
    this.#end = end;
    this.#cpuAtProgress = usageOf(pid)?.cpuMs ?? 0;
    this.#timer = setInterval(() => this.#poll(), POLL_MS);
  }

  /** The largest number of megabytes seen. */
  get peakMb(): number {
    return this.#peakMb;
  }

  /** A drive is complete: the next one has a budget of its own. */
  progress(): void {
    this.#progressed = true;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #poll(): void {
    const end = this.#overdue() ?? this.#overused();
    if (!end) return;
    this.stop();
    this.#end(end);
  }

  #overdue(): End | null {
    const { wallMs } = this.#caps;
    const late = performance.now() - this.#startedAt > wallMs;
    return late ? { code: 'timed-out', detail: `${wallMs} ms of wall time` } : null;
  }

  #overused(): End | null {
    const usage = usageOf(this.#pid);
    if (!usage) return null;
    const { cpuMs, residentMb } = this.#caps;
    this.#peakMb = Math.max(this.#peakMb, usage.residentMb);
    if (this.#progressed) this.#cpuAtProgress = usage.cpuMs;
    this.#progressed = false;
    this.#stalled = usage.cpuMs === this.#cpuBefore ? this.#stalled + 1 : 0;
    this.#cpuBefore = usage.cpuMs;
    if (usage.cpuMs - this.#cpuAtProgress > cpuMs)
      return { code: 'timed-out', detail: `${cpuMs} ms of CPU in one drive` };
    if (usage.residentMb > residentMb) return { code: 'out-of-memory', detail: `${residentMb} MB resident` };
    const seconds = (STALLED_POLLS * POLL_MS) / 1000;
    return this.#stalled > STALLED_POLLS ? { code: 'timed-out', detail: `no CPU used in ${seconds} s` } : null;
  }
}
