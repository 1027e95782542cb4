/**
 * The pages that a sweep is measured on. In: how many, and a folder. Out: that many files, the pages of the examples and
 * of the fixtures in one fixed order without a pattern, so that no part of a sweep has heavier pages than another; from
 * the second round on, copies. Pages that never return are left out: they measure the deadline.
 */
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEVER_RETURNS = /spins-on-click|handler-never-returns/;

const root = fileURLToPath(new URL('..', import.meta.url));

/** Paths of the pages that were copied. */
export function makeCorpus(folder: string, artifacts: number): readonly string[] {
  const files = [...globSync('examples/*.html', { cwd: root }), ...globSync('fixtures/*/artifact.html', { cwd: root })];
  const measured = files.filter((file) => !NEVER_RETURNS.test(file));
  const mixed = measured.map((file) => [createHash('sha256').update(file).digest('hex'), file] as const).sort();
  mkdirSync(folder, { recursive: true });
  return Array.from({ length: artifacts }, (_, at) => {
    const [hash, file] = mixed[at % mixed.length]!;
    const copy = join(folder, `${String(Math.floor(at / mixed.length)).padStart(3, '0')}-${hash.slice(0, 16)}.html`);
    cpSync(join(root, file), copy);
    return copy;
  });
}
