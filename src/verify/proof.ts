/**
 * What the proof of a tier means for a run. In: a tier. Out: its proof, tried again when it could not be tried, and the
 * walls as a report has them. Nothing is taken for a wall that was seen open.
 */
import { createHash } from 'node:crypto';
import type { CellTier } from '../isolation/cell/command.ts';
import { nodeFlags } from '../isolation/node-flags.ts';
import { claimsOf } from '../isolation/self-test/claims.ts';
import type { TierProof } from '../isolation/self-test.ts';
import type { Sandbox } from '../model.ts';

const TRIES = 3;

/** What the self-test says of a wall that it neither saw hold nor saw open. */
const UNTRIED = /^(?:not tried|no answer|proves nothing)/;

/** Nothing was seen open, and something kept the rest from being seen: a slow machine, a program that is not installed. */
export function couldNotBeTried({ proven, walls }: Pick<TierProof, 'proven' | 'walls'>): boolean {
  return !proven && walls.every(({ claimed, holds, found }) => !claimed || holds || UNTRIED.test(found));
}

/** Proves a tier. What could not be tried is tried again, three times in all. Never rejects. */
export async function prove(tier: CellTier): Promise<TierProof> {
  const { proveTier } = await import('../isolation/self-test.ts');
  let proof = await proveTier(tier);
  for (let tries = 1; tries < TRIES && couldNotBeTried(proof); tries += 1) proof = await proveTier(tier);
  return proof;
}

/** The walls that a proof leaves around a run; without one, none. */
export function sandboxOf(tier: string, proof?: TierProof): Sandbox {
  const held = (proof?.walls ?? []).filter(({ claimed, holds }) => claimed && holds).map(({ wall }) => wall);
  const all = claimsOf('strict', process.getuid?.() === 0);
  return {
    tier,
    proven: held.length,
    missing: all.filter((wall) => !held.includes(wall)),
    testedAt: proof?.testedAt ?? null,
    node: process.version,
    flagsSha256: proof ? createHash('sha256').update(nodeFlags('').join(' ')).digest('hex') : null,
  };
}
