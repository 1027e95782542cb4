/**
 * Prints what walls cost and hold: cells in each tier that is proven here (job to answer, CPU, memory), the hostile pages
 * under full caps, and whether strict cells see every fixture as threads do. `node bench/walls.ts [cost|hostile|parity]`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Runner } from '../src/contracts.ts';
import { capsFor } from '../src/isolation/cell/caps.ts';
import { warmPlace } from '../src/isolation/cell/code-cache.ts';
import type { CellTier } from '../src/isolation/cell/command.ts';
import { CELL_TIERS } from '../src/isolation/cell/command.ts';
import type { CellPlace } from '../src/isolation/cell/place.ts';
import { openPlace } from '../src/isolation/cell/place.ts';
import { cellRunner } from '../src/isolation/cell/runner.ts';
import { startCell } from '../src/isolation/cell/start.ts';
import { findTools } from '../src/isolation/cell/tools.ts';
import { usageOf } from '../src/isolation/process-tree.ts';
import { proveTier } from '../src/isolation/self-test.ts';
import { threadRunner } from '../src/isolation/thread.ts';
import type { Observation } from '../src/model.ts';
import { hosts } from '../src/registry.ts';
import { sourceOf } from '../test/engines/support/driving-thread.ts';
import { HOSTILE_PAGES } from '../test/isolation/hostile/pages.ts';
import { BENIGN, runPage } from '../test/isolation/support/drive-tasks.ts';

const ROUNDS = 15;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

interface Cost {
  readonly readyMs: number;
  readonly loadCpuMs: number;
  readonly answerMs: number;
  readonly jobCpuMs: number;
  readonly readyMb: number;
  readonly peakMb: number;
}

/** One cell: loaded, left waiting, then given the page. */
async function costOf(tier: CellTier, place: CellPlace): Promise<Cost> {
  const started = performance.now();
  const { cell } = startCell(tier, place, findTools());
  await cell.ready();
  const readyMs = performance.now() - started;
  const loaded = usageOf(cell.pid);
  const host = hosts.cowork;
  if (!host) throw new Error('no host');
  const given = performance.now();
  let heard = given;
  let spent = 0;
  const task = { kind: 'drive', source: sourceOf(BENIGN), host, engine: 'jsdom' } as const;
  const end = await cell.perform(task, capsFor(), () => {
    heard = performance.now();
    spent = usageOf(cell.pid)?.cpuMs ?? spent;
  });
  if (end.code !== 'completed') throw new Error(`${end.code}: ${end.detail}`);
  const loadCpuMs = loaded?.cpuMs ?? 0;
  return {
    readyMs,
    loadCpuMs,
    answerMs: heard - given,
    jobCpuMs: spent - loadCpuMs,
    readyMb: loaded?.residentMb ?? 0,
    peakMb: cell.peakMb,
  };
}

async function cost(): Promise<void> {
  for (const tier of CELL_TIERS) {
    const started = performance.now();
    const { proven, detail } = await proveTier(tier);
    console.log(
      `${tier}: ${proven ? 'proven' : `not proven (${detail})`} in ${Math.round(performance.now() - started)} ms`,
    );
    if (!proven) continue;
    const place = await openPlace();
    await warmPlace(place);
    const costs: Cost[] = [];
    for (let round = 0; round < ROUNDS; round += 1) costs.push(await costOf(tier, place));
    place.close();
    const of = (name: keyof Cost) => Math.round(median(costs.map((each) => each[name])));
    const least = Math.round(Math.min(...costs.map(({ answerMs }) => answerMs)));
    console.log(
      `  ready after ${of('readyMs')} ms and ${of('loadCpuMs')} CPU ms, ${of('readyMb')} MB; job to answer ${of('answerMs')} ms ` +
        `(least ${least}), ${of('jobCpuMs')} CPU ms, ${of('peakMb')} MB at most; load ${loadavg()[0]?.toFixed(1)}`,
    );
  }
}

async function hostile(): Promise<void> {
  const runner = cellRunner({ tier: 'strict', jobs: 2 });
  for (const page of HOSTILE_PAGES) {
    const started = performance.now();
    const { end } = await runPage(runner, page.html());
    const fits = page.strict.includes(end.code) ? '' : `   EXPECTED ${page.strict.join(' or ')}`;
    console.log(
      `${end.code.padEnd(14)}${String(Math.round(performance.now() - started)).padStart(7)} ms  ${page.name}${fits}`,
    );
  }
  await runner.close();
}

async function parity(): Promise<void> {
  const root = fileURLToPath(new URL('../fixtures/', import.meta.url));
  const names = readdirSync(root).filter((name) => existsSync(`${root}${name}/artifact.html`));
  const [thread, strict] = [threadRunner({ jobs: 2 }), cellRunner({ tier: 'strict', jobs: 2 })];
  let same = 0;
  const seen = async (runner: Runner, html: string, host: string): Promise<string> => {
    const { end, observations } = await runPage(runner, html, undefined, host);
    return JSON.stringify({ end: end.code, observations: observations as readonly Observation[] });
  };
  const queue = names.flatMap((name) => Object.keys(hosts).map((host) => ({ name, host })));
  const total = queue.length;
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const html = readFileSync(`${root}${next.name}/artifact.html`, 'utf8');
      const [here, there] = await Promise.all([seen(thread, html, next.host), seen(strict, html, next.host)]);
      if (here === there) same += 1;
      else console.log(`differs: ${next.name} in ${next.host}`);
    }
  };
  await Promise.all([lane(), lane()]);
  console.log(`${same} of ${total} pages and hosts are seen alike in thread and strict`);
  await Promise.all([thread.close(), strict.close()]);
}

const PARTS = { cost, hostile, parity } as const;
const wanted = process.argv[2];
for (const [name, part] of Object.entries(PARTS)) if (wanted === undefined || wanted === name) await part();
