/**
 * Which savecheck and which engine made a report. Versions are read from package files: naming an engine must not load it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { DEFAULT_ENGINE } from '../registry.ts';

export interface Identity {
  readonly version: string;
  readonly engine: { readonly name: string; readonly version: string };
}

/** The package file of this code, in `src/` as in `dist/src/`. */
function ownPackage(): URL {
  const source = new URL('../../package.json', import.meta.url);
  return existsSync(source) ? source : new URL('../../../package.json', import.meta.url);
}

function versionIn(file: URL | string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
}

/** As the package file has it. */
export function savecheckVersion(): string {
  return versionIn(ownPackage());
}

/** An engine is named like its package. */
export function identify(): Identity {
  const { resolve } = createRequire(import.meta.url);
  return {
    version: savecheckVersion(),
    engine: { name: DEFAULT_ENGINE, version: versionIn(resolve(`${DEFAULT_ENGINE}/package.json`)) },
  };
}
