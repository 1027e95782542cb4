/**
 * Rows into the values of the contract. In: what a query yields. Out: plain objects without a column name in sight.
 */
import type { Selectable } from 'kysely';
import type { Delivery, Job, JobEvent, JobOptions, Lease } from '../contract.ts';
import type { DeliveryTable, EventTable, JobRow } from './tables.ts';

export function jobOf(row: JobRow): Job {
  return {
    id: row.id,
    tenant: row.tenant,
    name: row.name,
    artifactSha256: row.artifact_sha256,
    options: JSON.parse(row.options) as JobOptions,
    status: row.status,
    label: row.label,
    reason: row.reason,
    detail: row.detail,
    attempts: row.attempts,
    priority: row.priority,
    required: row.required === 1,
    obligation: row.obligation,
    cachedFrom: row.cached_from,
    created: row.created,
    started: row.started,
    finished: row.finished,
    expires: row.expires,
  };
}

export function leaseOf(row: JobRow): Lease {
  return {
    id: row.id,
    fence: row.fence,
    job: jobOf(row),
    cacheKey: row.cache_key,
    useCache: row.use_cache === 1,
    ...(row.traceparent === null ? {} : { traceparent: row.traceparent }),
  };
}

export function eventOf(row: Selectable<EventTable>): JobEvent {
  const data = JSON.parse(row.data) as Readonly<Record<string, unknown>>;
  return Object.freeze({ job: row.job, seq: row.seq, kind: row.kind, at: row.at, data: Object.freeze(data) });
}

export function deliveryOf(row: Selectable<DeliveryTable>): Delivery {
  return {
    id: row.id,
    webhook: row.webhook,
    job: row.job,
    state: row.state,
    tries: row.tries,
    nextAt: row.next_at,
    lastStatus: row.last_status,
    lastError: row.last_error,
    maybeDuplicate: row.maybe_duplicate === 1,
  };
}
