/**
 * The isolation tiers this machine offers to uploads, strongest first, each with what its self-test proved. In: the tier
 * that was asked for, if any. Out: offers. Where one is proven, the weaker ones are not tried: nobody will use them.
 */
import type { CellTier } from '../isolation/cell/command.ts';
import { CELL_TIERS } from '../isolation/cell/command.ts';
import { couldNotBeTried, prove, sandboxOf } from '../verify/proof.ts';
import { openCells, openRunner } from '../verify/tiers.ts';
import type { TierOffer } from './isolation-floor.ts';

/** Threads share our process: there is no wall to prove, and the floor never lets uploads in. */
export function threadOffer(open: TierOffer['open']): TierOffer {
  const sandbox = sandboxOf('thread');
  return { tier: 'thread', proven: false, detail: 'worker threads are no wall', sandbox, open };
}

export async function tierOffers(wanted: string | undefined): Promise<readonly TierOffer[]> {
  const offers: TierOffer[] = [];
  for (const tier of CELL_TIERS) {
    const stronger = offers.find(({ proven }) => proven);
    if (wanted !== undefined && wanted !== tier) offers.push(passedOver(tier, `not tried: ${wanted} was asked for`));
    else if (stronger) offers.push(passedOver(tier, `not tried: ${stronger.tier} is proven`));
    else offers.push(await offerOf(tier));
  }
  return [...offers, threadOffer((jobs) => openRunner('thread', { jobs, timeoutMs: undefined }))];
}

async function offerOf(tier: CellTier): Promise<TierOffer> {
  const proof = await prove(tier);
  const { proven, detail } = proof;
  const untried = couldNotBeTried(proof);
  return { ...passedOver(tier, detail), proven, untried, sandbox: sandboxOf(tier, proof) };
}

function passedOver(tier: CellTier, detail: string): TierOffer {
  const open = (jobs: number) => openCells(tier, { jobs, timeoutMs: undefined });
  return { tier, proven: false, detail, sandbox: sandboxOf(tier), open };
}
