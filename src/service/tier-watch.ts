/**
 * Proves the tier in use again and again while the server runs. In: the choice made at start. Out: the isolation as it
 * stands now; a tier that no longer holds takes no upload and runs no job until it holds again.
 */
import type { Logger } from 'pino';
import type { IsolationChoice, IsolationState } from './isolation-floor.ts';

const EVERY_MS = 3_600_000;

export class TierWatch {
  readonly #choice: IsolationChoice;
  readonly #log: Logger;
  #state: IsolationState;
  #round: Promise<void> | undefined;

  constructor(choice: IsolationChoice, log: Logger) {
    this.#choice = choice;
    this.#log = log;
    this.#state = choice.state;
  }

  get state(): IsolationState {
    return this.#state;
  }

  /** Proves the tier once more. Never rejects. */
  check(): Promise<void> {
    this.#round ??= this.#prove().finally(() => {
      this.#round = undefined;
    });
    return this.#round;
  }

  /** Returns what stops it; resolved when no round is under way. */
  start(): () => Promise<void> {
    const timer = setInterval(() => void this.check(), EVERY_MS);
    return async () => {
      clearInterval(timer);
      await this.#round;
    };
  }

  async #prove(): Promise<void> {
    const { state, offer } = this.#choice;
    if (state.tier === null || !offer?.prove) return;
    const { proven, detail } = await offer.prove();
    const tiers = state.tiers.map((one) => (one.tier === offer.tier ? { tier: one.tier, proven, detail } : one));
    if (proven) this.#state = { ...state, tiers };
    else this.#state = { tier: null, degraded: `the tier ${offer.tier} no longer holds: ${detail}`, tiers };
    if (!proven) this.#log.error({ tier: offer.tier, detail }, 'a tier no longer holds');
  }
}
