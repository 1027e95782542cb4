import { describe, expect, it } from 'vitest';
import type { World } from '../../src/model.ts';
import { openDrivingThread, sourceOf } from './support/driving-thread.ts';
import { UNSTEADY_PAGES } from './support/pages.ts';

const PAGE_SCRIPT = new URL('../../src/page/main.ts', import.meta.url);
const RUNS = 20;
const WORLDS: readonly World[] = [{ kind: 'refusing' }, { kind: 'accepting', unlocked: [] }];

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
