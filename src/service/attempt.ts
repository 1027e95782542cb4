/**
 * One delivery of one job, from its lease to its end. In: a lease and what verifies. Out: how it went; the store has the
 * rest. Everything the job reported is written before it is settled, and a settled job is never written again.
 */

import type { Report } from '../model.ts';
import { UsageError } from '../usage-error.ts';
import type { BundleFile } from './bundle.ts';
import { unpackBundle } from './bundle.ts';
import type { Ending, JobOptions, JobStore, Lease } from './contract.ts';
import { endingOfReport } from './ending-of-report.ts';
import { InfraFailure } from './infra-failure.ts';
import type { Progress } from './progress-log.ts';
import { ProgressLog } from './progress-log.ts';

/**
 * Verifies files held in memory. Throws an InfraFailure when the machinery failed, a UsageError when there is nothing to
 * verify. After an abort it may return or throw anything, soon.
 */
export type VerifyJob = (
  files: readonly BundleFile[],
  options: JobOptions,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
) => Promise<Report>;

/** Why a result came too late to count. */
export type LateCause = 'cancelled' | 'timeout' | 'lost' | 'drained';

export type AttemptEnd =
  | { readonly kind: 'settled'; readonly ending: Ending }
  | { readonly kind: 'retry' | 'exhausted'; readonly detail: string }
  | { readonly kind: 'late'; readonly cause: LateCause }
  | { readonly kind: 'bug'; readonly error: unknown };

export interface AttemptTools {
  readonly store: JobStore;
  readonly verify: VerifyJob;
  readonly wallMs: number;
  readonly progressMs: number;
  /** Milliseconds before delivery `n + 1`. */
  readonly backoff: (n: number) => number;
}

async function readFiles(store: JobStore, lease: Lease): Promise<readonly BundleFile[]> {
  try {
    return unpackBundle(await store.bundle(lease));
  } catch (error) {
    throw new InfraFailure(`The stored upload cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

async function findEnding(tools: AttemptTools, lease: Lease, controller: AbortController): Promise<Ending> {
  const { store, verify } = tools;
  const cachedFrom = lease.useCache ? await store.cached(lease.cacheKey) : null;
  if (cachedFrom !== null) return { status: 'done', cachedFrom };
  const progress = new ProgressLog(store, lease, tools.progressMs);
  try {
    const files = await readFiles(store, lease);
    return endingOfReport(await verify(files, lease.job.options, (one) => progress.add(one), controller.signal));
  } finally {
    await progress.drain();
  }
}

function causeOf(signal: AbortSignal): LateCause {
  return signal.aborted ? (signal.reason as LateCause) : 'lost';
}

async function afterFailure(tools: AttemptTools, lease: Lease, error: unknown): Promise<AttemptEnd> {
  const { store } = tools;
  if (error instanceof InfraFailure) {
    if (error.report && lease.job.attempts > 1) {
      // One artifact of several ends its worker whenever it is opened; the verdicts of the others stand.
      const ending: Ending = { ...endingOfReport(error.report), cacheable: false };
      return (await store.settle(lease, ending)) ? { kind: 'settled', ending } : { kind: 'late', cause: 'lost' };
    }
    const kind = await store.retry(
      lease,
      { detail: error.message, phase: error.phase },
      tools.backoff(lease.job.attempts),
    );
    return kind === 'late' ? { kind, cause: 'lost' } : { kind, detail: error.message };
  }
  const ending: Ending =
    error instanceof UsageError
      ? { status: 'error', reason: 'usage', detail: error.message }
      : { status: 'error', reason: 'infra', detail: 'The service failed; its log has the cause' };
  if (!(await store.settle(lease, ending))) return { kind: 'late', cause: 'lost' };
  return error instanceof UsageError ? { kind: 'settled', ending } : { kind: 'bug', error };
}

/** Never rejects but when the store does. An abort's reason is a LateCause. */
export async function attempt(tools: AttemptTools, lease: Lease, controller: AbortController): Promise<AttemptEnd> {
  const { store } = tools;
  const { signal } = controller;
  let endTimedOut: Promise<unknown> = Promise.resolve();
  const timer = setTimeout(() => {
    const detail = `Not finished within ${tools.wallMs / 1000} s`;
    endTimedOut = store
      .settle(lease, { status: 'error', reason: 'timeout', detail })
      .then((ended) => ended && controller.abort('timeout' satisfies LateCause));
  }, tools.wallMs);
  // A server that has stopped does not wait for work that did not heed its abort.
  timer.unref();
  try {
    const ending = await findEnding(tools, lease, controller);
    if (signal.aborted) return { kind: 'late', cause: causeOf(signal) };
    const settled = await store.settle(lease, ending);
    return settled ? { kind: 'settled', ending } : { kind: 'late', cause: causeOf(signal) };
  } catch (error) {
    if (signal.aborted) return { kind: 'late', cause: causeOf(signal) };
    return await afterFailure(tools, lease, error);
  } finally {
    clearTimeout(timer);
    await endTimedOut;
  }
}
