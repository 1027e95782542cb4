/**
 * Builds the code of a thread or a cell as one text. In: the name of its file. Out: the text, ASCII only, so that V8 keeps one
 * byte a character. One file loads in about half the CPU of the hundreds it is made of.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Plugin } from 'esbuild';
import type { WorkerName } from './worker-file.ts';
import { workerFile } from './worker-file.ts';

/** jsdom starts another process for a synchronous request; ours never get so far. */
const withoutSyncWorker: Plugin = {
  name: 'without-sync-worker',
  setup(build) {
    build.onLoad({ filter: /XMLHttpRequest-impl\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { contents: text.replace('require.resolve("./xhr-sync-worker.js")', 'null'), loader: 'js' };
    });
  },
};

const DRIVES = ['canvas', './languages/*', './primitives/*'];
/** Parts that a worker does not use stay out of it. */
const LEFT_OUT: Readonly<Record<WorkerName, readonly string[]>> = {
  'drive.cell': DRIVES,
  'drive.worker': DRIVES,
  'scan.worker': ['./engines/*'],
};

export async function bundleWorker(name: WorkerName, options: BuildOptions): Promise<string> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(workerFile(name))],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node26',
    external: ['esbuild', 'piscina', './formats/*', ...LEFT_OUT[name]],
    legalComments: 'none',
    charset: 'ascii',
    minifyWhitespace: true,
    plugins: [withoutSyncWorker],
    ...options,
  });
  return outputFiles?.[0]?.text ?? '';
}

/** The code of a thread: a module, in which what jsdom is made of finds the `require` it asks for. */
export function bundleThread(name: 'drive.worker' | 'scan.worker'): Promise<string> {
  const js = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;
  return bundleWorker(name, { format: 'esm', banner: { js } });
}
