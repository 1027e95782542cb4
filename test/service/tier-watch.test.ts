import { pino } from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { TierOffer } from '../../src/service/isolation-floor.ts';
import { TierWatch } from '../../src/service/tier-watch.ts';
import { sandboxOf } from '../../src/verify/proof.ts';
import type { ScriptedRunner } from './support/scripted-runner.ts';
import { scriptedRunner } from './support/scripted-runner.ts';

const log = pino({ level: 'silent' });
type Word = 'holds' | 'open' | 'untried';

/** Tiers whose proofs end as `words` say, round by round; a tier without a word left goes on as it last was. */
function machine(words: Readonly<Record<string, readonly Word[]>>) {
  const opened: { tier: string; runner: ScriptedRunner; closed: boolean }[] = [];
  let rounds = 0;
  const offerOf = (tier: string, all: readonly Word[]): TierOffer => {
    const word = all[Math.min(rounds, all.length) - 1] ?? 'untried';
    return {
      tier,
      proven: word === 'holds',
      untried: word === 'untried',
      detail: { holds: 'all hold', open: 'files.read: open', untried: 'no answer' }[word],
      sandbox: { ...sandboxOf(tier), testedAt: `round ${rounds}` },
      open() {
        const runner = scriptedRunner({ tier });
        const entry = { tier, runner, closed: false };
        opened.push(entry);
        const close = async () => {
          entry.closed = true;
        };
        return { ...runner, close };
      },
    };
  };
  const survey = async () => {
    rounds += 1;
    return Object.entries(words).map(([tier, all]) => offerOf(tier, all));
  };
  return { opened, survey, rounds: () => rounds };
}

const watches: TierWatch[] = [];
async function watchOf(survey: () => Promise<readonly TierOffer[]>, tier?: string): Promise<TierWatch> {
  const wish = { loopback: true, allowBelowFloor: false, ...(tier === undefined ? {} : { tier }) };
  const watch = await TierWatch.open({ survey, wish, slots: 1, log });
  watches.push(watch);
  return watch;
}
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(watches.splice(0).map((watch) => watch.close()));
});

/** Seconds until the tiers are proven next. */
const secondsLeft = ({ state }: TierWatch) => Math.round((state.nextProofAt.getTime() - Date.now()) / 1000);
const tierNow = (watch: TierWatch) => watch.use(async ({ tier, sandbox }) => [tier, sandbox?.testedAt]);

describe('the watch over the tiers', () => {
  test('takes uploads while the tier holds, and each run gets the newest proof', async () => {
    const watch = await watchOf(machine({ strict: ['holds', 'holds'] }).survey);
    expect(watch.state).toMatchObject({ tier: 'strict', degraded: null });
    expect(secondsLeft(watch)).toBe(3600);
    expect(await tierNow(watch)).toEqual(['strict', 'round 1']);
    await watch.check();
    expect(await tierNow(watch)).toEqual(['strict', 'round 2']);
  });

  test('refuses them, with the wall that fell, until it holds again', async () => {
    const watch = await watchOf(machine({ strict: ['holds', 'open', 'holds'] }).survey);
    await watch.check();
    expect(watch.state).toMatchObject({ tier: null, sandbox: null });
    expect(watch.state.degraded).toContain('files.read: open');
    expect(watch.state.tiers[0]).toEqual({ tier: 'strict', proven: false, detail: 'files.read: open' });
    expect(secondsLeft(watch)).toBe(3600);
    await expect(tierNow(watch)).rejects.toMatchObject({ name: 'InfraFailure' });
    await watch.check();
    expect(watch.state).toMatchObject({ tier: 'strict', degraded: null });
    expect(await tierNow(watch)).toEqual(['strict', 'round 3']);
  });

  test('what could not be tried at start is tried again by itself, soon and then later and later', async () => {
    vi.useFakeTimers();
    const { survey, rounds } = machine({ strict: ['untried', 'untried', 'untried', 'holds'] });
    const watch = await watchOf(survey);
    expect(watch.state).toMatchObject({ tier: null, degraded: expect.stringContaining('no answer') });
    const pauses: number[] = [];
    while (watch.state.tier === null) {
      pauses.push(secondsLeft(watch));
      await vi.advanceTimersByTimeAsync(secondsLeft(watch) * 1000);
    }
    expect(pauses).toEqual([5, 10, 20]);
    expect(rounds()).toBe(4);
    expect(await tierNow(watch)).toEqual(['strict', 'round 4']);
    expect(secondsLeft(watch)).toBe(3600);
  });

  test('a stronger tier that could be tried only later takes over; the weaker is closed when its last job has ended', async () => {
    const { survey, opened } = machine({ strict: ['untried', 'holds'], process: ['holds'] });
    const watch = await watchOf(survey);
    expect(watch.state.tier).toBe('process');
    expect(secondsLeft(watch)).toBe(5);
    const job = Promise.withResolvers<void>();
    const running = watch.use(async ({ tier }) => {
      await job.promise;
      return tier;
    });
    await watch.check();
    expect(await tierNow(watch)).toEqual(['strict', 'round 2']);
    expect(opened.map(({ tier, closed }) => [tier, closed])).toEqual([
      ['process', false],
      ['strict', false],
    ]);
    job.resolve();
    expect(await running).toBe('process');
    expect(opened[0]?.closed).toBe(true);
    await watch.close();
    expect(opened[1]?.closed).toBe(true);
  });

  test('a named tier ends the start when it does not hold, and later refuses rather than give way', async () => {
    const words = { strict: ['open'], process: ['holds'] } as const;
    await expect(watchOf(machine(words).survey, 'strict')).rejects.toMatchObject({ name: 'NotProvenError' });
    const watch = await watchOf(machine({ strict: ['holds', 'untried'], process: ['holds'] }).survey, 'strict');
    await watch.check();
    expect(watch.state).toMatchObject({ tier: null, degraded: expect.stringContaining('no answer') });
    expect(secondsLeft(watch)).toBe(5);
  });

  test('a tier that is proven and cannot be opened refuses, and is tried again', async () => {
    const { survey } = machine({ strict: ['open', 'holds', 'holds'] });
    let broken = true;
    const open = () => {
      if (broken) throw new Error('no more processes');
      return scriptedRunner({ tier: 'strict' });
    };
    const watch = await watchOf(async () => (await survey()).map((offer) => ({ ...offer, open })));
    await watch.check();
    expect(watch.state).toMatchObject({ tier: null, degraded: 'no more processes' });
    expect(secondsLeft(watch)).toBe(5);
    broken = false;
    await watch.check();
    expect(watch.state.tier).toBe('strict');
  });
});
