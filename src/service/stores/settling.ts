/**
 * What becomes of a claimed job: progress, a verdict, another try, back to the queue, or a cancel from outside.
 * Every write asks for the lease's fence; a holder that lost it is told so and has written nothing.
 */
import { randomUUIDv7 } from 'node:crypto';
import { JOB_DELIVERIES, JOB_QUEUED_MS, REPORT_ROW_CHARS } from '../../limits.ts';
import type { Label } from '../../model.ts';
import type { Ending, JobStore, Lease } from '../contract.ts';
import type { Blobs } from './blobs.ts';
import { sha256 } from './blobs.ts';
import type { Close } from './ending.ts';
import { endAttempt, endJob } from './ending.ts';
import type { Journal, Note } from './journal.ts';
import { rowOf } from './reading.ts';
import type { Change, JobRow } from './tables.ts';

type Failure = Parameters<JobStore['retry']>[1];

function held(change: Change, lease: Pick<Lease, 'id' | 'fence'>): Promise<JobRow | undefined> {
  return change
    .selectFrom('job')
    .selectAll()
    .where('id', '=', lease.id)
    .where('status', '=', 'running')
    .where('fence', '=', lease.fence)
    .executeTakeFirst();
}

export function progress(
  { write }: Journal,
  lease: Lease,
  events: readonly Readonly<Record<string, unknown>>[],
): Promise<boolean> {
  return write(async (change, note) => {
    if (!(await held(change, lease))) return false;
    for (const event of events) await note(lease.id, 'progress', event);
    return true;
  });
}

async function storeVerdict(
  change: Change,
  row: JobRow,
  ending: Extract<Ending, { report: string }>,
  reportSha: string | null,
  now: number,
): Promise<string> {
  const id = randomUUIDv7();
  if (ending.cacheable)
    await change.updateTable('verdict').set({ cache_key: null }).where('cache_key', '=', row.cache_key).execute();
  await change
    .insertInto('verdict')
    .values({
      id,
      job: row.id,
      cache_key: ending.cacheable ? row.cache_key : null,
      label: ending.label,
      labels: JSON.stringify(ending.labels),
      report: reportSha === null ? ending.report : null,
      report_sha256: reportSha,
      created: now,
    })
    .execute();
  return id;
}

async function closeOf(
  change: Change,
  row: JobRow,
  ending: Ending,
  reportSha: string | null,
  now: number,
): Promise<Close | null> {
  if (ending.status === 'error') return ending;
  if ('report' in ending) {
    const verdict = await storeVerdict(change, row, ending, reportSha, now);
    return { status: 'done', label: ending.label, labels: ending.labels, verdict, cachedFrom: null };
  }
  const known = await change.selectFrom('verdict').selectAll().where('job', '=', ending.cachedFrom).executeTakeFirst();
  if (!known) return null;
  return {
    status: 'done',
    label: known.label,
    labels: JSON.parse(known.labels) as readonly Label[],
    verdict: known.id,
    cachedFrom: known.job,
  };
}

export async function settle(
  { write, now, crossing }: Journal,
  blobs: Blobs,
  lease: Lease,
  ending: Ending,
): Promise<boolean> {
  const record = (reportSha: string | null) => {
    crossing('worker-done-before-settle');
    return write(async (change, note) => {
      const row = await held(change, lease);
      const close = row && (await closeOf(change, row, ending, reportSha, now()));
      return close ? endJob(change, note, now(), row, close) : false;
    }, 'after-settle-before-emit');
  };
  if (!('report' in ending) || ending.report.length <= REPORT_ROW_CHARS) return record(null);
  const bytes = Buffer.from(ending.report);
  const sha = sha256(bytes);
  return blobs.put(bytes, sha, () => record(sha));
}

/** Whether an earlier attempt of the job failed in the same phase, in a way that its page can bring about. */
async function failedAlike(change: Change, row: JobRow, phase: string | undefined): Promise<boolean> {
  if (phase === undefined) return false;
  const earlier = await change
    .selectFrom('attempt')
    .select('n')
    .where('job', '=', row.id)
    .where('phase', '=', phase)
    .where('n', '<', row.fence)
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined;
}

/** Ends the attempt as interrupted; the job waits until `runAfter`, or ends when it had its deliveries. */
async function interrupt(
  change: Change,
  note: Note,
  now: number,
  row: JobRow,
  failure: Failure,
  runAfter: number,
): Promise<'retry' | 'exhausted'> {
  const alike = await failedAlike(change, row, failure.phase);
  await endAttempt(change, row, now, 'interrupted', failure);
  if (alike || row.attempts >= JOB_DELIVERIES) {
    await endJob(change, note, now, row, {
      status: 'error',
      reason: alike ? 'poison' : 'interrupted',
      detail: failure.detail,
    });
    return 'exhausted';
  }
  await requeue(change, note, row, { run_after: runAfter, expires: now + JOB_QUEUED_MS }, 'interrupted');
  return 'retry';
}

async function requeue(
  change: Change,
  note: Note,
  row: JobRow,
  columns: { readonly run_after?: number; readonly attempts?: number; readonly expires?: number },
  because: string,
): Promise<void> {
  await change
    .updateTable('job')
    .set({ status: 'queued', ...columns })
    .where('id', '=', row.id)
    .execute();
  await note(row.id, 'queued', { because });
}

export function retry(
  { write, now }: Journal,
  lease: Lease,
  failure: Failure,
  delayMs: number,
): Promise<'retry' | 'exhausted' | 'late'> {
  return write(async (change, note) => {
    const row = await held(change, lease);
    return row ? interrupt(change, note, now(), row, failure, now() + Math.round(delayMs)) : 'late';
  });
}

export function release({ write, now }: Journal, leases: readonly Lease[]): Promise<void> {
  return write(async (change, note) => {
    for (const lease of leases) {
      const row = await held(change, lease);
      if (!row) continue;
      await endAttempt(change, row, now(), 'released');
      await requeue(change, note, row, { attempts: row.attempts - 1 }, 'released');
    }
  });
}

/** For the only owner of a store: whatever runs at start belongs to a process that is gone. */
export function requeueAll({ write, now }: Journal): Promise<number> {
  return write(async (change, note) => {
    const rows = await change.selectFrom('job').selectAll().where('status', '=', 'running').execute();
    for (const row of rows)
      await interrupt(change, note, now(), row, { detail: 'The server ended while the job ran' }, 0);
    return rows.length;
  });
}

export function cancel(
  { write, now }: Journal,
  tenant: string,
  id: string,
): Promise<'cancelled' | 'already-terminal' | 'unknown'> {
  return write(async (change, note) => {
    const row = await rowOf(change, tenant, id);
    if (!row) return 'unknown';
    return (await endJob(change, note, now(), row, { status: 'cancelled' })) ? 'cancelled' : 'already-terminal';
  });
}
