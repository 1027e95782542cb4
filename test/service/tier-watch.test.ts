import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { TierOffer } from '../../src/service/isolation-floor.ts';
import { chooseIsolation } from '../../src/service/isolation-floor.ts';
import { TierWatch } from '../../src/service/tier-watch.ts';

const log = pino({ level: 'silent' });

function watchOf(words: readonly boolean[]): TierWatch {
  const answers = [...words];
  const offer: TierOffer = {
    tier: 'strict',
    proven: true,
    detail: 'all hold',
    open: () => Promise.reject(new Error('not opened here')),
    prove: async () => {
      const proven = answers.shift() ?? false;
      return { proven, detail: proven ? 'all hold' : 'files.read: open' };
    },
  };
  return new TierWatch(chooseIsolation([offer], { loopback: false, allowBelowFloor: false }), log);
}

describe('the watch over a tier in use', () => {
  it('takes uploads while the tier holds', async () => {
    const watch = watchOf([true]);
    await watch.check();
    expect(watch.state).toMatchObject({ tier: 'strict', degraded: null });
  });

  it('refuses them, with the wall that fell, until it holds again', async () => {
    const watch = watchOf([false, true]);
    await watch.check();
    expect(watch.state.tier).toBeNull();
    expect(watch.state.degraded).toContain('files.read: open');
    expect(watch.state.tiers[0]).toEqual({ tier: 'strict', proven: false, detail: 'files.read: open' });
    await watch.check();
    expect(watch.state).toMatchObject({ tier: 'strict', degraded: null });
  });
});
