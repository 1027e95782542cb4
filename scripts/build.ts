/**
 * Builds what is published: `dist/` from `src/` and `workers/` by the TypeScript compiler, and as one file each the script
 * that is evaluated inside artifacts, the code of threads, and that of a cell with V8's cache of it. Fails on the first error.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundlePageScript } from '../src/engines/jsdom/page-script.ts';
import { cacheName, cellCode } from '../src/isolation/cell/code.ts';
import { makeCodeCache } from '../src/isolation/cell/code-cache.ts';
import { openPlace } from '../src/isolation/cell/place.ts';
import { bundleThread } from '../src/isolation/worker-bundle.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

function run(command: string, ...args: string[]): void {
  const { status, error } = spawnSync(process.execPath, [command, ...args], { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');
mkdirSync(new URL('../dist/src/page', import.meta.url), { recursive: true });
writeFileSync(new URL('../dist/src/page/page.js', import.meta.url), await bundlePageScript());

for (const name of ['drive.worker', 'scan.worker'] as const) {
  writeFileSync(new URL(`../dist/workers/${name}.js`, import.meta.url), await bundleThread(name));
  rmSync(new URL(`../dist/workers/${name}.js.map`, import.meta.url));
}

const cell = new URL('../dist/cell/', import.meta.url);
mkdirSync(cell, { recursive: true });
writeFileSync(new URL('cell.js', cell), (await cellCode()).text, 'latin1');
const place = await openPlace();
try {
  const cache = await makeCodeCache(place);
  if (cache) writeFileSync(new URL(cacheName(), cell), cache);
  else console.error('no code cache: cells will make their own');
} catch (error) {
  // A machine that cannot start a cell can still build: whoever runs one makes the cache.
  console.error(`no code cache: ${error instanceof Error ? error.message : 'a cell did not start'}`);
} finally {
  place.close();
}
