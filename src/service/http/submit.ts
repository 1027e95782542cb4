/**
 * From an upload to an accepted job, for the API and the page alike. In: files and what was asked. Out: the job.
 * Refuses while draining, below the isolation floor, on a full disk or queue, and for a key used otherwise before.
 */
import { statfs } from 'node:fs/promises';
import { packBundle } from '../bundle.ts';
import { cacheKey } from '../cache-key.ts';
import type { Job, JobOptions } from '../contract.ts';
import { isTerminal } from './job-view.ts';
import { Problem } from './problem.ts';
import type { AppContext, Service } from './service.ts';
import type { Upload } from './upload.ts';

export interface Request {
  readonly options: JobOptions;
  readonly required: boolean;
  readonly priority: number;
  readonly useCache: boolean;
  readonly idempotencyKey?: string;
}

const RETRY_SECONDS = '5';
const LONGEST_RETRY_SECONDS = 60;

/** Asked before a body is read, so that a refusal costs nothing. */
export async function mayTakeWork(service: Service): Promise<void> {
  if (service.draining())
    throw new Problem('draining', 'Send the request again, to the server that takes over', {
      'Retry-After': RETRY_SECONDS,
    });
  const { tier, degraded, nextProofAt } = service.isolation;
  if (tier === null) {
    const seconds = Math.ceil((nextProofAt.getTime() - Date.now()) / 1000);
    const later = Math.min(LONGEST_RETRY_SECONDS, Math.max(1, seconds));
    throw new Problem('isolation-missing', degraded ?? 'No tier is proven', { 'Retry-After': String(later) });
  }
  const { bavail, bsize } = await statfs(service.dataDirectory);
  if (bavail * bsize < service.diskFreeBytes) throw new Problem('disk-low', 'The operator has to make room');
}

export async function submit(c: AppContext, service: Service, upload: Upload, request: Request): Promise<Job> {
  const caller = c.get('caller');
  const bundle = packBundle(upload.files);
  const accepted = await service.store.accept({
    tenant: caller.tenant,
    name: upload.name,
    bundle,
    options: request.options,
    cacheKey: cacheKey(service.cacheScope, caller.tenant, bundle, request.options),
    useCache: request.useCache,
    priority: request.priority,
    required: request.required,
    maxQueued: caller.maxQueued,
    maxRunning: caller.maxRunning ?? service.slots,
    traceparent: c.get('traceparent'),
    idempotencyKey: request.idempotencyKey,
  });
  if (accepted.kind === 'conflict')
    throw new Problem('idempotency-conflict', 'Another upload or other options were sent under this Idempotency-Key');
  if (accepted.kind === 'full')
    throw new Problem('queue-full', `${accepted.queued} jobs of this ${accepted.scope} wait already`, {
      'Retry-After': RETRY_SECONDS,
    });
  c.set('job', accepted.job.id);
  return accepted.job;
}

/** The job when it is terminal, or as it stands after `seconds`. Whoever waits holds no lock and can go away. */
export async function waitFor(service: Service, job: Job, seconds: number, signal: AbortSignal): Promise<Job> {
  const until = performance.now() + seconds * 1000;
  let current = job;
  for (;;) {
    const left = until - performance.now();
    if (isTerminal(current) || left <= 0) return current;
    if (signal.aborted || service.watch.closed) return current;
    // Listened for before it is looked at: what happens in between is not missed.
    const wait = new AbortController();
    const moved = service.watch.moved(job.id, left, AbortSignal.any([signal, wait.signal]));
    const seen = (await service.store.get(job.tenant, job.id)) ?? current;
    if (seen.status !== current.status) wait.abort();
    await moved;
    current = (await service.store.get(job.tenant, job.id)) ?? current;
  }
}
