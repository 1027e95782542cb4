/**
 * What an artifact that escaped its page would try next, run inside a cell by the self-test. In: targets that the parent
 * prepared. Out: for each probe, `open` or how it was denied. The parent judges by what it sees from outside where it
 * can; a probe's own word counts only together with the positive control, in which every probe must be open.
 */
import type { Stats } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as realTimeout } from 'node:timers';
import vm from 'node:vm';

export interface ProbeTargets {
  /** A file that everyone may read, and one that only the parent's user may. */
  readonly canary: string;
  readonly secret: string;
  /** A folder that everyone may write to. */
  readonly folder: string;
  /** Ports of the parent on 127.0.0.1, and the path of a socket of its. */
  readonly ports: { readonly tcp: number; readonly fetch: number; readonly udp: number; readonly dns: number };
  readonly socket: string;
  /** Processes: the parent, and a stand-in for another cell. */
  readonly parent: number;
  readonly sibling: number;
  /** Of the probes that may end the process: those to run, in this order. */
  readonly last: readonly string[];
}

type Probe = (targets: ProbeTargets) => unknown;
type Call = (...args: unknown[]) => unknown;
type Loose = Record<string, Call>;

/** As they are before the engine sets its tripwires on them: in the control, nothing may stand in the way. */
const { constructor: HostFunction } = Object.getPrototypeOf(() => {}) as { constructor: FunctionConstructor };
const { constructor: AsyncFunction } = Object.getPrototypeOf(async () => {}) as { constructor: FunctionConstructor };

const load = createRequire('file:///probes.cjs');

function builtin(name: string): Loose {
  return load(`node:${name}`) as Loose;
}

/** Calls `module.name(...)`, whatever it returns. */
function call(module: string, name: string, ...args: unknown[]): unknown {
  const found = builtin(module)[name];
  if (!found) throw new Error(`no ${module}.${name}`);
  return found(...args);
}

function make(module: string, name: string, ...args: unknown[]): object {
  return Reflect.construct(builtin(module)[name] as Call, args) as object;
}

/** Resolves when the event is heard, rejects on `error`. */
function heard(emitter: unknown, event: string): Promise<void> {
  const on = emitter as { once(event: string, listener: (value: unknown) => void): void };
  return new Promise((resolve, reject) => {
    on.once(event, () => resolve());
    on.once('error', reject);
  });
}

function spawnAny({ folder }: ProbeTargets): void {
  const shell = call('child_process', 'spawnSync', '/bin/sh', ['-c', `echo x > ${folder}/spawned`]);
  const other = () => call('child_process', 'spawnSync', process.execPath, ['--version']);
  if ([shell, other()].every((result) => (result as { status: number | null }).status !== 0))
    throw (shell as { error?: Error }).error ?? new Error('no program ran');
}

function openDatabases(folder: string): void {
  try {
    (make('sqlite', 'DatabaseSync', `${folder}/probe.sqlite`) as { exec(sql: string): void }).exec('create table t(x)');
  } catch {
    make('sqlite', 'DatabaseSync', ':memory:');
  }
}

/** Whether a change to an intrinsic of this realm stays. */
function changeIntrinsic(): void {
  const before = Array.prototype.filter;
  const replaced = (() => []) as never;
  try {
    Array.prototype.filter = replaced;
    if (Array.prototype.filter !== replaced) throw new Error('unchanged');
  } finally {
    if (Array.prototype.filter !== before) Array.prototype.filter = before;
  }
}

function loadAddon(): void {
  try {
    process.dlopen({ exports: {} } as never, '/nonexistent.node');
  } catch (error) {
    // Only a loader that is allowed to load looks for the file.
    if (!(error instanceof Error && /cannot open shared object|no such file/i.test(error.message))) throw error;
  }
}

function sendDatagram(port: number): Promise<void> {
  const socket = call('dgram', 'createSocket', 'udp4') as {
    send(data: string, port: number, host: string, done: (error: Error | null) => void): void;
  };
  return new Promise((resolve, reject) => {
    socket.send('x', port, '127.0.0.1', (error) => (error ? reject(error) : resolve()));
  });
}

function resolveName(port: number): Promise<unknown> {
  const resolver = make('dns/promises', 'Resolver') as {
    setServers(of: string[]): void;
    resolve4(name: string): never;
  };
  resolver.setServers([`127.0.0.1:${port}`]);
  return resolver.resolve4('probe.invalid');
}

const DESCRIPTORS_TRIED = 1_024;
/** The device number of /dev/null. */
const NULL_DEVICE = 0x103;

/**
 * Beyond its three streams a cell holds what Node makes for itself: kernel objects without a name, and pipes with both
 * ends in its own hands. One end of a pipe, a socket or a file was left to it by its parent.
 */
function findInherited(): void {
  const pipes = new Map<number, number>();
  for (let descriptor = 3; descriptor < DESCRIPTORS_TRIED; descriptor += 1) {
    const found = statOf(descriptor);
    if (!found || (found.isCharacterDevice() && found.rdev === NULL_DEVICE)) continue;
    if (found.isFIFO()) pipes.set(found.ino, (pipes.get(found.ino) ?? 0) + 1);
    else if (found.isSocket() || found.isFile() || found.isDirectory() || found.isCharacterDevice()) return;
  }
  must(
    [...pipes.values()].some((ends) => ends !== 2),
    'none',
  );
}

function statOf(descriptor: number): Stats | null {
  try {
    return call('fs', 'fstatSync', descriptor) as Stats;
  } catch {
    // Not open.
    return null;
  }
}

function must(condition: boolean, otherwise: string): void {
  if (!condition) throw new Error(otherwise);
}

const ENLARGED_HEAP_BYTES = 1024 ** 3;

const PROBES: Readonly<Record<string, Probe>> = {
  'files.read': ({ canary }) => call('fs', 'readFileSync', canary),
  'files.secret': ({ secret }) => call('fs', 'readFileSync', secret),
  'files.own-code': () => call('fs', 'readdirSync', call('path', 'dirname', process.argv[1] ?? '/')),
  'files.write': ({ folder }) => call('fs', 'writeFileSync', `${folder}/written`, 'x'),
  'files.proc': () => call('fs', 'readFileSync', '/proc/self/environ'),
  'files.parent': ({ parent }) => call('fs', 'readFileSync', `/proc/${parent}/environ`),
  'storage.sqlite': ({ folder }) => openDatabases(folder),
  'storage.web': () => must('localStorage' in globalThis, 'no localStorage'),
  'process.spawn': spawnAny,
  'process.worker': () => heard(make('worker_threads', 'Worker', '', { eval: true, execArgv: [] }), 'exit'),
  'process.addons': loadAddon,
  'process.ffi': () => call('ffi', 'dlopen', 'libc.so.6', {}),
  'process.wasi': () => make('wasi', 'WASI', { version: 'preview1', preopens: { '/': '/' } }),
  'process.inspector': () => call('inspector', 'open', 0, '127.0.0.1'),
  'process.binding': () => (process as unknown as { binding(name: string): unknown }).binding('spawn_sync'),
  'network.tcp': ({ ports }) => heard(call('net', 'connect', ports.tcp, '127.0.0.1'), 'connect'),
  'network.fetch': ({ ports }) => fetch(`http://127.0.0.1:${ports.fetch}/`),
  'network.udp': ({ ports }) => sendDatagram(ports.udp),
  'network.dns': ({ ports }) => resolveName(ports.dns),
  'network.unix': ({ socket }) => heard(call('net', 'connect', socket), 'connect'),
  'network.listen': () =>
    heard((call('net', 'createServer') as { listen(port: number): unknown }).listen(0), 'listening'),
  'network.websocket': () => must('WebSocket' in globalThis, 'no WebSocket'),
  'code.eval': () => (Reflect.get(globalThis, 'eval') as (code: string) => unknown)('1'),
  'code.function': () => AsyncFunction('return 1')(),
  'code.page': () => vm.runInNewContext('handed("return process")().pid', { handed: HostFunction }),
  intrinsics: changeIntrinsic,
  descriptors: findInherited,
  environment: () =>
    must(
      Object.keys(process.env).some((name) => name !== 'PWD'),
      'empty',
    ),
  channel: () => must(process.send !== undefined, 'no channel'),
  heap: () => {
    const { heap_size_limit } = call('v8', 'getHeapStatistics') as { heap_size_limit: number };
    must(heap_size_limit > ENLARGED_HEAP_BYTES, `${heap_size_limit} bytes at most`);
  },
  'signal.parent': ({ parent }) => process.kill(parent, 'SIGWINCH'),
  'signal.sibling': ({ sibling }) => process.kill(sibling, 'SIGTERM'),
};

/** Probes that may end or replace the process. */
const LAST_PROBES: Readonly<Record<string, Probe>> = {
  'v8.flags': () => call('v8', 'setFlagsFromString', '--no-opt'),
  'process.execve': ({ folder }) => {
    const { execve } = process as unknown as { execve(file: string, args: string[], env: object): void };
    execve('/bin/sh', ['sh', '-c', `echo x > ${folder}/executed`], {});
  },
};

const PATIENCE_MS = 1_500;

/** Runs every probe, one after the other; each has a moment, since a denied call may simply never answer. */
export async function runProbes(
  targets: ProbeTargets,
  report: (results: Readonly<Record<string, string>>) => void,
): Promise<void> {
  const results: Record<string, string> = {};
  for (const [name, probe] of Object.entries(PROBES)) results[name] = await tried(probe, targets);
  report(results);
  for (const name of targets.last) {
    const probe = LAST_PROBES[name];
    if (probe) report({ [name]: await tried(probe, targets) });
  }
}

/** A denial may come as a throw, as a rejection, as an event nobody listens to, or not at all. */
async function tried(probe: Probe, targets: ProbeTargets): Promise<string> {
  let stray: (error: unknown) => void = () => {};
  const outcome = (async () => {
    await probe(targets);
    return 'open';
  })().catch(denial);
  const elsewhere = new Promise<string>((resolve) => {
    stray = (error) => resolve(denial(error));
    process.once('uncaughtException', stray);
    realTimeout(() => resolve('no answer'), PATIENCE_MS);
  });
  const result = await Promise.race([outcome, elsewhere]);
  process.removeListener('uncaughtException', stray);
  return result;
}

function denial(error: unknown): string {
  return `denied: ${error instanceof Error ? error.message.split('\n', 1)[0] : 'something thrown'}`;
}
