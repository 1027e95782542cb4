/**
 * The text of a cell's code. In: nothing. Out: what the build left in `dist/cell`, with its code cache when that was made
 * by this very Node under these very flags; in development a bundle made once a process.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { nodeFlags } from '../node-flags.ts';
import { bundleCell } from './bundle.ts';

export interface CellCode {
  readonly text: string;
  readonly cache: Buffer | null;
}

/** Beside `dist/src`; there is no such folder beside the sources. */
const BUILT = new URL('../../../cell/', import.meta.url);

let bundled: Promise<string> | null = null;

export async function cellCode(): Promise<CellCode> {
  const built = new URL('cell.js', BUILT);
  if (existsSync(built)) {
    const cache = new URL(cacheName(), BUILT);
    return { text: readFileSync(built, 'latin1'), cache: existsSync(cache) ? readFileSync(cache) : null };
  }
  bundled ??= bundleCell();
  return { text: await bundled, cache: null };
}

/** V8 takes a cache only from its own version under its own flags; a file named after both is never stale. */
export function cacheName(): string {
  const key = [process.version, process.arch, ...nodeFlags('')].join(' ');
  return `cell-${createHash('sha256').update(key).digest('hex').slice(0, 16)}.cache`;
}
