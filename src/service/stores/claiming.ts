/**
 * Takes work from the queue, fair between tenants: the tenant with the fewest running jobs goes first, and among equals
 * the one served longest ago. Within a tenant the higher priority goes first, then the older job.
 */
import type { Lease } from '../contract.ts';
import type { Journal, Note } from './journal.ts';
import { leaseOf } from './rows.ts';
import type { Change, JobRow } from './tables.ts';

/** When each tenant was last served, as a count of claims. */
export type Served = Map<string, number>;

function due(change: Change, now: number) {
  return change.selectFrom('job').where('status', '=', 'queued').where('run_after', '<=', now);
}

async function countBy(query: ReturnType<typeof due>): Promise<Map<string, number>> {
  const rows = await query
    .select(['tenant', (e) => e.fn.countAll<number>().as('n')])
    .groupBy('tenant')
    .execute();
  return new Map(rows.map((row) => [row.tenant, row.n]));
}

async function start(change: Change, note: Note, now: number, row: JobRow): Promise<Lease> {
  const started = await change
    .updateTable('job')
    .set({
      status: 'running',
      attempts: row.attempts + 1,
      fence: row.fence + 1,
      started: row.started ?? now,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await change.insertInto('attempt').values({ job: row.id, n: started.fence, started: now }).execute();
  await note(row.id, 'running', { attempt: started.attempts });
  return leaseOf(started);
}

/** The next tenant that has a job to run and room to run it, or undefined. */
function nextTenant(queued: Map<string, number>, running: Map<string, number>, served: Served): string | undefined {
  const rank = (tenant: string) => [running.get(tenant) ?? 0, served.get(tenant) ?? 0] as const;
  return [...queued.keys()].reduce<string | undefined>((best, tenant) => {
    if (best === undefined) return tenant;
    const [a, b] = [rank(tenant), rank(best)];
    return a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]) ? tenant : best;
  }, undefined);
}

export async function claim(
  { write, now, crossing }: Journal,
  served: Served,
  limit: number,
): Promise<readonly Lease[]> {
  if (limit <= 0) return [];
  const leases = await write(async (change, note) => {
    const at = now();
    const queued = await countBy(due(change, at));
    const running = await countBy(change.selectFrom('job').where('status', '=', 'running'));
    const taken: Lease[] = [];
    while (taken.length < limit) {
      const tenant = nextTenant(queued, running, served);
      if (tenant === undefined) break;
      const row = await due(change, at)
        .selectAll()
        .where('tenant', '=', tenant)
        .orderBy('priority', 'desc')
        .orderBy('n')
        .limit(1)
        .executeTakeFirst();
      const busy = running.get(tenant) ?? 0;
      if (!row || busy >= row.max_running) {
        queued.delete(tenant);
        continue;
      }
      taken.push(await start(change, note, at, row));
      running.set(tenant, busy + 1);
      served.set(tenant, Math.max(0, ...served.values()) + 1);
    }
    return taken;
  });
  if (leases.length > 0) crossing('after-claim');
  return leases;
}
