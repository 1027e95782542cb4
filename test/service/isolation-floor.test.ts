import { describe, expect, test } from 'vitest';
import type { TierOffer } from '../../src/service/isolation-floor.ts';
import { chooseIsolation } from '../../src/service/isolation-floor.ts';
import { NotProvenError } from '../../src/usage-error.ts';
import { sandboxOf } from '../../src/verify/proof.ts';
import { scriptedRunner } from './support/scripted-runner.ts';

const offer = (tier: string, proven: boolean): TierOffer => ({
  tier,
  proven,
  detail: `${tier} detail`,
  sandbox: sandboxOf(tier),
  open: () => scriptedRunner(),
});
const offers = (strict: boolean, process: boolean) => [
  offer('strict', strict),
  offer('process', process),
  offer('thread', false),
];
const choose = (strict: boolean, process: boolean, over: Partial<Parameters<typeof chooseIsolation>[1]> = {}) =>
  chooseIsolation(offers(strict, process), { loopback: true, allowBelowFloor: false, ...over });

describe('the wall uploads run behind', () => {
  test('is the strongest that is proven', () => {
    expect(choose(true, true).state).toMatchObject({ tier: 'strict', degraded: null });
    expect(choose(false, true).state).toMatchObject({ tier: 'process', degraded: null });
  });

  test('process is enough on loopback and not beyond', () => {
    const beyond = choose(false, true, { loopback: false });
    expect(beyond.offer).toBeNull();
    expect(beyond.state).toMatchObject({ tier: null, degraded: expect.stringContaining('the tier is process') });
    const allowed = choose(false, true, { loopback: false, allowBelowFloor: true });
    expect(allowed.state).toMatchObject({
      tier: 'process',
      degraded: expect.stringContaining('allowed below the floor'),
    });
  });

  test('nothing proven refuses, and says what each tier lacks; threads only where that was allowed', () => {
    expect(choose(false, false)).toMatchObject({
      offer: null,
      state: { tier: null, degraded: expect.stringContaining('strict detail') },
    });
    expect(choose(false, false, { allowBelowFloor: true }).state.tier).toBe('thread');
  });

  test('a named tier holds or ends the start; threads never take uploads unasked', () => {
    expect(choose(true, true, { tier: 'process' }).state.tier).toBe('process');
    expect(() => choose(false, true, { tier: 'strict' })).toThrow(NotProvenError);
    expect(() => choose(true, true, { tier: 'nope' })).toThrow(
      expect.objectContaining({ name: 'UsageError', hint: 'Known: strict, process, thread' }),
    );
    expect(choose(true, true, { tier: 'thread' }).offer).toBeNull();
    expect(choose(true, true, { tier: 'thread', allowBelowFloor: true }).state.tier).toBe('thread');
  });
});
