/**
 * Builds a cell's code as one text, with the page script compiled in. In: nothing. Out: the text, and the small program
 * that starts it from V8's code cache. What jsdom would load later by path is cut out: a cell has no files.
 */
import { pageScript } from '../../engines/jsdom/page-script.ts';
import { bundleWorker } from '../worker-bundle.ts';

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

export async function bundleCell(): Promise<string> {
  const code = await bundleWorker('drive.cell', {
    format: 'cjs',
    define: { SAVECHECK_PAGE_SCRIPT: JSON.stringify(await pageScript()), 'import.meta.url': '"file:///cell.js"' },
  });
  return `(function (require, savecheckCell) {${code}\n})`;
}
