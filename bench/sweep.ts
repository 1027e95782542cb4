/**
 * Where the time of a sweep goes. In: `node bench/sweep.ts [artifacts] [folder for the profiles]`, after a build. Out:
 * what a sweep of the examples and fixtures costs, as ratios to two baselines of the same run (the scan alone; the same
 * pages opened once in a bare jsdom), its memory, and the shares of its parts as the profiler saw them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { JSDOM, VirtualConsole } from 'jsdom';
import { makeCorpus } from './corpus.ts';

const artifacts = Number(process.argv[2] ?? 200);
const root = fileURLToPath(new URL('..', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'savecheck-bench-'));
const profiles = process.argv[3] ?? join(place, 'profiles');
const corpus = join(place, 'corpus');

/** Has a process tell what it used, threads included, as it ends. */
const USAGE = `data:text/javascript,${encodeURIComponent(`
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => writeSync(3, JSON.stringify(process.resourceUsage())));`)}`;

interface Spent {
  readonly cpuMs: number;
  readonly peakMb: number;
  readonly drives: number;
}

async function sweep(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Spent> {
  const command = [join(root, 'bin/savecheck.js'), 'sweep', corpus, '--json', '--fail-on', 'none', '--jobs', '2'];
  const child = spawn(process.execPath, ['--import', USAGE, ...command, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const [output, usage] = await Promise.all([
    text(child.stdout as Readable),
    text(child.stdio[3] as Readable),
    once(child, 'close'),
  ]);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(usage) as NodeJS.ResourceUsage;
  const { verdicts } = JSON.parse(output) as { readonly verdicts: readonly { readonly drives: number }[] };
  const drives = verdicts.reduce((sum, verdict) => sum + verdict.drives, 0);
  return { cpuMs: (userCPUTime + systemCPUTime) / 1_000, peakMb: maxRSS / 1_024, drives };
}

/** Milliseconds of CPU to open each page once, with its scripts and nothing of ours. */
async function bareJsdom(pages: readonly string[]): Promise<number> {
  // Pages of which nothing was prepared fail in all ways.
  process.on('unhandledRejection', () => {});
  const open = async (page: string): Promise<void> => {
    const { window } = new JSDOM(page, { runScripts: 'dangerously', virtualConsole: new VirtualConsole() });
    await new Promise(setImmediate);
    window.close();
  };
  for (const page of pages.slice(0, 10)) await open(page);
  const before = process.threadCpuUsage();
  for (const page of pages) await open(page);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

interface Node {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
}

/** The first that fits the function a sample was taken in. Waiting is left out. */
const PARTS: readonly (readonly [part: string, name: RegExp, url: RegExp])[] = [
  ['', /^\((?:idle|program|root)\)$|^atomicsWaitLoop$/, /./],
  ['garbage collection', /^\(garbage collector\)$/, /^/],
  ['jsdom: interfaces of each window', /^/, /jsdom\/lib\/.*(?:generated|interfaces\.js|Window\.js)|^node:vm/],
  ['jsdom: the rest', /^/, /jsdom\/lib|parse5|css|selector|whatwg|tough-cookie/],
  ['the script in the page', /^/, /savecheck:page|src\/page/],
  ['loading modules', /^/, /^node:internal\/(?:modules|bootstrap|deps\/amaro)|^wasm:|esm\/|cjs\//],
  ['scan', /^/, /acorn|src\/(?:interpreter|languages|syntax|primitives)/],
  ['engine and pipeline', /^/, /src\//],
];

function sharesIn(folder: string): readonly (readonly [part: string, share: number])[] {
  const spent = new Map<string, number>();
  let all = 0;
  for (const file of readdirSync(folder)) {
    const profile = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const { nodes, samples } = profile as { nodes: Node[]; samples: number[] };
    const partOf = new Map(
      nodes.map(({ id, callFrame: { functionName, url } }) => {
        const part = PARTS.find(
          ([, name, place]) => name.test(functionName) && (name.source !== '^' || place.test(url)),
        );
        return [id, part?.[0] ?? 'Node and the pages’ own scripts'];
      }),
    );
    // Counted, not timed: on a busy machine most of the time between two samples belongs to other processes.
    for (const id of samples) {
      const part = partOf.get(id) ?? '';
      if (part === '') continue;
      spent.set(part, (spent.get(part) ?? 0) + 1);
      all += 1;
    }
  }
  return [...spent].map(([part, count]) => [part, count / all] as const).sort((a, b) => b[1] - a[1]);
}

const pages = makeCorpus(corpus, artifacts).map((file) => readFileSync(file, 'utf8'));
const bare = await bareJsdom(pages);
const scan = await sweep(['--no-drive']);
const whole = await sweep([]);
// From the sources: the code of a built thread is one file, in which parts are not told apart.
await sweep([], { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}`, SAVECHECK_SOURCE: '1' });

const bareDrive = bare / pages.length;
const drive = (whole.cpuMs - scan.cpuMs) / whole.drives;
console.log(
  `${pages.length} artifacts, ${whole.drives} drives, ${(whole.cpuMs / pages.length).toFixed(0)} ms of CPU each`,
);
console.log(`scan alone: ${(scan.cpuMs / whole.cpuMs).toFixed(2)} of the sweep, start of the process included`);
console.log(`one drive: ${drive.toFixed(0)} ms, ${(drive / bareDrive).toFixed(1)} × a page in bare jsdom`);
console.log(`at most ${whole.peakMb.toFixed(0)} MB resident, ${scan.peakMb.toFixed(0)} for the scan alone`);
for (const [part, share] of sharesIn(profiles)) console.log(`${(100 * share).toFixed(0).padStart(4)} %  ${part}`);
rmSync(place, { recursive: true });
