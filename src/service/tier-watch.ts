/**
 * Keeps the strongest proven tier in use. In: what surveys the tiers, and what was asked for. Out: the isolation as it
 * stands, and a Runner behind it. Tiers are proven at start and every hour; one that could not be tried, soon and then
 * later and later. A tier that no longer holds takes no upload and runs no job until one holds again.
 */
import type { Logger } from 'pino';
import type { Runner } from '../contracts.ts';
import { NotProvenError } from '../usage-error.ts';
import { InfraFailure } from './infra-failure.ts';
import type { IsolationState, IsolationWish, TierOffer } from './isolation-floor.ts';
import { chooseIsolation, withoutIsolation } from './isolation-floor.ts';
import { RunnerInUse } from './runner-in-use.ts';

const EVERY_MS = 3_600_000;
const SOON_MS = 5_000;

export interface TierWatchOptions {
  /** Proves the tiers, strongest first. Asked again for each round. */
  readonly survey: () => Promise<readonly TierOffer[]>;
  readonly wish: IsolationWish;
  readonly slots: number;
  readonly log: Logger;
}

/** The isolation, and when it is looked at next. */
export interface WatchedIsolation extends IsolationState {
  readonly nextProofAt: Date;
}

export class TierWatch {
  readonly #options: TierWatchOptions;
  readonly #opened: RunnerInUse[] = [];
  #state: IsolationState;
  #untriedRounds = 0;
  #nextAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #closed = false;

  /** Throws (rejects) a NotProvenError for a tier that was named and does not hold, a UsageError for one nobody knows. */
  static async open(options: TierWatchOptions): Promise<TierWatch> {
    const offers = await options.survey();
    const watch = new TierWatch(options, withoutIsolation(offers, 'not chosen'));
    await watch.#choose(offers);
    watch.#schedule();
    return watch;
  }

  private constructor(options: TierWatchOptions, state: IsolationState) {
    this.#options = options;
    this.#state = state;
  }

  get state(): WatchedIsolation {
    return { ...this.#state, nextProofAt: new Date(this.#nextAt) };
  }

  /** Runs `work` behind the tier in use; its Runner stays open that long. Rejects with an InfraFailure when there is none. */
  async use<T>(work: (runner: Runner) => Promise<T>): Promise<T> {
    const inUse = this.#opened.at(-1);
    if (!inUse || this.#state.tier === null) throw new InfraFailure('No isolation tier fit for uploads is proven');
    return inUse.run(work);
  }

  /** Proves the tiers once more. Never rejects. */
  check(): Promise<void> {
    this.#round ??= this.#check().finally(() => {
      this.#round = undefined;
      this.#schedule();
    });
    return this.#round;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#round;
    await Promise.all(this.#opened.map((one) => one.close()));
  }

  async #check(): Promise<void> {
    const { survey, log } = this.#options;
    const before = this.#state.tier;
    const offers = await survey();
    try {
      await this.#choose(offers);
    } catch (error) {
      const why = error instanceof Error ? error.message : 'it could not be opened';
      const state = withoutIsolation(offers, why);
      // A Runner that could not be opened says nothing about the tier.
      this.#state = error instanceof NotProvenError ? state : { ...state, untried: true };
    }
    const { tier, degraded } = this.#state;
    if (tier === before) return;
    if (tier === null) log.error({ tier: before, degraded }, 'a tier no longer holds');
    else log.warn({ tier, before }, 'uploads run behind another tier');
  }

  async #choose(offers: readonly TierOffer[]): Promise<void> {
    const { state, offer } = chooseIsolation(offers, this.#options.wish);
    const inUse = this.#opened.at(-1);
    if (offer && offer.tier !== inUse?.tier) {
      const runner = await offer.open(this.#options.slots);
      inUse?.retire();
      this.#opened.push(new RunnerInUse(offer.tier, runner, offer.sandbox));
    } else if (offer) inUse?.proved(offer.sandbox);
    this.#state = state;
  }

  #schedule(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#untriedRounds = this.#state.untried ? this.#untriedRounds + 1 : 0;
    const ms = this.#state.untried ? Math.min(EVERY_MS, SOON_MS * 2 ** (this.#untriedRounds - 1)) : EVERY_MS;
    this.#nextAt = Date.now() + ms;
    this.#timer = setTimeout(() => void this.check(), ms);
  }
}
