/**
 * One cell: a process that loads, waits, runs one task and ends. In: its command. Out: messages of the task and how it
 * ended; `perform` never rejects. Whatever happens, the whole process tree is gone when it has ended, and what a cell
 * said before it ended badly stands.
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { CellMessage, CellTask } from '../../../workers/cell/protocol.ts';
import { KEY_BYTES } from '../../../workers/cell/protocol.ts';
import type { End } from '../../model.ts';
import { treeOf } from '../process-tree.ts';
import { inheritedDescriptors } from './inherited-descriptors.ts';
import { CellLines } from './lines.ts';
import type { CellCaps } from './watch.ts';
import { CellWatch } from './watch.ts';

export interface CellStart {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  /** A file that the cell expects on the first descriptor after its three streams. */
  readonly filter: string | null;
  /** The positive control of the self-test: with an environment, a channel and a descriptor that a cell must not have. */
  readonly bare?: boolean;
}

const STARTING_MS = 60_000;
/** More than the sign of readiness takes. */
const BYTES_BEFORE_TASK = 1_000;
const STDERR_CHARS = 4_000;

const STREAMS = ['pipe', 'pipe', 'pipe'] as const;

/**
 * What a cell finds open: its streams, and the filter where there is one. Descriptors it would inherit by accident lead to
 * nothing instead.
 */
function streams([nothing = 0, filter]: readonly number[]): (number | 'pipe' | 'ignore')[] {
  const stdio: (number | 'pipe' | 'ignore')[] = [...STREAMS, ...(filter === undefined ? [] : [filter])];
  for (const number of inheritedDescriptors()) {
    while (stdio.length <= number) stdio.push('ignore');
    if (stdio[number] === 'ignore') stdio[number] = nothing;
  }
  return stdio;
}

export class Cell {
  readonly #child: ChildProcess;
  readonly #key = randomBytes(KEY_BYTES);
  readonly #lines = new CellLines(this.#key);
  readonly #closed: Promise<void>;
  readonly #ready: Promise<void>;
  #complaints = '';
  #bytes = 0;
  #capBytes = BYTES_BEFORE_TASK;
  #stopped: End | null = null;
  #onMessage: (message: CellMessage) => void = () => {};
  #settleReady: (error: Error | null) => void = () => {};
  #over: (detail: string) => void = () => {};
  #peakMb = 0;

  constructor({ command: [program, ...args], cwd, filter, bare = false }: CellStart) {
    const opened = [openSync('/dev/null', 'r+'), ...(filter === null ? [] : [openSync(filter, 'r')])];
    try {
      const stdio = bare ? [...STREAMS, 'ipc' as const, 'pipe' as const] : streams(opened);
      const env = bare ? { SAVECHECK_CONTROL: '1' } : {};
      // A group of its own, so that all of it can be ended at once.
      this.#child = spawn(program, args, { cwd, env, stdio, detached: true });
    } finally {
      for (const descriptor of opened) closeSync(descriptor);
    }
    this.#ready = new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.kill({ code: 'engine-unavailable', detail: 'it did not start' }),
        STARTING_MS,
      );
      this.#settleReady = (error) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve();
      };
    });
    // Whoever waits is told; nobody may be waiting.
    this.#ready.catch(() => {});
    this.#closed = this.#listen();
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Megabytes resident at most while the task ran. */
  get peakMb(): number {
    return this.#peakMb;
  }

  /** Whether its code came from the code cache; known once it is ready. */
  get cached(): boolean {
    return this.#lines.cached;
  }

  /** It had loaded, and ended without a task. */
  get lost(): boolean {
    return this.#lines.ready && (this.#child.exitCode !== null || this.#child.signalCode !== null);
  }

  /** Resolves when the cell has loaded. Rejects when it never will. */
  ready(): Promise<void> {
    return this.#ready;
  }

  closed(): Promise<void> {
    return this.#closed;
  }

  /** Ends the cell and everything it started. */
  kill(end: End | null = null): void {
    this.#stopped ??= end;
    const { pid } = this;
    if (pid === 0) return;
    const refused = [-pid, ...treeOf(pid)].filter((target) => !signal(target));
    if (refused.length > 0) this.#abandon('this process may not end its cells');
  }

  async perform(
    task: CellTask,
    caps: CellCaps,
    onMessage: (message: CellMessage) => void,
    cancelled?: AbortSignal,
  ): Promise<End> {
    const watch = new CellWatch(this.pid, caps, (end) => this.kill(end));
    const cancel = () => this.kill({ code: 'timed-out', detail: 'cancelled' });
    if (cancelled?.aborted) cancel();
    cancelled?.addEventListener('abort', cancel, { once: true });
    this.#capBytes = caps.outputBytes;
    let end: End | null = null;
    this.#onMessage = (message) => {
      watch.progress();
      if (message.kind === 'end') end = message.end;
      else onMessage(message);
    };
    this.#child.stdin?.end(Buffer.concat([this.#key, Buffer.from(JSON.stringify(task))]));
    await this.#closed;
    watch.stop();
    this.#peakMb = watch.peakMb;
    cancelled?.removeEventListener('abort', cancel);
    return this.#endOf(end);
  }

  #listen(): Promise<void> {
    const { stdin, stdout, stderr } = this.#child;
    // A cell that ends early leaves its task unread.
    (stdin as Writable).on('error', () => {});
    stdout?.setEncoding('utf8').on('data', (chunk: string) => this.#heard(chunk));
    stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      this.#complaints = (this.#complaints + chunk).slice(-STDERR_CHARS);
    });
    return new Promise((resolve) => {
      this.#over = (detail) => {
        this.#lines.close();
        this.#settleReady(new Error(detail));
        resolve();
      };
      this.#child.once('error', (error) => this.#over(error.message));
      this.#child.once('close', (code, name) => this.#over(this.#words(code, name)));
    });
  }

  /** The cell lives on; nobody waits for it. */
  #abandon(detail: string): void {
    this.#stopped = { code: 'engine-unavailable', detail };
    for (const stream of this.#child.stdio) stream?.destroy();
    this.#child.unref();
    this.#over(detail);
  }

  #heard(chunk: string): void {
    this.#bytes += Buffer.byteLength(chunk);
    if (this.#bytes > this.#capBytes) {
      this.kill({ code: 'timed-out', detail: `more than ${this.#capBytes} bytes of output` });
      return;
    }
    for (const message of this.#lines.push(chunk)) this.#onMessage(message);
    if (this.#lines.ready) this.#settleReady(null);
    if (this.#lines.fault || this.#lines.ended) this.kill();
  }

  #words(code: number | null, name: string | null): string {
    const [first = ''] = this.#complaints.trim().split('\n');
    return this.#stopped?.detail ?? (first || (name ? `ended by ${name}` : `ended with ${code}`));
  }

  #endOf(end: End | null): End {
    const { fault, ended } = this.#lines;
    if (this.#stopped) return this.#stopped;
    if (fault) return { code: 'tampered', detail: fault };
    if (ended && end) return known(end);
    const { exitCode, signalCode } = this.#child;
    const detail = signalCode ? `ended by ${signalCode}` : `ended with ${exitCode}`;
    if (/heap out of memory|Array buffer allocation failed/.test(this.#complaints))
      return { code: 'out-of-memory', detail: 'the heap is full' };
    return { code: 'crashed', detail };
  }
}

const SAYABLE: ReadonlySet<string> = new Set<End['code']>([
  'completed',
  'timed-out',
  'too-large',
  'engine-unavailable',
]);

/** An end that a cell may tell of itself; any other is the parent's to say. */
function known(end: End): End {
  const fits = typeof end === 'object' && end !== null && SAYABLE.has(end.code) && typeof end.detail === 'string';
  return fits ? { code: end.code, detail: end.detail } : { code: 'tampered', detail: 'an end that no cell has' };
}

/** Ends a process, or a group when negative. False: that is not allowed. */
function signal(target: number): boolean {
  try {
    process.kill(target, 'SIGKILL');
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
    // What is gone already needs no end.
    return code === 'ESRCH';
  }
}
