/**
 * Builds a cell's code as one text, with the page script compiled in. In: nothing. Out: the text, and the small program
 * that starts it from V8's code cache. What jsdom would load later by path is cut out: a cell has no files.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { pageScript } from '../engines/jsdom/page-script.ts';
import { workerFile } from './worker-file.ts';

/** Names of the files in a cell's folder. */
export const CELL_FILES = { boot: 'boot.cjs', code: 'cell.js', cache: 'cell.cache' } as const;

/**
 * Loads the code through `vm.Script`, which takes a code cache. The code is an expression: a function of `require` and of
 * what a cell may ask about its own code.
 */
export const BOOT = `'use strict';
const { existsSync, readFileSync } = require('node:fs');
const { Script } = require('node:vm');
const cache = __dirname + '/${CELL_FILES.cache}';
const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
const filename = __dirname + '/${CELL_FILES.code}';
const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData });
const cached = cachedData !== undefined && script.cachedDataRejected === false;
script.runInThisContext()(require, { cached, codeCache: () => script.createCachedData() });
`;

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

/** ASCII only, so that V8 keeps one byte a character. */
export async function bundleCell(): Promise<string> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(workerFile('drive.cell'))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node26',
    // What only scans and reports need stays out: a cell drives.
    external: ['esbuild', 'piscina', 'canvas', './languages/*', './primitives/*', './formats/*'],
    legalComments: 'none',
    charset: 'ascii',
    minifyWhitespace: true,
    define: { SAVECHECK_PAGE_SCRIPT: JSON.stringify(await pageScript()), 'import.meta.url': '"file:///cell.js"' },
    plugins: [withoutSyncWorker],
  });
  return `(function (require, savecheckCell) {${outputFiles[0]?.text ?? ''}\n})`;
}
