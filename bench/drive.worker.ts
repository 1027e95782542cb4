/** Measures drives in a thread of their own. In: a page, how often. Out: CPU by drive, samples by file, memory. */
import { createHash } from 'node:crypto';
import inspector from 'node:inspector';
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import type { Source } from '../src/model.ts';
import { drive } from '../src/pipeline/drive.ts';
import { engines, hosts } from '../src/registry.ts';
import { PAGES } from './drive-pages.ts';

const PHASES: readonly (readonly [string, RegExp])[] = [
  ['window', /jsdom\/lib\/jsdom\/browser\/Window|generated\/idl|webidl2js|interfaces\.js/],
  ['html', /parse5|browser\/parser|domparsing/],
  ['css', /living\/css|lightningcss|css/],
  ['selectors', /selector/],
  ['dom', /jsdom\/lib/],
  ['page script', /savecheck:page/],
  ['page', /savecheck|cowork/],
  ['engine', /src\/(?:engines|pipeline)/],
];

const cpu = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

async function work({ size, times, profile }: { size: string; times: number; profile: boolean }) {
  const [load, host, make] = [engines.jsdom, hosts.cowork, PAGES[size]];
  if (!load || !host || !make) throw new Error(`no page ${size}`);
  const engine = await load();
  let drives = 0;
  const one = async (seed: number): Promise<void> => {
    const text = make(seed);
    const sha256 = createHash('sha256').update(text).digest('hex');
    const source: Source = { path: `${size}.html`, language: 'html', text, sha256, siblings: {} };
    await drive(source, host, engine, () => {
      drives += 1;
    });
  };
  for (let i = 0; i < 5; i += 1) await one(i);
  drives = 0;
  const session = profile ? startProfile() : null;
  const started = cpu();
  const each: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const before = cpu();
    await one(i);
    each.push(cpu() - before);
  }
  const spent = cpu() - started;
  const phases = session ? await stopProfile(session) : {};
  // The engine changes jsdom as it loads it: whoever loads it first would keep it as it is.
  const { JSDOM } = await import('jsdom');
  const floorStarted = cpu();
  for (let i = 0; i < 5; i += 1) new JSDOM(make(i), { runScripts: 'dangerously' }).window.close();
  const floor = (cpu() - floorStarted) / 5;
  each.sort((a, b) => a - b);
  const { used_heap_size } = getHeapStatistics();
  return { size, times, drives, spent, median: each[times >> 1], floor, heapMb: used_heap_size / 2 ** 20, phases };
}

function startProfile(): inspector.Session {
  const session = new inspector.Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: 200 });
  session.post('Profiler.start');
  return session;
}

function stopProfile(session: inspector.Session): Promise<Record<string, number>> {
  return new Promise((resolve, reject) => {
    session.post('Profiler.stop', (error, result) => {
      if (error) return reject(error);
      const counts: Record<string, number> = {};
      for (const { callFrame, hitCount = 0 } of result.profile.nodes) {
        const native = callFrame.url === '' ? callFrame.functionName : '';
        const phase =
          native === '(garbage collector)' ? 'gc' : (PHASES.find(([, of]) => of.test(callFrame.url))?.[0] ?? 'other');
        if (native !== '(idle)') counts[phase] = (counts[phase] ?? 0) + hitCount;
      }
      resolve(counts);
    });
  });
}

parentPort?.on('message', async (asked) => parentPort?.postMessage(await work(asked)));
