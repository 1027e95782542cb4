/**
 * When one verdict may answer for another. In: the tenant, what was uploaded, what was asked, and the scope: everything on
 * our side that a verdict depends on. Out: a key that is equal only when all of them are.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JobOptions } from './contract.ts';
import { sha256 } from './stores/blobs.ts';

/** The SHA-256 of every file of this program's own code: any change of a rule is a change of the scope. */
function codeHash(): string {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const hash = createHash('sha256');
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[jt]s$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort();
  for (const file of files) hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** `engine` is the name and version of what opens artifacts; the argument of the result, the wall it runs behind. */
export function cacheScope(version: string, engine: string): (tier: string) => string {
  const code = codeHash();
  return (tier) => JSON.stringify([version, code, engine, tier, process.version]);
}

export function cacheKey(scope: string, tenant: string, bundle: Uint8Array, options: JobOptions): string {
  const asked = [[...options.hosts].sort(), options.drive, options.timeoutSeconds ?? null];
  return sha256(JSON.stringify([tenant, sha256(bundle), scope, asked]));
}
