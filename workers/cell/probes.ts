/**
 * What an artifact that escaped its page would try next, run inside a cell by the self-test. In: targets that the parent
 * prepared. Out: for each probe, `open` or how it was denied. The parent judges by what it sees from outside where it
 * can; a probe's own word counts only together with the positive control, in which every probe must be open.
 */
import { createRequire } from 'node:module';
import vm from 'node:vm';

export interface ProbeTargets {
  /** A file that everyone may read. */
  readonly canary: string;
  /** A folder that everyone may write to. */
  readonly folder: string;
  /** A TCP port of the parent on 127.0.0.1, a UDP port likewise, and a unix socket. */
  readonly tcp: number;
  readonly udp: number;
  readonly parent: number;
}

type Probe = (targets: ProbeTargets) => unknown;
type Loose = Record<string, (...args: unknown[]) => never>;

const load = createRequire('file:///probes.cjs');

function builtin(name: string): Loose {
  return load(`node:${name}`) as Loose;
}

/** Resolves when the event is heard, rejects on `error`. */
function heard(emitter: unknown, event: string): Promise<void> {
  const on = emitter as { once(event: string, listener: (value: unknown) => void): void };
  return new Promise((resolve, reject) => {
    on.once(event, () => resolve());
    on.once('error', reject);
  });
}

function callFs(name: string, ...args: unknown[]): unknown {
  return builtin('fs')[name]?.(...args);
}

function startWorker(): Promise<void> {
  const { Worker } = builtin('worker_threads') as unknown as { Worker: new (code: string, options: object) => unknown };
  return heard(new Worker('', { eval: true, execArgv: [] }), 'exit');
}

function openDatabase(folder: string): void {
  const { DatabaseSync } = builtin('sqlite') as unknown as {
    DatabaseSync: new (path: string) => { exec(sql: string): void };
  };
  new DatabaseSync(`${folder}/probe.sqlite`).exec('create table t(x)');
}

/** Whether a change to an intrinsic of this realm stays, in strict mode or not. */
function changeIntrinsic(): void {
  const before = Array.prototype.filter;
  const replaced = () => [];
  try {
    Array.prototype.filter = replaced as never;
    if (Array.prototype.filter !== (replaced as never)) throw new Error('unchanged');
  } finally {
    if (Array.prototype.filter !== before) Array.prototype.filter = before;
  }
}

const PROBES: Readonly<Record<string, Probe>> = {
  'fs.read': ({ canary }) => callFs('readFileSync', canary),
  'fs.own-code': () => callFs('readdirSync', load('node:path').dirname(process.argv[1] ?? '/')),
  'fs.write': ({ folder }) => callFs('writeFileSync', `${folder}/probe.txt`, 'x'),
  'fs.proc': () => callFs('readFileSync', '/proc/self/environ'),
  spawn: ({ folder }) => {
    const { error, status } = builtin('child_process').spawnSync?.('/bin/sh', [
      '-c',
      `echo x > ${folder}/spawned`,
    ]) as unknown as {
      error?: Error;
      status: number | null;
    };
    if (error || status !== 0) throw error ?? new Error(`status ${status}`);
  },
  worker: startWorker,
  sqlite: ({ folder }) => openDatabase(folder),
  inspector: () => builtin('inspector').open?.(0, '127.0.0.1'),
  binding: () => (process as unknown as { binding(name: string): unknown }).binding('spawn_sync'),
  addons: () => process.dlopen({ exports: {} } as never, '/nonexistent.node'),
  'net.tcp': ({ tcp }) => heard(builtin('net').connect?.(tcp, '127.0.0.1'), 'connect'),
  'net.udp': async ({ udp }) => {
    const socket = builtin('dgram').createSocket?.('udp4') as unknown as {
      send(data: string, port: number, host: string, done: (error: Error | null) => void): void;
    };
    await new Promise<void>((resolve, reject) => {
      socket.send('x', udp, '127.0.0.1', (error) => (error ? reject(error) : resolve()));
    });
  },
  'net.listen': () => heard(builtin('net').createServer?.().listen(0), 'listening'),
  codegen: () => (0, eval)('1'),
  'codegen.function': () => Object.getPrototypeOf(async () => {}).constructor('return 1')(),
  env: () => {
    const names = Object.keys(process.env).filter((name) => name !== 'PWD');
    if (names.length === 0) throw new Error('empty');
  },
  descriptors: () => {
    for (let descriptor = 3; descriptor < 64; descriptor += 1) {
      try {
        callFs('writeSync', descriptor, 'x');
      } catch {
        continue;
      }
      return descriptor;
    }
    throw new Error('none');
  },
  ipc: () => {
    if (!process.send) throw new Error('no channel');
  },
  'signal-parent': ({ parent }) => process.kill(parent, 0),
  intrinsics: changeIntrinsic,
  'page.function': () => vm.runInNewContext('this.constructor.constructor("return process")().pid'),
};

export const PROBE_NAMES: readonly string[] = Object.keys(PROBES);

const PATIENCE_MS = 1_500;

/** Runs every probe, one after the other; each has a moment, since a denied call may simply never answer. */
export async function runProbes(targets: ProbeTargets): Promise<Record<string, string>> {
  const results: Record<string, string> = {};
  for (const [name, probe] of Object.entries(PROBES)) results[name] = await tried(probe, targets);
  return results;
}

async function tried(probe: Probe, targets: ProbeTargets): Promise<string> {
  let patience: NodeJS.Timeout | undefined;
  const gaveUp = new Promise<string>((resolve) => {
    patience = setTimeout(() => resolve('no answer'), PATIENCE_MS);
  });
  const stray = new Promise<string>((resolve) => {
    process.once('uncaughtException', (error) => resolve(`denied: ${error.message}`));
  });
  const outcome = (async () => {
    await probe(targets);
    return 'open';
  })().catch((error: unknown) => `denied: ${error instanceof Error ? error.message : String(error)}`);
  const result = await Promise.race([outcome, stray, gaveUp]);
  clearTimeout(patience);
  process.removeAllListeners('uncaughtException');
  return result;
}
