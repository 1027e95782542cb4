/**
 * The embedded job store: one directory, one owner, nothing to set up. In: the directory. Out: a JobStore.
 * Whatever a dead owner left running is back in the queue, and whatever it was sending in doubt, before this returns.
 */
import { join } from 'node:path';
import type { JobStore } from '../contract.ts';
import { openDirectory } from '../data-directory.ts';
import { accept } from './accepting.ts';
import { blobDirectory } from './blobs.ts';
import type { Served } from './claiming.ts';
import { claim } from './claiming.ts';
import type { Crossing, Journal } from './journal.ts';
import { openJournal } from './journal.ts';
import { jobSteps, migrate } from './migrations.ts';
import { openDatabase } from './node-sqlite.ts';
import * as outbox from './outbox.ts';
import * as reading from './reading.ts';
import * as settling from './settling.ts';
import { sweep } from './sweeping.ts';
import type { Tables } from './tables.ts';

export interface SqliteStoreOptions {
  readonly directory: string;
  readonly now?: () => number;
  /** Told of each place between two durable steps as it is passed. */
  readonly crossing?: (at: Crossing) => void;
  /** Told of what a listener threw. */
  readonly complain?: (error: unknown) => void;
}

async function beat({ db }: Journal, held: Parameters<JobStore['beat']>[0]): ReturnType<JobStore['beat']> {
  if (held.length === 0) return [];
  const ids = held.map((lease) => lease.id);
  const rows = await db.selectFrom('job').select(['id', 'fence', 'status']).where('id', 'in', ids).execute();
  const holds = new Map(rows.filter((row) => row.status === 'running').map((row) => [row.id, row.fence]));
  return held.filter((lease) => holds.get(lease.id) !== lease.fence);
}

/** Throws a UsageError when another process owns the directory, or when a newer savecheck wrote it. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<JobStore> {
  const blobRoot = join(options.directory, 'blobs');
  await openDirectory(blobRoot);
  const path = join(options.directory, 'jobs.sqlite');
  const db = openDatabase<Tables>(path, true);
  const journal = openJournal(
    db,
    options.now ?? Date.now,
    options.crossing ?? (() => undefined),
    options.complain ?? (() => undefined),
  );
  try {
    await migrate(db, jobSteps, path);
    await settling.requeueAll(journal);
    await outbox.doubtAttempting(journal);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const blobs = blobDirectory(blobRoot);
  const served: Served = new Map();
  let closing: Promise<void> | undefined;
  return {
    accept: (job) => accept(journal, blobs, job),
    claim: (limit) => claim(journal, served, limit),
    beat: (held) => beat(journal, held),
    progress: (lease, events) => settling.progress(journal, lease, events),
    settle: (lease, ending) => settling.settle(journal, blobs, lease, ending),
    retry: (lease, failure, delayMs) => settling.retry(journal, lease, failure, delayMs),
    release: (held) => settling.release(journal, held),
    cancel: (tenant, id) => settling.cancel(journal, tenant, id),
    get: (tenant, id) => reading.get(journal, tenant, id),
    list: (query) => reading.list(journal, query),
    attempts: (id) => reading.attempts(journal, id),
    events: (id, since, limit) => reading.events(journal, id, since, limit),
    cached: async (cacheKey) => (await reading.freshVerdict(db, cacheKey, journal.now()))?.job ?? null,
    bundle: (lease) => reading.bundle(journal, blobs, lease),
    report: (id) => reading.report(journal, blobs, id),
    counts: () => reading.counts(journal),
    sweep: () => sweep(journal, blobs),
    addWebhook: (tenant, url, secret) => outbox.addWebhook(journal, tenant, url, secret),
    webhooks: (tenant) => outbox.webhooks(journal, tenant),
    removeWebhook: (tenant, id) => outbox.removeWebhook(journal, tenant, id),
    deliveries: (webhook, limit) => outbox.deliveries(journal, webhook, limit),
    claimDeliveries: (limit) => outbox.claimDeliveries(journal, limit),
    noteDelivery: (id, answer) => outbox.noteDelivery(journal, id, answer),
    onEvent: (listener) => journal.listen(listener),
    close: () => {
      closing ??= db.destroy();
      return closing;
    },
  };
}
