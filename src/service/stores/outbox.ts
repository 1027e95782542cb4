/**
 * Webhooks and what is to be sent to them. Rows are written by the transaction that ends a job; here they are claimed
 * for sending and the answers noted. A row found `attempting` at start may have been sent: `unknown`, sent again.
 */
import { randomUUIDv7 } from 'node:crypto';
import type { Delivery, JobStore, Webhook } from '../contract.ts';
import type { Journal } from './journal.ts';
import { deliveryOf, jobOf } from './rows.ts';

export async function addWebhook({ db, now }: Journal, tenant: string, url: string, secret: string): Promise<Webhook> {
  const webhook = { id: randomUUIDv7(), tenant, url, secret, created: now() };
  await db.insertInto('webhook').values(webhook).execute();
  return webhook;
}

export function webhooks({ db }: Journal, tenant: string): Promise<readonly Webhook[]> {
  return db.selectFrom('webhook').selectAll().where('tenant', '=', tenant).orderBy('id').execute();
}

export async function removeWebhook({ db }: Journal, tenant: string, id: string): Promise<boolean> {
  const gone = await db.deleteFrom('webhook').where('id', '=', id).where('tenant', '=', tenant).executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

export async function deliveries({ db }: Journal, webhook: string, limit: number): Promise<readonly Delivery[]> {
  const rows = await db
    .selectFrom('delivery')
    .selectAll()
    .where('webhook', '=', webhook)
    .orderBy('n', 'desc')
    .limit(limit)
    .execute();
  return rows.map(deliveryOf);
}

export function claimDeliveries({ write, now }: Journal, limit: number): ReturnType<JobStore['claimDeliveries']> {
  return write(async (change) => {
    const due = await change
      .selectFrom('delivery')
      .selectAll()
      .where('state', 'in', ['pending', 'unknown'])
      .where('next_at', '<=', now())
      .orderBy('next_at')
      .limit(limit)
      .execute();
    const claimed = [];
    for (const row of due) {
      const delivery = await change
        .updateTable('delivery')
        .set({ state: 'attempting', tries: row.tries + 1 })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const webhook = await change
        .selectFrom('webhook')
        .selectAll()
        .where('id', '=', row.webhook)
        .executeTakeFirstOrThrow();
      const job = await change.selectFrom('job').selectAll().where('id', '=', row.job).executeTakeFirstOrThrow();
      const trace = job.traceparent === null ? {} : { traceparent: job.traceparent };
      claimed.push({ delivery: deliveryOf(delivery), webhook, job: jobOf(job), ...trace });
    }
    return claimed;
  });
}

export async function noteDelivery(
  { db }: Journal,
  id: string,
  answer: Parameters<JobStore['noteDelivery']>[1],
): Promise<void> {
  const over = answer.ok ? ('delivered' as const) : ('dead' as const);
  await db
    .updateTable('delivery')
    .set({
      state: answer.nextAt === null ? over : 'pending',
      last_status: answer.status,
      last_error: answer.error,
      ...(answer.nextAt === null ? {} : { next_at: Math.round(answer.nextAt) }),
    })
    .where('id', '=', id)
    .where('state', '=', 'attempting')
    .execute();
}

/** For the only owner of a store, at start. */
export async function doubtAttempting({ db }: Journal): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ state: 'unknown', maybe_duplicate: 1 })
    .where('state', '=', 'attempting')
    .execute();
}
