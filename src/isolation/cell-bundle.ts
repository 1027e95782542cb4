/**
 * Builds a cell's code as one file, with the page script compiled in. In: nothing. Out: its text. What jsdom would load
 * later by path is cut out: a cell has no files, and a synchronous request never leaves it.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { pageScript } from '../engines/jsdom/page-script.ts';
import { workerFile } from './worker-file.ts';

/** jsdom starts another process for a synchronous request; ours never get so far. */
const withoutSyncWorker: Plugin = {
  name: 'without-sync-worker',
  setup(build) {
    build.onLoad({ filter: /XMLHttpRequest-impl\.js$/ }, async ({ path }) => {
      const { readFile } = await import('node:fs/promises');
      const text = await readFile(path, 'utf8');
      return { contents: text.replace('require.resolve("./xhr-sync-worker.js")', 'null'), loader: 'js' };
    });
  },
};

export async function bundleCell(): Promise<string> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(workerFile('drive.cell'))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node26',
    external: ['esbuild', 'piscina', 'canvas'],
    legalComments: 'none',
    define: { SAVECHECK_PAGE_SCRIPT: JSON.stringify(await pageScript()), 'import.meta.url': 'cellUrl' },
    banner: { js: "const cellUrl = require('node:url').pathToFileURL(__filename).href;" },
    plugins: [withoutSyncWorker],
  });
  return outputFiles[0]?.text ?? '';
}
