/**
 * Takes a job in. In: a NewJob. Out: the job, durable with its bytes, or why nothing was written.
 * The bytes are synced before the rows refer to them: a crash in between leaves an orphan, never a job without bytes.
 */
import { randomUUIDv7 } from 'node:crypto';
import { JOB_QUEUED_MS, SERVICE_QUEUED } from '../../limits.ts';
import type { Label } from '../../model.ts';
import type { Accepted, NewJob } from '../contract.ts';
import type { Blobs } from './blobs.ts';
import { sha256 } from './blobs.ts';
import { endJob } from './ending.ts';
import type { Journal } from './journal.ts';
import { freshVerdict } from './reading.ts';
import { jobOf } from './rows.ts';
import type { Change, Database, JobRow } from './tables.ts';

type Refusal = Exclude<Accepted, { kind: 'accepted' }>;

/** What makes two posts under one idempotency key the same request. */
function requestHash(job: NewJob, artifact: string): string {
  return sha256(JSON.stringify([artifact, job.name, job.options, job.priority, job.required]));
}

async function earlier(db: Database | Change, job: NewJob, hash: string): Promise<Accepted | null> {
  if (job.idempotencyKey === undefined) return null;
  const row = await db
    .selectFrom('job')
    .selectAll()
    .where('tenant', '=', job.tenant)
    .where('idempotency_key', '=', job.idempotencyKey)
    .executeTakeFirst();
  if (!row) return null;
  return row.request_hash === hash ? { kind: 'accepted', job: jobOf(row), created: false } : { kind: 'conflict' };
}

async function refusal(db: Database | Change, job: NewJob): Promise<Refusal | null> {
  const queued = db.selectFrom('job').where('status', '=', 'queued');
  const count = (query: typeof queued) =>
    query.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const own = (await count(queued.where('tenant', '=', job.tenant))).n;
  if (own >= job.maxQueued) return { kind: 'full', scope: 'tenant', queued: own };
  const all = (await count(queued)).n;
  return all >= SERVICE_QUEUED ? { kind: 'full', scope: 'service', queued: all } : null;
}

function insert(change: Change, job: NewJob, artifact: string, hash: string, now: number): Promise<JobRow> {
  return change
    .insertInto('job')
    .values({
      id: randomUUIDv7(),
      tenant: job.tenant,
      name: job.name,
      idempotency_key: job.idempotencyKey ?? null,
      request_hash: hash,
      artifact_sha256: artifact,
      options: JSON.stringify(job.options),
      cache_key: job.cacheKey,
      use_cache: job.useCache ? 1 : 0,
      priority: job.priority,
      max_running: job.maxRunning,
      required: job.required ? 1 : 0,
      obligation: job.required ? 'unmet' : null,
      traceparent: job.traceparent ?? null,
      status: 'queued',
      attempts: 0,
      fence: 0,
      run_after: 0,
      created: now,
      expires: now + JOB_QUEUED_MS,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function accept({ write, db, now, crossing }: Journal, blobs: Blobs, job: NewJob): Promise<Accepted> {
  const artifact = sha256(job.bundle);
  const hash = requestHash(job, artifact);
  // Looked at twice: here so that a refusal costs no disk, and in the transaction so that it is right.
  const known = (await earlier(db, job, hash)) ?? (await refusal(db, job));
  if (known) return known;
  const accepted = await blobs.put(job.bundle, artifact, () => {
    crossing('blob-written');
    return write(async (change, note): Promise<Accepted> => {
      const settled = (await earlier(change, job, hash)) ?? (await refusal(change, job));
      if (settled) return settled;
      await change
        .insertInto('artifact')
        .values({ sha256: artifact, size: job.bundle.length, created: now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const row = await insert(change, job, artifact, hash, now());
      await note(row.id, 'queued', {});
      const verdict = job.useCache ? await freshVerdict(change, job.cacheKey, now()) : undefined;
      if (verdict)
        await endJob(change, note, now(), row, {
          status: 'done',
          label: verdict.label,
          labels: JSON.parse(verdict.labels) as readonly Label[],
          verdict: verdict.id,
          cachedFrom: verdict.job,
        });
      const stored = await change.selectFrom('job').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
      crossing('before-commit');
      return { kind: 'accepted', job: jobOf(stored), created: true };
    });
  });
  crossing('after-commit-before-202');
  return accepted;
}
