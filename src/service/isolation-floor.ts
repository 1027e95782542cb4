/**
 * Which wall uploads are run behind. In: what each tier proved here, the tier that was asked for, the floor. Out: the tier
 * in use, or why uploads are refused. A named tier that is not proven throws: nothing falls back in silence.
 */
import type { Runner } from '../contracts.ts';
import type { Sandbox } from '../model.ts';
import { NotProvenError, UsageError } from '../usage-error.ts';

/** One tier of this machine, strongest first in a list of them. `open` starts a Runner of `jobs` slots. */
export interface TierOffer {
  readonly tier: string;
  readonly proven: boolean;
  /** What is missing, in words of ours; or what was proven. */
  readonly detail: string;
  /** The walls that were proved, or those that a run would do without. */
  readonly sandbox: Sandbox;
  /** It is not proven because it could not be tried, not because anything was seen open. */
  readonly untried?: boolean;
  open(jobs: number): Runner | Promise<Runner>;
}

/** What the operator asked for, and who can reach the server. */
export interface IsolationWish {
  readonly tier?: string;
  readonly loopback: boolean;
  readonly allowBelowFloor: boolean;
}

/** The weakest tier that takes uploads: on this machine alone the uploader could do as much without us. */
const FLOORS = { loopback: ['strict', 'container', 'process'], beyond: ['strict', 'container'] } as const;

export interface IsolationState {
  /** The tier in use; null when uploads are refused. */
  readonly tier: string | null;
  /** Set when the tier is weaker than the floor and was allowed all the same, or when none is at the floor. */
  readonly degraded: string | null;
  /** What the tier in use proved; null when uploads are refused. */
  readonly sandbox: Sandbox | null;
  /** A tier that would have been used could not be tried. */
  readonly untried: boolean;
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

function stateOf(offers: readonly TierOffer[], offer: TierOffer | null, degraded: string | null): IsolationState {
  const tiers = offers.map(({ tier, proven, detail }) => ({ tier, proven, detail }));
  const untried = offers.some((one) => one.untried ?? false);
  return { tier: offer?.tier ?? null, degraded, sandbox: offer?.sandbox ?? null, untried, tiers };
}

/** Uploads are refused, and why. */
export function withoutIsolation(offers: readonly TierOffer[], why: string): IsolationState {
  return stateOf(offers, null, why);
}

/** Throws a NotProvenError for a named tier that is not proven, a UsageError for one that is not offered. */
export function chooseIsolation(offers: readonly TierOffer[], wish: IsolationWish): IsolationChoice {
  const floor: readonly string[] = wish.loopback ? FLOORS.loopback : FLOORS.beyond;
  const chosen =
    wish.tier === undefined
      ? offers.find((offer) => offer.proven && offer.tier !== 'thread')
      : named(offers, wish.tier);
  if (chosen?.proven && floor.includes(chosen.tier)) return { state: stateOf(offers, chosen, null), offer: chosen };
  const why =
    `uploads need ${floor.join(' or ')} ` +
    (chosen
      ? `and the tier is ${chosen.tier}`
      : `and none is proven (${offers.map((t) => `${t.tier}: ${t.detail}`).join('; ')})`);
  if (!wish.allowBelowFloor) return { state: withoutIsolation(offers, why), offer: null };
  const offer = chosen ?? offers.find((one) => one.tier === 'thread') ?? null;
  return { state: stateOf(offers, offer, `allowed below the floor: ${why}`), offer };
}
