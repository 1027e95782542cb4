/**
 * Retention, at start and every now and then. In: a store. A round that fails is reported, and the next one is held.
 */
import type { Logger } from 'pino';
import type { JobStore } from './contract.ts';

const EVERY_MS = 10 * 60_000;

/** Returns what stops it; resolved when no round is under way. */
export function startUpkeep(store: JobStore, log: Logger): () => Promise<void> {
  let round: Promise<void> | undefined;
  const sweep = () => {
    round ??= store
      .sweep()
      .then((swept) => log.debug(swept, 'swept'))
      .catch((err: unknown) => log.error({ err }, 'a sweep failed'))
      .finally(() => {
        round = undefined;
      });
  };
  sweep();
  const timer = setInterval(sweep, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await round;
  };
}
