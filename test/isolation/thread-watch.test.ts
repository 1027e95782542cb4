import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ThreadWatch } from '../../src/isolation/thread-watch.ts';
import type { End } from '../../src/model.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => vi.useRealTimers());

const CAPS = { cpuMs: Number.POSITIVE_INFINITY, wallMs: 10_000, externalMb: 100 };

/** Seconds after which a thread is ended that is given `share` of the time until `until`, and why. */
async function endedAfter(share: number, until = Number.POSITIVE_INFINITY): Promise<readonly [number, End['code']]> {
  const cpuMs = () => Math.min(performance.now(), until) * share;
  const thread = {
    cpuUsage: async () => ({ user: cpuMs() * 1_000, system: 0 }),
    getHeapStatistics: async () => ({ external_memory: 0 }),
  } as unknown as Worker;
  const startedAt = performance.now();
  const ends: End[] = [];
  const watch = new ThreadWatch(thread, CAPS, (end) => ends.push(end));
  while (ends.length === 0 && performance.now() - startedAt < 100_000) await vi.advanceTimersByTimeAsync(200);
  watch.stop();
  return [Math.round((performance.now() - startedAt) / 1_000), ends[0]?.code ?? 'completed'];
}

describe('the backstop in wall time', () => {
  test('ends a thread that had the machine to itself', async () => {
    expect(await endedAfter(1)).toEqual([10, 'timed-out']);
  });
  test('waits for one that a busy machine starves, until it has had half of that time', async () => {
    expect(await endedAfter(0.2)).toEqual([25, 'timed-out']);
  });
  test('does not wait for ever', async () => {
    expect(await endedAfter(0.01)).toEqual([50, 'timed-out']);
  });
  test('ends one that waits for what does not come', async () => {
    expect(await endedAfter(0)).toEqual([10, 'timed-out']);
    expect(await endedAfter(0.1, performance.now() + 2_000)).toEqual([10, 'timed-out']);
  });
});
