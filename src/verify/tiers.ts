/**
 * Opens the Runner of a tier. In: a tier's name and its caps. Out: a Runner the caller closes; a tier with walls has proven
 * them first. Throws (rejects) a NotProvenError where one does not hold. Only the tier that is asked for is loaded.
 */
import type { Runner } from '../contracts.ts';
import type { CellTier } from '../isolation/cell/command.ts';
import type { Tier } from '../options.ts';
import { NotProvenError } from '../usage-error.ts';

export interface RunnerOptions {
  readonly jobs: number;
  readonly timeoutMs: number | undefined;
}

/** `timeoutMs`: milliseconds of CPU one drive may use; undefined for the default. */
export async function openRunner(tier: Tier, options: RunnerOptions): Promise<Runner> {
  if (tier === 'thread') return (await import('../isolation/thread.ts')).threadRunner(options);
  const { prove, sandboxOf } = await import('./proof.ts');
  const runner = await openCells(tier, options);
  const proof = await prove(tier);
  if (proof.proven) return { ...runner, sandbox: sandboxOf(tier, proof) };
  await runner.close();
  throw new NotProvenError(`The tier ${tier} is not proven here: ${proof.detail}`);
}

/** The Runner of a tier that was proven by other means. */
export async function openCells(tier: CellTier, options: RunnerOptions): Promise<Runner> {
  const { cellRunner } = await import('../isolation/cell/runner.ts');
  return cellRunner({ tier, ...options });
}
