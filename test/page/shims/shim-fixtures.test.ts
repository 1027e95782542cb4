import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const fixtures = readdirSync(`${root}fixtures`);
/** What installs, reports and measures for the shims, and the stand-ins of a repair, whose fixtures are those that are repaired. */
const NO_SHIM = new Set(['install', 'measures', 'use', 'stand-ins']);
const REPORTED = /(?:\.shim\(|defineShim\([^,]+, host, )'([a-z-]+)'/g;

/** Names of shims that some fixture must have used. */
function usedByFixtures(): Set<string> {
  return new Set(
    fixtures.flatMap((folder) => {
      const text = readFileSync(`${root}fixtures/${folder}/expected.json`, 'utf8');
      const { driven } = JSON.parse(text) as { driven?: { readonly shims?: readonly string[] } };
      return driven?.shims ?? [];
    }),
  );
}

test('every shim has a fixture of its own', () => {
  const shims = readdirSync(`${root}src/page/shims`).map((file) => file.replace(/\.ts$/, ''));
  expect(shims.length).toBeGreaterThan(20);
  const bare = shims.filter((shim) => !NO_SHIM.has(shim) && !fixtures.some((folder) => folder === `shim-${shim}`));
  expect(bare).toEqual([]);
});

test('every name that a shim reports is one that a fixture was seen to use', () => {
  const files = globSync('src/page/**/*.ts', { cwd: root });
  const reported = files.flatMap((file) =>
    [...readFileSync(root + file, 'utf8').matchAll(REPORTED)].map(([, name]) => name as string),
  );
  expect(reported.length).toBeGreaterThan(30);
  const used = usedByFixtures();
  expect([...new Set(reported)].filter((name) => !used.has(name))).toEqual([]);
});
