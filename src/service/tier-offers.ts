/**
 * The isolation tiers this machine offers to uploads, strongest first, each with what its self-test proved. In: the tier
 * that was asked for, if any. Out: offers. Where one is proven, the weaker ones are not tried: nobody will use them.
 */
import type { CellTier } from '../isolation/cell-command.ts';
import { CELL_TIERS } from '../isolation/cell-command.ts';
import { proveTier } from '../isolation/self-test.ts';
import { openCells, openRunner } from '../verify/tiers.ts';
import type { TierOffer } from './isolation-floor.ts';

/** Threads share our process: there is no wall to prove, and the floor never lets uploads in. */
const thread: TierOffer = {
  tier: 'thread',
  proven: false,
  detail: 'worker threads are no wall',
  open: (jobs) => openRunner('thread', { jobs, timeoutMs: undefined }),
};

export async function tierOffers(wanted?: string): Promise<readonly TierOffer[]> {
  const offers: TierOffer[] = [];
  for (const tier of CELL_TIERS) {
    const stronger = offers.find(({ proven }) => proven);
    if (wanted !== undefined && wanted !== tier) offers.push(untried(tier, `not tried: ${wanted} was asked for`));
    else if (stronger) offers.push(untried(tier, `not tried: ${stronger.tier} is proven`));
    else offers.push(await offerOf(tier));
  }
  return [...offers, thread];
}

async function offerOf(tier: CellTier): Promise<TierOffer> {
  const { proven, detail } = await proveTier(tier);
  return { ...untried(tier, detail), proven, prove: () => proveTier(tier) };
}

function untried(tier: CellTier, detail: string): TierOffer {
  return { tier, proven: false, detail, open: (jobs) => openCells(tier, { jobs, timeoutMs: undefined }) };
}
