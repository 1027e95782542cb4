/**
 * The one script that is evaluated in every window of a page. In: nothing. Out: its text.
 * Built beforehand it lies beside this module in `dist/`; in development it is bundled from `src/page/main.ts`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { workerData } from 'node:worker_threads';

const BUILT = new URL('../../page/page.js', import.meta.url);
/** A bundle of its own has the text compiled in under this name. */
declare const SAVECHECK_PAGE_SCRIPT: string | undefined;
const bundled = typeof SAVECHECK_PAGE_SCRIPT === 'string' ? SAVECHECK_PAGE_SCRIPT : null;

const ENTRY = new URL('../../page/main.ts', import.meta.url);

/** The expression a page script is: a function of type `PageEntry` (`page/bridge.ts`). */
export async function pageScript(): Promise<string> {
  if (bundled !== null) return bundled;
  const given: unknown = (workerData as { pageScript?: unknown } | null)?.pageScript;
  if (typeof given === 'string') return given;
  return existsSync(BUILT) ? readFileSync(BUILT, 'utf8') : bundlePageScript();
}

/** The bundle's own view of a global that every call to the engine depends on and pages are known to replace. */
const OWN_JSON = 'const JSON = { parse: globalThis.JSON.parse, stringify: globalThis.JSON.stringify };';

/** Bundles `page/main.ts`, whose default export is the entry, to one expression. Used by the build as well. */
export async function bundlePageScript(entry: string = fileURLToPath(ENTRY)): Promise<string> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'entry',
    target: 'es2024',
    legalComments: 'none',
    charset: 'utf8',
  });
  const text = outputFiles[0]?.text ?? '';
  return `(() => {${OWN_JSON}${text}\nreturn entry.default;\n})()`;
}
