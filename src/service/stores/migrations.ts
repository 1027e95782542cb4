/**
 * The schema, step by step, run by Kysely's Migrator. A step that was released is never edited: the next change is a
 * new step. Refuses a database that has steps this code does not know.
 */
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { Migrator } from 'kysely/migration';
import { UsageError } from '../../usage-error.ts';

const FIRST: readonly string[] = [
  `CREATE TABLE artifact (sha256 TEXT PRIMARY KEY, size INTEGER NOT NULL, created INTEGER NOT NULL) STRICT`,
  `CREATE TABLE verdict (id TEXT PRIMARY KEY, job TEXT NOT NULL, cache_key TEXT UNIQUE, label TEXT NOT NULL,
     labels TEXT NOT NULL, report TEXT, report_sha256 TEXT, created INTEGER NOT NULL,
     CHECK ((report IS NULL) <> (report_sha256 IS NULL))) STRICT`,
  `CREATE INDEX verdict_job ON verdict (job)`,
  `CREATE INDEX verdict_report ON verdict (report_sha256) WHERE report_sha256 IS NOT NULL`,
  `CREATE TABLE job (n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, tenant TEXT NOT NULL,
     name TEXT NOT NULL, idempotency_key TEXT, request_hash TEXT NOT NULL,
     artifact_sha256 TEXT NOT NULL REFERENCES artifact, options TEXT NOT NULL, cache_key TEXT NOT NULL,
     use_cache INTEGER NOT NULL, priority INTEGER NOT NULL, max_running INTEGER NOT NULL, required INTEGER NOT NULL,
     obligation TEXT, traceparent TEXT,
     status TEXT NOT NULL CHECK (status IN ('queued','running','done','error','cancelled','expired')),
     attempts INTEGER NOT NULL DEFAULT 0, fence INTEGER NOT NULL DEFAULT 0, run_after INTEGER NOT NULL DEFAULT 0,
     label TEXT, reason TEXT, detail TEXT, verdict TEXT REFERENCES verdict, cached_from TEXT,
     created INTEGER NOT NULL, started INTEGER, finished INTEGER, expires INTEGER NOT NULL,
     UNIQUE (tenant, idempotency_key),
     CHECK ((status = 'done') = (label IS NOT NULL)), CHECK ((status = 'done') = (verdict IS NOT NULL))) STRICT`,
  `CREATE INDEX job_queue ON job (tenant, priority DESC, n) WHERE status = 'queued'`,
  `CREATE INDEX job_running ON job (tenant) WHERE status = 'running'`,
  `CREATE INDEX job_tenant ON job (tenant, n DESC)`,
  `CREATE INDEX job_expires ON job (expires)`,
  `CREATE INDEX job_artifact ON job (artifact_sha256)`,
  `CREATE INDEX job_verdict ON job (verdict) WHERE verdict IS NOT NULL`,
  `CREATE TABLE attempt (job TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE, n INTEGER NOT NULL,
     started INTEGER NOT NULL, ended INTEGER, outcome TEXT, phase TEXT, detail TEXT, PRIMARY KEY (job, n)) STRICT`,
  `CREATE TABLE event (job TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE, seq INTEGER NOT NULL,
     kind TEXT NOT NULL, at INTEGER NOT NULL, data TEXT NOT NULL, PRIMARY KEY (job, seq)) STRICT`,
  `CREATE UNIQUE INDEX event_terminal ON event (job) WHERE kind = 'terminal'`,
  `CREATE TABLE webhook (id TEXT PRIMARY KEY, tenant TEXT NOT NULL, url TEXT NOT NULL, secret TEXT NOT NULL,
     created INTEGER NOT NULL) STRICT`,
  `CREATE INDEX webhook_tenant ON webhook (tenant)`,
  `CREATE TABLE delivery (n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
     webhook TEXT NOT NULL REFERENCES webhook ON DELETE CASCADE,
     job TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE, state TEXT NOT NULL, tries INTEGER NOT NULL,
     next_at INTEGER NOT NULL, last_status INTEGER, last_error TEXT, maybe_duplicate INTEGER NOT NULL,
     UNIQUE (webhook, job)) STRICT`,
  `CREATE INDEX delivery_due ON delivery (next_at) WHERE state IN ('pending','unknown')`,
];

async function run(db: Kysely<unknown>, all: readonly string[]): Promise<void> {
  for (const statement of all) await sql.raw(statement).execute(db);
}

export type Steps = Readonly<Record<string, Migration>>;

/** A step that runs statements in order. */
export function statements(...all: readonly string[]): Migration {
  return { up: (db: Kysely<unknown>) => run(db, all) };
}

export const jobSteps: Steps = { '0001-jobs': statements(...FIRST) };

/** Brings the schema up to `steps`. Throws a UsageError for a database of a newer savecheck. */
export async function migrate<Schema>(db: Kysely<Schema>, steps: Steps, where: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...steps }) } });
  const unknown = await unknownSteps(db, steps);
  if (unknown.length > 0)
    throw new UsageError(
      `The store at ${where} was written by a newer savecheck (${unknown.join(', ')})`,
      'Start the newer version, or restore a backup made before the upgrade',
    );
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

async function unknownSteps<Schema>(db: Kysely<Schema>, steps: Steps): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const applied = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  return applied.rows.map((row) => row.name).filter((name) => steps[name] === undefined);
}
