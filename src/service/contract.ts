/**
 * Jobs of the service, and what a store of them must offer. A new store is one file that satisfies `JobStore`; the suite of
 * `test/contracts/` holds what it promises. Types only.
 */
import type { Label } from '../model.ts';

/** How a job stands. All but the first two are terminal; a verdict of any label is `done`. */
export type JobStatus = 'queued' | 'running' | 'done' | 'error' | 'cancelled' | 'expired';
/** Why a job ended `error`: the machinery failed, the job's wall time ran out, deliveries ran out, the page ends its worker. */
export type JobReason = 'infra' | 'timeout' | 'interrupted' | 'poison' | 'usage';

/** What the caller asked of one job. `timeoutSeconds` bounds one task of the runner. */
export interface JobOptions {
  readonly hosts: readonly string[];
  readonly drive: boolean;
  readonly failOn: readonly Label[];
  readonly timeoutSeconds?: number;
}

export interface NewJob {
  readonly tenant: string;
  /** What a person calls it: a file name. Comes from outside. */
  readonly name: string;
  /** The sources, packed; stored under their SHA-256. */
  readonly bundle: Uint8Array;
  readonly options: JobOptions;
  readonly cacheKey: string;
  readonly useCache: boolean;
  /** Larger goes first, within the tenant only. */
  readonly priority: number;
  readonly required: boolean;
  readonly idempotencyKey?: string;
  readonly maxQueued: number;
  readonly maxRunning: number;
  readonly traceparent?: string;
}

/** `full` and `conflict` wrote nothing. A conflict is a known idempotency key with another body or other options. */
export type Accepted =
  | { readonly kind: 'accepted'; readonly job: Job; readonly created: boolean }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'full'; readonly scope: 'tenant' | 'service'; readonly queued: number };

export interface Job {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  readonly artifactSha256: string;
  readonly options: JobOptions;
  readonly status: JobStatus;
  readonly label: Label | null;
  readonly reason: JobReason | null;
  readonly detail: string | null;
  /** Deliveries that count: a release at shutdown does not. */
  readonly attempts: number;
  readonly priority: number;
  readonly required: boolean;
  /** Null when not required. Met once a job that asks at least as much of the same bytes ended without a label in `failOn`. */
  readonly obligation: 'met' | 'unmet' | null;
  readonly cachedFrom: string | null;
  readonly created: number;
  readonly started: number | null;
  readonly finished: number | null;
  readonly expires: number;
}

/** The right to settle one attempt. `fence` never repeats for a job, so an older holder is told apart. */
export interface Lease {
  readonly id: string;
  readonly fence: number;
  readonly job: Job;
  readonly cacheKey: string;
  readonly useCache: boolean;
  readonly traceparent?: string;
}

export interface JobAttempt {
  readonly n: number;
  readonly started: number;
  readonly ended: number | null;
  readonly outcome: string | null;
  readonly detail: string | null;
}

/** How an attempt ends its job. `labels`: every label some verdict carries; `label`: the worst of them. */
export type Ending =
  | {
      readonly status: 'done';
      readonly label: Label;
      readonly labels: readonly Label[];
      readonly report: string;
      readonly cacheable: boolean;
    }
  | { readonly status: 'done'; readonly cachedFrom: string }
  | { readonly status: 'error'; readonly reason: JobReason; readonly detail: string };

/** `seq` counts up from 1 within a job; exactly one event is `terminal`, and it is the last. */
export interface JobEvent {
  readonly job: string;
  readonly seq: number;
  readonly kind: 'queued' | 'running' | 'progress' | 'terminal';
  readonly at: number;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface JobQuery {
  readonly tenant: string;
  readonly label?: Label;
  readonly status?: JobStatus;
  /** The id of the last job of the page before. */
  readonly after?: string;
  readonly limit: number;
}

export interface SweepReport {
  readonly expired: number;
  readonly jobs: number;
  readonly blobs: number;
}

export interface Webhook {
  readonly id: string;
  readonly tenant: string;
  readonly url: string;
  readonly secret: string;
  readonly created: number;
}

/** `unknown`: the process ended between sending and noting the answer; it is sent again under the same id. */
export interface Delivery {
  readonly id: string;
  readonly webhook: string;
  readonly job: string;
  readonly state: 'pending' | 'attempting' | 'unknown' | 'delivered' | 'dead';
  readonly tries: number;
  readonly nextAt: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly maybeDuplicate: boolean;
}

/**
 * Jobs and what became of them; the tables are the truth. A terminal write succeeds once, for the holder of the current
 * fence, and carries its event and its webhook rows in the same transaction; listeners hear of it after the commit.
 */
export interface JobStore {
  /** Resolves after blob and rows are durable. */
  accept(job: NewJob): Promise<Accepted>;
  /** Up to `limit` queued jobs, fair between tenants; each is then running, with one more attempt. */
  claim(limit: number): Promise<readonly Lease[]>;
  /** The leases of `held` that no longer hold. */
  beat(held: readonly Lease[]): Promise<readonly Lease[]>;
  /** False when the lease no longer holds: nothing was written. */
  progress(lease: Lease, events: readonly Readonly<Record<string, unknown>>[]): Promise<boolean>;
  /** False for a late result: nothing was written. */
  settle(lease: Lease, ending: Ending): Promise<boolean>;
  /** After a failure of the machinery. `exhausted`: the job is now `error`, as `interrupted`, or `poison` for two alike in `phase`. */
  retry(
    lease: Lease,
    failure: { readonly detail: string; readonly phase?: string },
    delayMs: number,
  ): Promise<'retry' | 'exhausted' | 'late'>;
  /** Back to the queue; the attempt is not counted. */
  release(held: readonly Lease[]): Promise<void>;
  cancel(tenant: string, id: string): Promise<'cancelled' | 'already-terminal' | 'unknown'>;
  get(tenant: string, id: string): Promise<Job | null>;
  list(query: JobQuery): Promise<readonly Job[]>;
  attempts(id: string): Promise<readonly JobAttempt[]>;
  /** Events with a `seq` above `since`, in order. */
  events(id: string, since: number, limit: number): Promise<readonly JobEvent[]>;
  /** The id of a finished job whose report answers this key, or null. */
  cached(cacheKey: string): Promise<string | null>;
  bundle(lease: Lease): Promise<Uint8Array>;
  report(id: string): Promise<string | null>;
  counts(): Promise<{ readonly queued: number; readonly running: number; readonly oldestQueued: number | null }>;
  sweep(): Promise<SweepReport>;
  addWebhook(tenant: string, url: string, secret: string): Promise<Webhook>;
  webhooks(tenant: string): Promise<readonly Webhook[]>;
  removeWebhook(tenant: string, id: string): Promise<boolean>;
  /** The deliveries of one webhook, newest first. */
  deliveries(webhook: string, limit: number): Promise<readonly Delivery[]>;
  /** Due deliveries, now `attempting`, with what is needed to send them. */
  claimDeliveries(limit: number): Promise<
    readonly {
      readonly delivery: Delivery;
      readonly webhook: Webhook;
      readonly job: Job;
      readonly traceparent?: string;
    }[]
  >;
  /** Notes the answer. A null `nextAt` is the end: `delivered` when `ok`, else `dead`. */
  noteDelivery(
    id: string,
    answer: {
      readonly ok: boolean;
      readonly status: number | null;
      readonly error: string | null;
      readonly nextAt: number | null;
    },
  ): Promise<void>;
  /** Calls back after each commit, with a frozen event. A throwing listener stops no other. Returns its removal. */
  onEvent(listener: (event: JobEvent) => void): () => void;
  close(): Promise<void>;
}
