/**
 * Opens the Runner of a tier. In: a tier's name and its caps. Out: a Runner the caller closes. Only that tier is loaded.
 * Throws a NotProvenError for a tier that cannot be had here.
 */
import type { Runner } from '../contracts.ts';
import type { Tier } from '../options.ts';
import { NotProvenError } from '../usage-error.ts';

export interface RunnerOptions {
  readonly jobs: number;
  readonly timeoutMs: number | undefined;
}

export async function openRunner(tier: Tier, options: RunnerOptions): Promise<Runner> {
  if (tier !== 'thread') throw new NotProvenError(`The tier ${tier} is not proven here`);
  return (await import('../isolation/thread.ts')).threadRunner(options);
}
