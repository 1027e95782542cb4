/**
 * The `thread` tier: worker threads, preemptable and limited in memory; no wall against malice.
 * In: scan and drive tasks. Out: what they find, message by message, and how each ended; `run` never rejects.
 * A thread that ended abnormally, or has served long enough, is replaced.
 */
import type { MessagePort } from 'node:worker_threads';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { DriveResult } from '../../workers/drive.worker.ts';
import type { Runner, Task, TaskMessage } from '../contracts.ts';
import { pageScript } from '../engines/jsdom/page-script.ts';
import {
  DRIVE_CPU_MS,
  DRIVE_HEAP_MB,
  DRIVE_WALL_MS,
  DRIVE_YOUNG_HEAP_MB,
  RECYCLE_AFTER,
  RECYCLE_HEAP_MB,
  SCAN_HEAP_MB,
  SCAN_WALL_MS,
  SCAN_YOUNG_HEAP_MB,
} from '../limits.ts';
import type { End, Observation, ScanOutcome } from '../model.ts';
import { DEFAULT_ENGINE } from '../registry.ts';
import { taskWallMs } from './task-wall.ts';
import type { ThreadCaps } from './thread-watch.ts';
import { ThreadWatch } from './thread-watch.ts';
import type { Slot, ThreadSettings } from './threads.ts';
import { Threads } from './threads.ts';
import { workerFile } from './worker-file.ts';

const SCAN_STACK_MB = 16;
const DRIVE_CAPS: ThreadCaps = { cpuMs: DRIVE_CPU_MS, wallMs: DRIVE_WALL_MS, externalMb: 1_024 };
const SCAN_CAPS: ThreadCaps = { cpuMs: Infinity, wallMs: SCAN_WALL_MS, externalMb: 4_096 };
const COMPLETED: End = { code: 'completed', detail: '' };

export interface ThreadOptions {
  /** Tasks at once; one more thread is opened shortly before one has to be replaced. */
  readonly jobs: number;
  readonly engine?: string;
  /** Milliseconds of CPU one drive may use, instead of the default. */
  readonly timeoutMs?: number;
}

interface Work {
  readonly threads: Threads;
  readonly caps: ThreadCaps;
  /** The argument of the worker, given the port for its messages. */
  readonly argument: (port: MessagePort) => object;
  readonly onPort: (message: unknown) => void;
  readonly onResult: (result: unknown) => Ended;
}

interface Ended {
  readonly end: End;
  /** The thread must not be used again. */
  readonly spent: boolean;
}

function driveCaps(timeoutMs: number | undefined): ThreadCaps {
  return timeoutMs === undefined ? DRIVE_CAPS : { ...DRIVE_CAPS, cpuMs: timeoutMs, wallMs: taskWallMs(timeoutMs) };
}

export function threadRunner({ jobs, engine = DEFAULT_ENGINE, timeoutMs }: ThreadOptions): Runner {
  const caps = driveCaps(timeoutMs);
  let script: Promise<string> | null = null;
  const drives = new Threads(jobs, true, async () => {
    script ??= pageScript();
    return driveOptions(await script, engine);
  });
  const scans = new Threads(jobs, false, async () => scanOptions());
  return {
    tier: 'thread',
    run: (task, onMessage, signal) =>
      task.kind === 'scan'
        ? perform(scanWork(task, scans, onMessage), signal)
        : perform(driveWork(task, drives, caps, onMessage), signal),
    close: async () => void (await Promise.all([drives.close(), scans.close()])),
  };
}

function driveOptions(pageScript: string, engine: string): ThreadSettings {
  return {
    filename: workerFile('drive.worker').href,
    execArgv: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    workerData: { pageScript, engine },
    resourceLimits: { maxOldGenerationSizeMb: DRIVE_HEAP_MB, maxYoungGenerationSizeMb: DRIVE_YOUNG_HEAP_MB },
  };
}

function scanOptions(): ThreadSettings {
  return {
    filename: workerFile('scan.worker').href,
    resourceLimits: {
      stackSizeMb: SCAN_STACK_MB,
      maxOldGenerationSizeMb: SCAN_HEAP_MB,
      maxYoungGenerationSizeMb: SCAN_YOUNG_HEAP_MB,
    },
  };
}

function driveWork(
  task: Extract<Task, { kind: 'drive' }>,
  threads: Threads,
  caps: ThreadCaps,
  onMessage: (message: TaskMessage) => void,
): Work {
  return {
    threads,
    caps,
    argument: (port) => ({ source: task.source, host: task.host, port }),
    onPort: (observation) => onMessage({ kind: 'observation', observation: observation as Observation }),
    onResult: (result) => {
      const { end, heapMb, touched } = result as DriveResult;
      return { end, spent: touched || heapMb > RECYCLE_HEAP_MB };
    },
  };
}

function scanWork(
  task: Extract<Task, { kind: 'scan' }>,
  threads: Threads,
  onMessage: (message: TaskMessage) => void,
): Work {
  return {
    threads,
    caps: SCAN_CAPS,
    argument: () => ({ source: task.source }),
    onPort: () => {},
    onResult: (outcome) => {
      onMessage({ kind: 'scan', outcome: outcome as ScanOutcome });
      return { end: COMPLETED, spent: false };
    },
  };
}

async function perform(work: Work, signal: AbortSignal | undefined): Promise<End> {
  let slot: Slot;
  try {
    slot = await work.threads.acquire();
  } catch (error) {
    return { code: 'engine-unavailable', detail: error instanceof Error ? error.message : 'no thread' };
  }
  const { end, spent } = await inThread(work, slot, signal);
  slot.served += 1;
  await work.threads.release(slot, spent || end.code !== 'completed' || slot.served >= RECYCLE_AFTER);
  return end;
}

async function inThread(work: Work, slot: Slot, signal: AbortSignal | undefined): Promise<Ended> {
  const { port1, port2 } = new MessageChannel();
  const stop = new AbortController();
  let stopped: End | null = null;
  const finish = (end: End) => {
    stopped ??= end;
    stop.abort();
  };
  const cancel = () => finish({ code: 'timed-out', detail: 'cancelled' });
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  const thread = slot.pool.threads[0];
  const watch = thread ? new ThreadWatch(thread, work.caps, finish) : null;
  port1.on('message', (message) => {
    watch?.progress();
    work.onPort(message);
  });
  try {
    const argument = work.argument(port2);
    // Piscina's type of a transfer list is inferred from an overload that Node's types have since replaced.
    const transferList = ('port' in argument ? [port2] : []) as never;
    const result: unknown = await slot.pool.run(argument, { signal: stop.signal, transferList });
    drain(port1, work);
    return work.onResult(result);
  } catch (error) {
    drain(port1, work);
    return { end: stopped ?? endOf(error, slot), spent: true };
  } finally {
    watch?.stop();
    signal?.removeEventListener('abort', cancel);
    port1.close();
  }
}

/** What the thread posted before it ended, though its events have not been delivered yet. */
function drain(port: MessagePort, work: Work): void {
  for (let entry = receiveMessageOnPort(port); entry; entry = receiveMessageOnPort(port)) work.onPort(entry.message);
}

function endOf(error: unknown, { loaded }: Slot): End {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  const detail = error instanceof Error ? error.message : 'the thread ended';
  if (!loaded) return { code: 'engine-unavailable', detail };
  return { code: code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out-of-memory' : 'crashed', detail };
}
