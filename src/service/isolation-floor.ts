/**
 * Which wall uploads are run behind. In: what each tier proved here, the tier that was asked for, the floor. Out: the tier
 * in use, or why uploads are refused. A named tier that is not proven throws: nothing falls back in silence.
 */
import type { Runner } from '../contracts.ts';
import { NotProvenError, UsageError } from '../usage-error.ts';

/** One tier of this machine, strongest first in a list of them. `open` starts a Runner of `jobs` slots. */
export interface TierOffer {
  readonly tier: string;
  readonly proven: boolean;
  /** What is missing, in words of ours; or what was proven. */
  readonly detail: string;
  open(jobs: number): Runner | Promise<Runner>;
  /** Proves it once more; absent where there is nothing to prove. */
  prove?(): Promise<{ readonly proven: boolean; readonly detail: string }>;
}

/** The weakest tier that takes uploads: on this machine alone the uploader could do as much without us. */
const FLOORS = { loopback: ['strict', 'container', 'process'], beyond: ['strict', 'container'] } as const;

export interface IsolationState {
  /** The tier in use; null when uploads are refused. */
  readonly tier: string | null;
  /** Set when the tier is weaker than the floor and was allowed all the same, or when none is at the floor. */
  readonly degraded: string | null;
  readonly tiers: readonly { readonly tier: string; readonly proven: boolean; readonly detail: string }[];
}

export interface IsolationChoice {
  readonly state: IsolationState;
  readonly offer: TierOffer | null;
}

function named(offers: readonly TierOffer[], wanted: string): TierOffer {
  const offer = offers.find((one) => one.tier === wanted);
  if (!offer)
    throw new UsageError(`Unknown isolation tier ${wanted}`, `Known: ${offers.map((one) => one.tier).join(', ')}`);
  // A thread claims no wall, so that there is nothing to prove; the floor is what keeps it from uploads.
  if (!offer.proven && offer.tier !== 'thread')
    throw new NotProvenError(`The tier ${wanted} is not proven here: ${offer.detail}`);
  return offer;
}

export function chooseIsolation(
  offers: readonly TierOffer[],
  wanted: { readonly tier?: string; readonly loopback: boolean; readonly allowBelowFloor: boolean },
): IsolationChoice {
  const tiers = offers.map(({ tier, proven, detail }) => ({ tier, proven, detail }));
  const floor: readonly string[] = wanted.loopback ? FLOORS.loopback : FLOORS.beyond;
  const chosen =
    wanted.tier === undefined
      ? offers.find((offer) => offer.proven && offer.tier !== 'thread')
      : named(offers, wanted.tier);
  if (chosen?.proven && floor.includes(chosen.tier))
    return { state: { tier: chosen.tier, degraded: null, tiers }, offer: chosen };
  const why =
    `uploads need ${floor.join(' or ')} ` +
    (chosen
      ? `and the tier is ${chosen.tier}`
      : `and none is proven (${tiers.map((t) => `${t.tier}: ${t.detail}`).join('; ')})`);
  if (!wanted.allowBelowFloor) return { state: { tier: null, degraded: why, tiers }, offer: null };
  const offer = chosen ?? offers.find((one) => one.tier === 'thread') ?? null;
  return { state: { tier: offer?.tier ?? null, degraded: `allowed below the floor: ${why}`, tiers }, offer };
}
