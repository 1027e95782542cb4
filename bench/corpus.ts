/**
 * The pages that a sweep is measured on. In: how many, and a folder. Out: that many files, the pages of the examples and
 * of the fixtures in one fixed order without a pattern, so that no part of a sweep has heavier pages than another; from
 * the second round on, copies. Pages that are expected to end their thread are left out: they measure its limits.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** One page in an endless loop costs as much as 200 others, and one that fills its heap as much memory as six threads. */
function endsItsThread(file: string): boolean {
  const expected = join(root, dirname(file), 'expected.json');
  return existsSync(expected) && /"(?:(?:world-)?timed-out|out-of-memory)"/.test(readFileSync(expected, 'utf8'));
}

/** Paths of the pages that were copied. */
export function makeCorpus(folder: string, artifacts: number): readonly string[] {
  const files = [...globSync('examples/*.html', { cwd: root }), ...globSync('fixtures/*/artifact.html', { cwd: root })];
  const measured = files.filter((file) => !endsItsThread(file));
  const mixed = measured.map((file) => [createHash('sha256').update(file).digest('hex'), file] as const).sort();
  mkdirSync(folder, { recursive: true });
  return Array.from({ length: artifacts }, (_, at) => {
    const [hash, file] = mixed[at % mixed.length]!;
    const copy = join(folder, `${String(Math.floor(at / mixed.length)).padStart(3, '0')}-${hash.slice(0, 16)}.html`);
    cpSync(join(root, file), copy);
    return copy;
  });
}
