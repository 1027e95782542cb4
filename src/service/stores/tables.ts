/**
 * The tables as Kysely sees them, the same in every dialect. Times are milliseconds since 1970, truth values 0 and 1,
 * nested values JSON text.
 */
import type { ColumnType, Generated, Kysely, Selectable, Transaction } from 'kysely';
import type { Label } from '../../model.ts';
import type { JobReason, JobStatus } from '../contract.ts';

interface ArtifactTable {
  sha256: string;
  size: number;
  created: number;
}

interface JobTable {
  /** The order of arrival; larger is newer. */
  n: Generated<number>;
  id: string;
  tenant: string;
  name: string;
  idempotency_key: string | null;
  request_hash: string;
  artifact_sha256: string;
  options: string;
  cache_key: string;
  use_cache: number;
  priority: number;
  max_running: number;
  required: number;
  obligation: 'met' | 'unmet' | null;
  traceparent: string | null;
  status: JobStatus;
  attempts: number;
  fence: number;
  run_after: number;
  label: Label | null;
  reason: JobReason | null;
  detail: string | null;
  verdict: string | null;
  cached_from: string | null;
  created: ColumnType<number, number, never>;
  started: number | null;
  finished: number | null;
  expires: number;
}

interface AttemptTable {
  job: string;
  n: number;
  started: number;
  ended: number | null;
  outcome: string | null;
  phase: string | null;
  detail: string | null;
}

export interface VerdictTable {
  id: string;
  job: string;
  /** Null when it must not answer another job. */
  cache_key: string | null;
  label: Label;
  labels: string;
  report: string | null;
  report_sha256: string | null;
  created: number;
}

export interface EventTable {
  job: string;
  seq: number;
  kind: 'queued' | 'running' | 'progress' | 'terminal';
  at: number;
  data: string;
}

interface WebhookTable {
  id: string;
  tenant: string;
  url: string;
  secret: string;
  created: number;
}

export interface DeliveryTable {
  n: Generated<number>;
  id: string;
  webhook: string;
  job: string;
  state: 'pending' | 'attempting' | 'unknown' | 'delivered' | 'dead';
  tries: number;
  next_at: number;
  last_status: number | null;
  last_error: string | null;
  maybe_duplicate: number;
}

export interface Tables {
  artifact: ArtifactTable;
  job: JobTable;
  attempt: AttemptTable;
  verdict: VerdictTable;
  event: EventTable;
  webhook: WebhookTable;
  delivery: DeliveryTable;
}

export type Database = Kysely<Tables>;
export type Change = Transaction<Tables>;
export type JobRow = Selectable<JobTable>;
