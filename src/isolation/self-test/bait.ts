/**
 * What the parent puts out for probes, and what it sees of them from outside. In: the place of the cells. Out: targets,
 * and for each probe that leaves a trace, whether it left one. `close` takes all of it away.
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { ProbeTargets } from '../../../workers/cell/probes.ts';
import type { CellPlace } from '../cell/place.ts';
import { giveUid, takeUid } from '../cell/slots.ts';
import type { CellTools } from '../cell/tools.ts';

export interface Bait {
  readonly targets: Omit<ProbeTargets, 'last'>;
  /**
   * Probes that are judged by what they leave behind, and whether they did. Of what may be under way it waits for a trace:
   * a signal and a packet arrive as events of their own, late on a busy machine.
   */
  traces(mayBeUnderWay: (probe: string) => boolean): Promise<ReadonlyMap<string, boolean>>;
  close(): Promise<void>;
}

const LEFT_FILES: readonly (readonly [probe: string, file: string])[] = [
  ['files.write', 'written'],
  ['process.execve', 'executed'],
];

const HEARD = ['network.tcp', 'network.fetch', 'network.udp', 'network.dns', 'network.unix', 'signal.parent'] as const;

/** Hundreds of times what a trace takes on an idle machine. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 50;

export async function putOutBait(place: CellPlace, tools: CellTools): Promise<Bait> {
  const base = mkdtempSync(join(dirname(place.empty), 'bait-'));
  const folder = join(base, 'open');
  chmodSync(base, 0o755);
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  const [canary, secret] = [join(base, 'canary'), join(base, 'secret')];
  writeFileSync(canary, 'canary', { mode: 0o644 });
  chmodSync(canary, 0o644);
  writeFileSync(secret, 'secret', { mode: 0o600 });
  const hits = new Set<string>();
  const socket = join(folder, 'socket');
  const listeners = [
    await listenStream('network.tcp', hits, 0),
    await listenStream('network.fetch', hits, 0),
    await listenDatagrams('network.udp', hits),
    await listenDatagrams('network.dns', hits),
    await listenStream('network.unix', hits, socket),
  ] as const;
  chmodSync(socket, 0o777);
  const sibling = startSibling(place, tools);
  const onSignal = () => hits.add('signal.parent');
  process.on('SIGWINCH', onSignal);
  const [tcp, fetch, udp, dns] = listeners.map(({ port }) => port) as [number, number, number, number];
  return {
    targets: {
      canary,
      secret,
      folder,
      socket,
      ports: { tcp, fetch, udp, dns },
      parent: process.pid,
      sibling: sibling.child.pid ?? 0,
    },
    async traces(mayBeUnderWay) {
      const until = performance.now() + PATIENCE_MS;
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
        const seen = new Map<string, boolean>(HEARD.map((name) => [name, hits.has(name)]));
        for (const [probe, file] of LEFT_FILES) seen.set(probe, existsSync(join(folder, file)));
        seen.set('signal.sibling', sibling.child.exitCode !== null || sibling.child.signalCode !== null);
        const isAwaited = [...seen].some(([name, left]) => !left && mayBeUnderWay(name));
        if (!isAwaited || performance.now() > until) return seen;
      }
    },
    async close() {
      process.removeListener('SIGWINCH', onSignal);
      for (const { close } of listeners) close();
      await sibling.end();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

interface Listener {
  readonly port: number;
  close(): void;
}

async function listenStream(name: string, hits: Set<string>, at: number | string): Promise<Listener> {
  const server = createServer((connection) => {
    hits.add(name);
    connection.on('error', () => {}).destroy();
  });
  server.listen(typeof at === 'number' ? { port: at, host: '127.0.0.1' } : { path: at });
  await once(server, 'listening');
  const address = server.address();
  return { port: typeof address === 'object' ? ((address as AddressInfo).port ?? 0) : 0, close: () => server.close() };
}

async function listenDatagrams(name: string, hits: Set<string>): Promise<Listener> {
  const socket = createSocket('udp4', () => hits.add(name));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, close: () => socket.close() };
}

interface Sibling {
  readonly child: ChildProcess;
  end(): Promise<void>;
}

/** A process that stands for another cell: under a user of its own where we may choose. */
function startSibling(place: CellPlace, tools: CellTools): Sibling {
  const uid = takeUid();
  const idle = [place.node, '-e', 'setInterval(() => {}, 1e6)'];
  const person =
    uid === null || !tools.setpriv ? [] : [tools.setpriv, `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  const [command = place.node, ...args] = [...person, ...idle];
  const child = spawn(command, args, { env: {}, cwd: place.empty, stdio: 'ignore' });
  // An error here is that it may not be ended: then it is left behind.
  const ended = once(child, 'exit').catch(() => child.unref());
  return {
    child,
    async end() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await ended;
      giveUid(uid);
    },
  };
}
