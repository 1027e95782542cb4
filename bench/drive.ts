/**
 * Prints what a drive costs: artifacts per CPU second by size, the floor (a bare parse and script run of jsdom), where
 * time goes, and memory after many artifacts. `node bench/drive.ts [size] [times]`.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { bundlePageScript } from '../src/engines/jsdom/page-script.ts';
import { PAGES } from './drive-pages.ts';

const [only, times = '50'] = process.argv.slice(2);
const pageScript = await bundlePageScript();

async function measure(size: string, count: number, profile: boolean) {
  const worker = new Worker(new URL('./drive.worker.ts', import.meta.url), {
    workerData: { pageScript },
    execArgv: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  });
  worker.postMessage({ size, times: count, profile });
  const [result] = await once(worker, 'message');
  await worker.terminate();
  return result;
}

for (const size of only ? [only] : Object.keys(PAGES)) {
  const count = size === 'large' ? Math.min(Number(times), 10) : Number(times);
  const { drives, spent, median, floor, heapMb } = await measure(size, count, false);
  const { phases } = await measure(size, Math.min(count, 20), true);
  const total = Object.values(phases as Record<string, number>).reduce((sum, hits) => sum + hits, 0);
  const shares = Object.entries(phases as Record<string, number>)
    .sort(([, a], [, b]) => b - a)
    .map(([phase, hits]) => `${phase} ${Math.round((100 * hits) / total)} %`)
    .join(', ');
  console.log(
    `${size}: ${(count / (spent / 1_000)).toFixed(1)} artifacts per CPU second, median ${median.toFixed(0)} ms, ` +
      `${(drives / count).toFixed(1)} drives each, ` +
      `one ${((median * count) / drives / floor).toFixed(1)} × bare jsdom (${floor.toFixed(0)} ms), heap ${heapMb.toFixed(0)} MB after ${count}`,
  );
  console.log(`  ${shares}`);
}
