/**
 * Retention. Jobs that waited too long end as expired; finished ones go after their time, or oldest first above the
 * caps; bytes go when no job refers to them. Never touches a job that is not terminal, nor bytes one refers to.
 */

import { BLOB_BYTES_KEPT, JOBS_KEPT } from '../../limits.ts';
import type { SweepReport } from '../contract.ts';
import type { Blobs } from './blobs.ts';
import { endJob } from './ending.ts';
import type { Journal } from './journal.ts';
import type { Change } from './tables.ts';

/** Jobs looked at in one transaction, so that a sweep never holds the store for long. */
const BATCH = 500;
/** Age in milliseconds from which a blob without a row is an orphan and not a write under way. */
const ORPHAN_MS = 3_600_000;

async function expire({ write, now }: Journal): Promise<number> {
  return write(async (change, note) => {
    const rows = await change
      .selectFrom('job')
      .selectAll()
      .where('status', '=', 'queued')
      .where('expires', '<=', now())
      .limit(BATCH)
      .execute();
    for (const row of rows) await endJob(change, note, now(), row, { status: 'expired' });
    return rows.length;
  });
}

function finished(change: Change) {
  return change.selectFrom('job').select('id').where('status', 'not in', ['queued', 'running']).orderBy('n');
}

async function remove(change: Change, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  await change.deleteFrom('job').where('id', 'in', ids).execute();
  await change
    .deleteFrom('verdict')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('job').select('job.id').whereRef('job.verdict', '=', 'verdict.id'))),
    )
    .execute();
  return ids.length;
}

async function excess(change: Change): Promise<number> {
  const { jobs } = await change
    .selectFrom('job')
    .select((e) => e.fn.countAll<number>().as('jobs'))
    .executeTakeFirstOrThrow();
  if (jobs > JOBS_KEPT) return Math.min(BATCH, jobs - JOBS_KEPT);
  // Bytes that no job refers to are on their way out already.
  const { bytes } = await change
    .selectFrom('artifact')
    .where('sha256', 'in', (e) => e.selectFrom('job').select('artifact_sha256'))
    .select((e) => e.fn.sum<number | null>('size').as('bytes'))
    .executeTakeFirstOrThrow();
  return (bytes ?? 0) > BLOB_BYTES_KEPT ? Math.min(BATCH, Math.ceil(jobs / 10)) : 0;
}

function removeJobs({ write, now }: Journal): Promise<number> {
  return write(async (change) => {
    const old = await finished(change).where('expires', '<=', now()).limit(BATCH).execute();
    const removed = await remove(
      change,
      old.map((row) => row.id),
    );
    if (removed > 0) return removed;
    const surplus = await finished(change)
      .limit(await excess(change))
      .execute();
    return remove(
      change,
      surplus.map((row) => row.id),
    );
  });
}

/** The file goes before the row: a crash in between leaves a row that the next accept of these bytes makes good. */
function removeArtifacts({ write, crossing }: Journal, blobs: Blobs): Promise<number> {
  return write(async (change) => {
    const unused = await change
      .selectFrom('artifact')
      .select('sha256')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('job').select('job.id').whereRef('job.artifact_sha256', '=', 'artifact.sha256'))),
      )
      .limit(BATCH)
      .execute();
    let removed = 0;
    for (const { sha256 } of unused) {
      if (blobs.removeUnlessPinned(sha256) === 0) continue;
      removed += 1;
      crossing('mid-sweep');
      await change.deleteFrom('artifact').where('sha256', '=', sha256).execute();
    }
    return removed;
  });
}

async function removeOrphans({ write, now }: Journal, blobs: Blobs): Promise<number> {
  let removed = 0;
  for await (const sha of blobs.olderThan(now() - ORPHAN_MS)) {
    removed += await write(async (change) => {
      const artifact = await change
        .selectFrom('artifact')
        .select('sha256')
        .where('sha256', '=', sha)
        .executeTakeFirst();
      const verdict = await change
        .selectFrom('verdict')
        .select('id')
        .where('report_sha256', '=', sha)
        .executeTakeFirst();
      return artifact || verdict || blobs.removeUnlessPinned(sha) === 0 ? 0 : 1;
    });
  }
  return removed;
}

async function repeat(batch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let done = await batch(); done > 0; done = await batch()) total += done;
  return total;
}

export async function sweep(journal: Journal, blobs: Blobs): Promise<SweepReport> {
  const expired = await repeat(() => expire(journal));
  const jobs = await repeat(() => removeJobs(journal));
  const unused = await repeat(() => removeArtifacts(journal, blobs));
  return { expired, jobs, blobs: unused + (await removeOrphans(journal, blobs)) };
}
