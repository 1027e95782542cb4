/**
 * Questions to the store that change nothing. A job is found under its own tenant only; another's is as if it were not
 * there.
 */
import type { Selectable } from 'kysely';
import { JOB_KEPT_MS } from '../../limits.ts';
import type { Job, JobAttempt, JobEvent, JobQuery, JobStore, Lease } from '../contract.ts';
import type { Blobs } from './blobs.ts';
import type { Journal } from './journal.ts';
import { eventOf, jobOf } from './rows.ts';
import type { Change, Database, JobRow, VerdictTable } from './tables.ts';

/** The verdict that answers a key, unless it is older than a job is kept. */
export function freshVerdict(
  db: Database | Change,
  cacheKey: string,
  now: number,
): Promise<Selectable<VerdictTable> | undefined> {
  return db
    .selectFrom('verdict')
    .selectAll()
    .where('cache_key', '=', cacheKey)
    .where('created', '>', now - JOB_KEPT_MS)
    .executeTakeFirst();
}

/** A job as only its own tenant finds it. */
export function rowOf(db: Database | Change, tenant: string, id: string): Promise<JobRow | undefined> {
  return db.selectFrom('job').selectAll().where('id', '=', id).where('tenant', '=', tenant).executeTakeFirst();
}

export async function get({ db }: Journal, tenant: string, id: string): Promise<Job | null> {
  const row = await rowOf(db, tenant, id);
  return row ? jobOf(row) : null;
}

export async function list({ db }: Journal, query: JobQuery): Promise<readonly Job[]> {
  let jobs = db.selectFrom('job').selectAll().where('tenant', '=', query.tenant);
  if (query.label !== undefined) jobs = jobs.where('label', '=', query.label);
  if (query.status !== undefined) jobs = jobs.where('status', '=', query.status);
  const { after } = query;
  if (after !== undefined)
    jobs = jobs.where('n', '<', (e) =>
      e.selectFrom('job as last').select('last.n').where('last.id', '=', after).where('last.tenant', '=', query.tenant),
    );
  return (await jobs.orderBy('n', 'desc').limit(query.limit).execute()).map(jobOf);
}

export function attempts({ db }: Journal, id: string): Promise<readonly JobAttempt[]> {
  return db
    .selectFrom('attempt')
    .select(['n', 'started', 'ended', 'outcome', 'detail'])
    .where('job', '=', id)
    .orderBy('n')
    .execute();
}

export async function events({ db }: Journal, id: string, since: number, limit: number): Promise<readonly JobEvent[]> {
  const rows = await db
    .selectFrom('event')
    .selectAll()
    .where('job', '=', id)
    .where('seq', '>', since)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(eventOf);
}

export async function bundle({ db }: Journal, blobs: Blobs, lease: Lease): Promise<Uint8Array> {
  const row = await db.selectFrom('job').select('artifact_sha256').where('id', '=', lease.id).executeTakeFirstOrThrow();
  return blobs.get(row.artifact_sha256);
}

export async function report({ db }: Journal, blobs: Blobs, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('verdict')
    .innerJoin('job', 'job.verdict', 'verdict.id')
    .select(['verdict.report', 'verdict.report_sha256'])
    .where('job.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  return row.report_sha256 === null ? row.report : Buffer.from(await blobs.get(row.report_sha256)).toString();
}

export async function counts({ db }: Journal): ReturnType<JobStore['counts']> {
  const rows = await db
    .selectFrom('job')
    .select(['status', (e) => e.fn.countAll<number>().as('n'), (e) => e.fn.min('created').as('oldest')])
    .where('status', 'in', ['queued', 'running'])
    .groupBy('status')
    .execute();
  const of = (status: string) => rows.find((row) => row.status === status);
  return { queued: of('queued')?.n ?? 0, running: of('running')?.n ?? 0, oldestQueued: of('queued')?.oldest ?? null };
}
