import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Runner } from '../../src/contracts.ts';
import { threadRunner } from '../../src/isolation/thread.ts';
import type { Ran } from './support/drive-tasks.ts';
import { openCellRunner, runPage } from './support/drive-tasks.ts';
import { BOXES } from './support/walls-here.ts';

const root = fileURLToPath(new URL('../../fixtures/', import.meta.url));
/** As many as a test may take: one of each stretch of the list. `bench/walls.ts` compares all of them. */
const SAMPLE = 45;
const all = readdirSync(root)
  .map((name) => ({ name, path: `${root}${name}/artifact.html` }))
  .filter(({ path }) => existsSync(path));
const stretch = Math.max(1, Math.floor(all.length / SAMPLE));
const fixtures = all.filter((_fixture, index) => index % stretch === 0);

async function runAll(runner: Runner): Promise<Map<string, Ran>> {
  const results = new Map<string, Ran>();
  const queue = [...fixtures];
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift())
      results.set(next.name, await runPage(runner, readFileSync(next.path, 'utf8')));
  };
  await Promise.all([lane(), lane()]);
  await runner.close();
  return results;
}

/** Frozen intrinsics, no code from strings, other heap limits: none of it may change what is seen of a page. */
describe.skipIf(!BOXES)('a strict cell sees what a thread sees', () => {
  let thread: Map<string, Ran>;
  let strict: Map<string, Ran>;
  beforeAll(async () => {
    thread = await runAll(threadRunner({ jobs: 2, timeoutMs: 4_000 }));
    strict = await runAll(openCellRunner('strict', 4_000));
  }, 400_000);

  it('of fixtures of every kind', () => {
    expect(fixtures.length).toBeGreaterThanOrEqual(Math.min(SAMPLE, all.length));
    expect(strict.size).toBe(fixtures.length);
  });
  it.each(fixtures)('$name', ({ name }) => {
    const [there, here] = [strict.get(name), thread.get(name)];
    expect(there?.end).toEqual(here?.end);
    expect(there?.observations).toEqual(here?.observations);
  });
});
