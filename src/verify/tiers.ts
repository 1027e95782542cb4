/**
 * Opens the Runner of a tier. In: a tier's name and its caps. Out: a Runner the caller closes. Only that tier is loaded.
 */
import type { Runner } from '../contracts.ts';
import type { Tier } from '../options.ts';
import { UsageError } from '../usage-error.ts';

export interface RunnerOptions {
  readonly jobs: number;
  readonly timeoutMs: number | undefined;
}

export async function openRunner(tier: Tier, options: RunnerOptions): Promise<Runner> {
  if (tier !== 'thread') throw new UsageError(`The tier ${tier} is not at hand`);
  return (await import('../isolation/thread.ts')).threadRunner(options);
}
