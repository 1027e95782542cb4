/**
 * The isolation tiers this machine offers to uploads, strongest first, each with what its self-test proved.
 */
import { openRunner } from '../verify/tiers.ts';
import type { TierOffer } from './isolation-floor.ts';

/** Threads share our process: there is no wall to prove, and the floor never lets uploads in. */
const thread: TierOffer = {
  tier: 'thread',
  proven: false,
  detail: 'worker threads are no wall',
  open: (jobs) => openRunner('thread', { jobs, timeoutMs: undefined }),
};

export async function tierOffers(): Promise<readonly TierOffer[]> {
  return [thread];
}
