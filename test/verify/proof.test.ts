import { describe, expect, test } from 'vitest';
import type { TierProof, Wall } from '../../src/isolation/self-test.ts';
import { couldNotBeTried, sandboxOf } from '../../src/verify/proof.ts';

const wall = (name: string, found: string, over: Partial<Wall> = {}): Wall => ({
  wall: name,
  claimed: true,
  holds: found.startsWith('denied'),
  found,
  ...over,
});
const proof = (walls: readonly Wall[]): TierProof => ({
  tier: 'process',
  proven: walls.length > 0 && walls.every(({ claimed, holds }) => !claimed || holds),
  walls,
  detail: '',
  testedAt: '2030-01-01T00:00:00.000Z',
  node: process.version,
});

describe('a proof that failed', () => {
  test.each<[string, readonly Wall[], boolean]>([
    ['nothing could be started', [], true],
    ['the control was too slow', [wall('network.tcp', 'proves nothing: no answer without walls')], true],
    ['the cell ended early', [wall('v8.flags', 'not tried'), wall('files.read', 'denied: no')], true],
    ['a wall is open', [wall('files.read', 'open'), wall('v8.flags', 'not tried')], false],
    ['the kernel says otherwise', [wall('kernel.seccomp', 'no filter')], false],
    ['what is open was never promised', [wall('x', 'no answer'), wall('y', 'open', { claimed: false })], true],
    ['nothing failed', [wall('files.read', 'denied: no')], false],
  ])('%s', (_what, walls, untried) => {
    expect(couldNotBeTried(proof(walls))).toBe(untried);
  });
});

describe('the walls in a report', () => {
  test('are those the tier claims and proved; what the strongest has beyond them is missing', () => {
    const found = [wall('files.read', 'denied: no'), wall('files.parent', 'denied: no', { claimed: false })];
    const { proven, missing, testedAt, flagsSha256 } = sandboxOf('process', proof(found));
    expect(proven).toBe(1);
    expect(missing).not.toContain('files.read');
    expect(missing).toContain('kernel.seccomp');
    expect(testedAt).toBe('2030-01-01T00:00:00.000Z');
    expect(flagsSha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test('of threads are none', () => {
    const { proven, missing, testedAt, flagsSha256 } = sandboxOf('thread');
    expect([proven, testedAt, flagsSha256]).toEqual([0, null, null]);
    expect(missing).toContain('files.read');
  });
});
