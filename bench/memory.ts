/**
 * Whether the memory of a sweep is flat. In: `node bench/memory.ts [artifacts] [jobs] [file for the report]`, after a
 * build. Out: megabytes by artifacts done, of the process and of each of its heaps; and the median of the last fifth by
 * that of the second. Artifacts are counted by the lines of a facts file.
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { makeCorpus } from './corpus.ts';

const artifacts = Number(process.argv[2] ?? 500);
const jobs = process.argv[3] ?? '2';
const reportFile = process.argv[4];
const ROWS = 20;

/** Has a process write what it holds, four times a second, and at last what it used. */
const SAMPLER = `data:text/javascript,${encodeURIComponent(`
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
const write = (line) => writeSync(3, JSON.stringify(line) + '\\n');
const threads = new Set();
let opened = 0;
const take = async () => {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  const heaps = await Promise.allSettled([...threads].map((thread) => thread.getHeapStatistics()));
  const workers = heaps.flatMap(({ value }) => (value ? [[value.used_heap_size, value.total_heap_size]] : []));
  write({ rss, heapUsed, heapTotal, external, workers });
};
if (isMainThread) {
  process.on('worker', (thread) => {
    opened += 1;
    threads.add(thread);
    thread.once('exit', () => threads.delete(thread));
  });
  setInterval(take, 250).unref();
  process.on('exit', () => write({ opened, usage: process.resourceUsage() }));
}`)}`;

interface Sample {
  readonly rss: number;
  readonly heapUsed: number;
  readonly heapTotal: number;
  readonly external: number;
  readonly workers: readonly (readonly [used: number, total: number])[];
}

interface Usage {
  readonly opened: number;
  readonly usage: NodeJS.ResourceUsage;
}

/** Counts the lines that a growing file has so far. */
class LineCount {
  readonly #file: string;
  readonly #chunk = Buffer.alloc(1024 * 1024);
  #at = 0;
  #lines = 0;

  constructor(file: string) {
    this.#file = file;
  }

  now(): number {
    const file = openSync(this.#file, 'r');
    for (let read = readSync(file, this.#chunk, 0, this.#chunk.length, this.#at); read > 0; ) {
      this.#at += read;
      for (const byte of this.#chunk.subarray(0, read)) if (byte === 10) this.#lines += 1;
      read = readSync(file, this.#chunk, 0, this.#chunk.length, this.#at);
    }
    closeSync(file);
    return this.#lines;
  }
}

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const place = mkdtempSync(join(tmpdir(), 'savecheck-bench-'));
const report = reportFile ?? join(place, 'report.json');
const facts = join(place, 'facts.jsonl');
makeCorpus(join(place, 'corpus'), artifacts);
writeFileSync(facts, '');
const options = ['--format', 'json', '--output', report, '--fail-on', 'none', '--jobs', jobs, '--save-facts', facts];
const child = spawn(
  process.execPath,
  ['--import', SAMPLER, fileURLToPath(new URL('../bin/savecheck.js', import.meta.url)), 'sweep', 'corpus', ...options],
  { cwd: place, stdio: ['ignore', 'ignore', 'inherit', 'pipe'] },
);

const samples: (Sample & { readonly done: number })[] = [];
let used: Usage | null = null;
const done = new LineCount(facts);
for await (const line of createInterface({ input: child.stdio[3] as Readable })) {
  const entry = JSON.parse(line) as Sample | Usage;
  if ('usage' in entry) used = entry;
  else samples.push({ ...entry, done: done.now() });
}

const between = (from: number, to: number) =>
  samples.filter(({ done }) => done >= from * artifacts && done < to * artifacts);
console.log('artifacts  resident (most)   main used / held   workers used / held, each');
for (let row = 0; row < ROWS; row += 1) {
  const here = between(row / ROWS, (row + 1) / ROWS);
  const of = (pick: (sample: Sample) => number) => megabytes(median(here.map(pick)));
  const most = megabytes(Math.max(0, ...here.map(({ rss }) => rss)));
  const workers = here.at(-1)?.workers.map(([inUse, held]) => `${megabytes(inUse)}/${megabytes(held)}`) ?? [];
  const resident = `${String(of(({ rss }) => rss)).padStart(8)} (${most})`;
  const main = `${of(({ heapUsed }) => heapUsed)}/${of(({ heapTotal }) => heapTotal)}`;
  console.log(
    `${String(Math.round((row / ROWS) * artifacts)).padStart(9)}  ${resident}    ${main}    ${workers.join('  ')}`,
  );
}
const fifth = (at: number) => median(between(at / 5, (at + 1) / 5).map(({ rss }) => rss));
const bytes = readFileSync(report).length;
console.log(`flatness ${(fifth(4) / fifth(1)).toFixed(2)}: ${megabytes(fifth(4))} of ${megabytes(fifth(1))} MB`);
if (used) {
  const { userCPUTime, systemCPUTime, maxRSS } = used.usage;
  console.log(`at most ${megabytes(maxRSS * 1024)} MB; ${used.opened} threads; report ${(bytes / 1e6).toFixed(1)} MB`);
  console.log(`CPU ${((userCPUTime + systemCPUTime) / 1e6).toFixed(1)} s`);
}
rmSync(place, { recursive: true });
