/**
 * The one way into a terminal state. In: an open transaction and the job as it stood. Out: whether this caller ended it.
 * The same transaction carries the event, the webhook rows and the obligations that are now met.
 */
import { randomUUIDv7 } from 'node:crypto';
import { JOB_KEPT_MS } from '../../limits.ts';
import type { Label } from '../../model.ts';
import type { Job, JobReason } from '../contract.ts';
import type { Note } from './journal.ts';
import { jobOf } from './rows.ts';
import type { Change, JobRow } from './tables.ts';

/** How a job ends. A verdict's row is already there when its id is given. */
export type Close =
  | {
      readonly status: 'done';
      readonly label: Label;
      readonly labels: readonly Label[];
      readonly verdict: string;
      readonly cachedFrom: string | null;
    }
  | { readonly status: 'error'; readonly reason: JobReason; readonly detail: string }
  | { readonly status: 'cancelled' }
  | { readonly status: 'expired' };

function columnsOf(close: Close) {
  if (close.status === 'done')
    return {
      status: close.status,
      label: close.label,
      verdict: close.verdict,
      cached_from: close.cachedFrom,
      reason: null,
      detail: null,
    };
  if (close.status === 'error') return { status: close.status, reason: close.reason, detail: close.detail };
  return { status: close.status };
}

/** A job answers for another when it looked at the same bytes in all its hosts, and drove if that one asked to. */
function answersFor(job: Job, other: Job): boolean {
  return (
    (job.options.drive || !other.options.drive) && other.options.hosts.every((host) => job.options.hosts.includes(host))
  );
}

async function meetObligations(change: Change, ended: Job, labels: readonly Label[]): Promise<void> {
  const open = await change
    .selectFrom('job')
    .selectAll()
    .where('tenant', '=', ended.tenant)
    .where('artifact_sha256', '=', ended.artifactSha256)
    .where('obligation', '=', 'unmet')
    .execute();
  const met = open
    .map(jobOf)
    .filter((job) => answersFor(ended, job) && !labels.some((label) => job.options.failOn.includes(label)))
    .map((job) => job.id);
  if (met.length > 0) await change.updateTable('job').set({ obligation: 'met' }).where('id', 'in', met).execute();
}

async function queueDeliveries(change: Change, job: Job, now: number): Promise<void> {
  const hooks = await change.selectFrom('webhook').select('id').where('tenant', '=', job.tenant).execute();
  if (hooks.length === 0) return;
  const rows = hooks.map((hook) => ({
    id: `msg_${randomUUIDv7().replaceAll('-', '')}`,
    webhook: hook.id,
    job: job.id,
    state: 'pending' as const,
    tries: 0,
    next_at: now,
    maybe_duplicate: 0,
  }));
  await change.insertInto('delivery').values(rows).execute();
}

/** False when the job was already terminal, or when `row` was running under a fence that no longer holds. */
export async function endJob(change: Change, note: Note, now: number, row: JobRow, close: Close): Promise<boolean> {
  const ended = await change
    .updateTable('job')
    .set({ ...columnsOf(close), finished: now, expires: now + JOB_KEPT_MS })
    .where('id', '=', row.id)
    .where('status', '=', row.status)
    .where('status', 'in', ['queued', 'running'])
    .where('fence', '=', row.fence)
    .returningAll()
    .executeTakeFirst();
  if (!ended) return false;
  const job = jobOf(ended);
  if (row.status === 'running') await endAttempt(change, row, now, close.status);
  const { label, reason } = job;
  await note(job.id, 'terminal', {
    status: job.status,
    ...(label === null ? {} : { label }),
    ...(reason === null ? {} : { reason }),
  });
  await queueDeliveries(change, job, now);
  if (close.status === 'done') await meetObligations(change, job, close.labels);
  return true;
}

export async function endAttempt(
  change: Change,
  row: JobRow,
  now: number,
  outcome: string,
  failure?: { readonly detail: string; readonly phase?: string },
): Promise<void> {
  await change
    .updateTable('attempt')
    .set({ ended: now, outcome, detail: failure?.detail ?? null, phase: failure?.phase ?? null })
    .where('job', '=', row.id)
    .where('n', '=', row.fence)
    .where('ended', 'is', null)
    .execute();
}
