/**
 * How much the service costs on top of the work itself. In: `node bench/service.ts [artifacts] [listeners]
 * [tier]`. Out: a table;
 * exit code 1 when a bar is missed: an error, throughput under 75 % of the command line's in the same tier, memory that
 * goes on growing, or posts that idle listeners slow down.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { End } from '../src/model.ts';
import { createLog } from '../src/service/log.ts';
import { startServer } from '../src/service/server.ts';
import { threadOffer } from '../src/service/tier-offers.ts';

const [artifacts = 200, listeners = 1_000] = process.argv.slice(2, 4).map(Number);
const tier = process.argv[4] ?? 'thread';
const CLIENTS = 8;
const SLOTS = 2;
const POSTS = 100;
const bin = fileURLToPath(new URL('../bin/savecheck.js', import.meta.url));

function page(n: number): string {
  return `<!doctype html><title>${n}</title><textarea id="note"></textarea><button id="save">Save</button><p id="out"></p>
<script>document.getElementById('save').onclick = async () => {
  const answer = await fetch('/api/notes/${n}', { method: 'POST', body: document.getElementById('note').value });
  document.getElementById('out').textContent = answer.ok ? 'Saved' : 'Could not save';
};</script>`;
}

const secondsSince = (began: number) => (performance.now() - began) / 1000;

async function post(url: string, html: string, wait: number): Promise<Response> {
  const init = { method: 'POST', body: html, headers: { 'Content-Type': 'text/html' } };
  const answer = await fetch(`${url}/v1/verdicts?wait=${wait}`, init);
  await answer.arrayBuffer();
  return answer;
}

/** Seconds for all artifacts by one command. */
async function byCommand(folder: string): Promise<number> {
  const began = performance.now();
  const args = ['verify', folder, '--jobs', String(SLOTS), '--json', '--fail-on', 'none', '--isolation', tier];
  const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the command line ended with ${code}`);
  return secondsSince(began);
}

/** A server as its command starts it, with its memory in megabytes. */
async function serveByCommand(data: string): Promise<{ url: string; rss: () => number; stop: () => Promise<unknown> }> {
  const args = ['serve', '--port', '0', '--data', data, '--jobs', String(SLOTS), '--isolation', tier];
  const child = spawn(process.execPath, [bin, ...args, '--allow-below-floor', '--log-level', 'warn'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let told = '';
    child.stderr.on('data', (chunk) => {
      told += chunk;
      const listening = /listening on (\S+)/.exec(told)?.[1];
      if (listening) resolve(listening);
    });
    child.once('exit', () => reject(new Error(told)));
  });
  return {
    url,
    rss: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    stop() {
      child.kill('SIGTERM');
      return once(child, 'exit');
    },
  };
}

/** Seconds, errors, and memory when half of the artifacts and when all are done. */
async function byService(data: string): Promise<{ took: number; errors: number; half: number; full: number }> {
  const server = await serveByCommand(data);
  const began = performance.now();
  let next = 0;
  let errors = 0;
  let half = 0;
  const client = async () => {
    while (next < artifacts) {
      const n = next++;
      if ((await post(server.url, page(n), 60)).status !== 200) errors += 1;
      if (n === Math.floor(artifacts / 2)) half = server.rss();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const took = secondsSince(began);
  const full = server.rss();
  await server.stop();
  return { took, errors, half, full };
}

/** The middle of the milliseconds that posts take which only enter the queue. */
async function postMs(url: string, from: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < POSTS; n += 1) {
    const began = performance.now();
    await post(url, page(from + n), 0);
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[POSTS / 2] as number;
}

/** Milliseconds of a post without and with idle listeners; no job of this server ever runs to its end. */
async function withListeners(data: string): Promise<{ alone: number; crowded: number }> {
  const held = Promise.withResolvers<End>();
  const runner = { tier: 'held', run: () => held.promise, close: async () => {} };
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    dataDirectory: data,
    log: createLog('silent'),
    slots: 1,
    allowBelowFloor: true,
    drainMs: 0,
    offers: async () => [threadOffer(() => runner)],
  });
  const job = (await post(server.url, page(-1), 0)).headers.get('location');
  const alone = await postMs(server.url, 0);
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const open: IncomingMessage[] = [];
  for (let n = 0; n < listeners; n += 1) {
    const [answer] = (await once(get(`${server.url}${job}/events`, { agent }), 'response')) as [IncomingMessage];
    answer.resume();
    open.push(answer);
  }
  const crowded = await postMs(server.url, POSTS);
  for (const answer of open) answer.destroy();
  held.resolve({ code: 'timed-out', detail: '' });
  await server.stop();
  return { alone, crowded };
}

const place = mkdtempSync(join(tmpdir(), 'savecheck-bench-'));
const folder = join(place, 'pages');
mkdirSync(folder);
for (let n = 0; n < artifacts; n += 1) writeFileSync(join(folder, `${n}.html`), page(n));
const service = await byService(join(place, 'load'));
const command = await byCommand(folder);
const { alone, crowded } = await withListeners(join(place, 'listen'));
rmSync(place, { recursive: true, force: true });

const ratio = command / service.took;
const bars: readonly (readonly [name: string, value: string, met: boolean])[] = [
  [`errors in ${artifacts} posts of ${CLIENTS} clients`, String(service.errors), service.errors === 0],
  ['seconds by the service', service.took.toFixed(1), true],
  ['seconds by the command line', command.toFixed(1), true],
  ['throughput against the command line', `${(ratio * 100).toFixed(0)} %`, ratio >= 0.75],
  [
    'memory at half and at the end, MB',
    `${service.half.toFixed(0)} ${service.full.toFixed(0)}`,
    service.full < service.half * 1.5,
  ],
  ['post without listeners, ms', alone.toFixed(1), true],
  [`post with ${listeners} idle listeners, ms`, crowded.toFixed(1), crowded < alone * 2 + 5],
];
for (const [name, value, met] of bars) console.log(`${met ? ' ' : '!'} ${name.padEnd(48)}${value}`);
if (!bars.every(([, , met]) => met)) process.exitCode = 1;
