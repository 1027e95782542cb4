/**
 * A server as a process of its own, which a test may end in any way. As a program: `server-process.ts DIR [CROSSING]` serves
 * until SIGTERM, and ends itself by SIGKILL at the crossing. As a module: starts that program.
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createLog } from '../../../src/service/log.ts';
import { startServer } from '../../../src/service/server.ts';
import { threadOffer } from '../../../src/service/tier-offers.ts';
import { scriptedRunner } from './scripted-runner.ts';

export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** How the process ended: its code, or the signal's name. */
  readonly ended: Promise<number | string>;
}

export async function startProcess(directory: string, ...more: readonly string[]): Promise<ServerProcess> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), directory, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code, signal]) => (signal ?? code) as number | string);
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, 'line').then(([line]) => String(line)), ended]);
  return { url: String(first), child, ended };
}

async function serve(directory: string, crossing = '', taskMs = '10'): Promise<void> {
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    dataDirectory: directory,
    log: createLog('silent'),
    slots: 4,
    allowBelowFloor: true,
    privateWebhooks: true,
    drainMs: 1_000,
    offers: async () => [threadOffer(() => scriptedRunner({ taskMs: Number(taskMs) }))],
    crossing(at) {
      if (at === crossing) process.kill(process.pid, 'SIGKILL');
    },
  });
  process.on('SIGTERM', () => void server.stop());
  process.stdout.write(`${server.url}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve(...(process.argv.slice(2) as [string]));
