import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { World } from '../../src/model.ts';
import { openDrivingThread, sourceOf } from './support/driving-thread.ts';
import { UNSTEADY_PAGES } from './support/pages.ts';

const PAGE_SCRIPT = new URL('../../src/page/main.ts', import.meta.url);
const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const RUNS = 20;
const WORLDS: readonly World[] = [{ kind: 'refusing' }, { kind: 'accepting', unlocked: [] }];

/** What a page that takes all time or memory ends with; it is not for a thread without a watch. */
const ENDLESS = ['timed-out', 'out-of-memory', 'world-timed-out'];

describe('a drive', () => {
  it(`is the same byte for byte over ${RUNS} runs and in a fresh thread`, async () => {
    const [thread, fresh] = [await openDrivingThread(PAGE_SCRIPT), await openDrivingThread(PAGE_SCRIPT)];
    const differing: string[] = [];
    const baseline = new Map<string, string>();
    for (let run = 0; run < RUNS; run += 1)
      for (const [name, html] of Object.entries(UNSTEADY_PAGES)) {
        const observation = JSON.stringify(await thread.drive(sourceOf(html), WORLDS[0]));
        baseline.set(name, baseline.get(name) ?? observation);
        if (observation !== baseline.get(name)) differing.push(`${name}, run ${run}`);
      }
    for (const [name, html] of Object.entries(UNSTEADY_PAGES).reverse())
      if (JSON.stringify(await fresh.drive(sourceOf(html), WORLDS[0])) !== baseline.get(name))
        differing.push(`${name}, fresh`);
    await Promise.all([thread.close(), fresh.close()]);
    expect(differing).toEqual([]);
    expect(baseline.size).toBe(Object.keys(UNSTEADY_PAGES).length);
  });

  it('is the same byte for byte over two runs of every fixture that comes to its end', {
    timeout: 240_000,
  }, async () => {
    const thread = await openDrivingThread(PAGE_SCRIPT);
    const differing: string[] = [];
    const folders = readdirSync(FIXTURES).filter((folder) => isDriven(folder));
    for (const folder of folders) {
      const source = sourceOf(readFileSync(`${FIXTURES}${folder}/artifact.html`, 'utf8'));
      const [once, again] = [await thread.drive(source, WORLDS[0]), await thread.drive(source, WORLDS[0])];
      if (JSON.stringify(once) !== JSON.stringify(again)) differing.push(folder);
    }
    await thread.close();
    expect(differing).toEqual([]);
    expect(folders.length).toBeGreaterThan(100);
  });

  it('has the same timeline in two worlds until the first answer', async () => {
    const thread = await openDrivingThread(PAGE_SCRIPT);
    for (const html of Object.values(UNSTEADY_PAGES)) {
      const [refused, accepted] = [
        await thread.drive(sourceOf(html), WORLDS[0]),
        await thread.drive(sourceOf(html), WORLDS[1]),
      ];
      const answered = Math.min(
        ...[...refused.requests, ...accepted.requests].map((one) => one.answeredAt ?? Infinity),
      );
      const upToThen = (observation: typeof refused) => observation.timeline.filter(({ at }) => at < answered);
      expect(upToThen(accepted)).toEqual(upToThen(refused));
    }
    await thread.close();
  });
});

function isDriven(folder: string): boolean {
  if (!readdirSync(`${FIXTURES}${folder}`).includes('artifact.html')) return false;
  const { driven } = JSON.parse(readFileSync(`${FIXTURES}${folder}/expected.json`, 'utf8')) as {
    driven?: { readonly evidence?: readonly string[] };
  };
  return driven !== undefined && !ENDLESS.some((code) => driven.evidence?.includes(code));
}
