/**
 * What every job store must do. In: a way to make a place for a store and to open it, again and again. Runs against
 * the real adapter; a second adapter needs only a second factory.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { JOB_KEPT_MS, JOB_QUEUED_MS } from '../../src/limits.ts';
import type { Accepted, Job, JobEvent, JobStore, Lease, NewJob } from '../../src/service/contract.ts';

export interface StoreFactory {
  readonly name: string;
  /** An empty place, and what removes it. */
  place(): Promise<{ readonly where: string; remove(): Promise<void> }>;
  open(where: string, now: () => number): Promise<JobStore>;
}

const START = Date.UTC(2030, 0, 1);

export function newJob(over: Partial<NewJob> = {}): NewJob {
  return {
    tenant: 'a',
    name: 'page.html',
    bundle: Buffer.from('<p>one</p>'),
    options: { hosts: ['cowork'], drive: true, failOn: ['lost'] },
    cacheKey: 'key-1',
    useCache: false,
    priority: 0,
    required: false,
    maxQueued: 100,
    maxRunning: 100,
    ...over,
  };
}

const DONE = { status: 'done', label: 'clean', labels: ['clean'], report: '{"r":1}', cacheable: true } as const;
const LOST = { status: 'done', label: 'lost', labels: ['lost', 'clean'], report: '{"r":2}', cacheable: true } as const;

export function jobStoreSuite(factory: StoreFactory): void {
  describe(`job store: ${factory.name}`, () => {
    let place: Awaited<ReturnType<StoreFactory['place']>>;
    let store: JobStore;
    let now: number;
    const clock = () => now;

    beforeEach(async () => {
      now = START;
      place = await factory.place();
      store = await factory.open(place.where, clock);
    });
    afterEach(async () => {
      await store.close();
      await place.remove();
    });

    async function reopen(): Promise<void> {
      await store.close();
      store = await factory.open(place.where, clock);
    }
    async function accept(over: Partial<NewJob> = {}): Promise<Job> {
      const accepted: Accepted = await store.accept(newJob(over));
      if (accepted.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(accepted)}`);
      return accepted.job;
    }
    async function claimOne(): Promise<Lease> {
      const [lease] = await store.claim(1);
      if (!lease) throw new Error('nothing to claim');
      return lease;
    }
    async function kinds(id: string): Promise<string[]> {
      return (await store.events(id, 0, 100)).map((event) => event.kind);
    }
    const job = async (id: string, tenant = 'a') => (await store.get(tenant, id)) as Job;

    describe('accepting', () => {
      test('a job is there with its bytes after the store was closed and opened', async () => {
        const { id } = await accept();
        await reopen();
        expect(await job(id)).toMatchObject({ id, status: 'queued', attempts: 0, name: 'page.html' });
        const lease = await claimOne();
        expect(Buffer.from(await store.bundle(lease)).toString()).toBe('<p>one</p>');
      });

      test('another tenant sees nothing of it', async () => {
        const { id } = await accept();
        expect(await store.get('b', id)).toBeNull();
        expect(await store.list({ tenant: 'b', limit: 10 })).toEqual([]);
        expect(await store.cancel('b', id)).toBe('unknown');
      });

      test('fifty posts at once under one idempotency key are one job', async () => {
        const all = await Promise.all(Array.from({ length: 50 }, () => store.accept(newJob({ idempotencyKey: 'k' }))));
        const ids = new Set(all.map((one) => (one.kind === 'accepted' ? one.job.id : one.kind)));
        expect(ids.size).toBe(1);
        expect(all.filter((one) => one.kind === 'accepted' && one.created)).toHaveLength(1);
        expect(await store.list({ tenant: 'a', limit: 100 })).toHaveLength(1);
      });

      test('the same key with another body or other options is a conflict; another tenant may use it', async () => {
        await accept({ idempotencyKey: 'k' });
        expect(await store.accept(newJob({ idempotencyKey: 'k', bundle: Buffer.from('other') }))).toEqual({
          kind: 'conflict',
        });
        const options = { hosts: ['cowork'], drive: false, failOn: ['lost'] } as const;
        expect((await store.accept(newJob({ idempotencyKey: 'k', options }))).kind).toBe('conflict');
        expect((await store.accept(newJob({ idempotencyKey: 'k', tenant: 'b' }))).kind).toBe('accepted');
      });

      test('a full tenant queue refuses and writes nothing; another tenant is not touched', async () => {
        await accept({ maxQueued: 2 });
        await accept({ maxQueued: 2 });
        expect(await store.accept(newJob({ maxQueued: 2 }))).toEqual({ kind: 'full', scope: 'tenant', queued: 2 });
        expect(await store.list({ tenant: 'a', limit: 10 })).toHaveLength(2);
        expect((await store.accept(newJob({ tenant: 'b', maxQueued: 2 }))).kind).toBe('accepted');
      });
    });

    describe('claiming', () => {
      test('a claim starts an attempt and notes it', async () => {
        const { id } = await accept({ traceparent: '00-a-b-01' });
        now += 5;
        const lease = await claimOne();
        expect(lease).toMatchObject({ id, traceparent: '00-a-b-01' });
        expect(await job(id)).toMatchObject({ status: 'running', attempts: 1, started: START + 5 });
        expect(await kinds(id)).toEqual(['queued', 'running']);
        expect(await store.claim(1)).toEqual([]);
      });

      test('two tenants alternate whatever the length of their queues', async () => {
        for (let n = 0; n < 20; n += 1) await accept({ tenant: 'a' });
        for (let n = 0; n < 3; n += 1) await accept({ tenant: 'b' });
        const served: string[] = [];
        for (let n = 0; n < 6; n += 1) {
          const lease = await claimOne();
          served.push(lease.job.tenant);
          await store.settle(lease, DONE);
        }
        expect(served.join('')).toMatch(/^(ab){3}$/);
      });

      test('the tenant with fewer running jobs goes first', async () => {
        for (let n = 0; n < 4; n += 1) await accept({ tenant: 'a' });
        await store.claim(3);
        await accept({ tenant: 'b' });
        expect((await claimOne()).job.tenant).toBe('b');
      });

      test('a tenant never runs more than its cap, and runs as many when alone', async () => {
        for (let n = 0; n < 5; n += 1) await accept({ maxRunning: 2 });
        const first = await store.claim(4);
        expect(first).toHaveLength(2);
        await store.settle(first[0] as Lease, DONE);
        expect(await store.claim(4)).toHaveLength(1);
      });

      test('priority counts within a tenant and not between tenants', async () => {
        const low = await accept({ priority: 0 });
        const high = await accept({ priority: 9 });
        const other = await accept({ tenant: 'b', priority: 0 });
        const order = (await store.claim(3)).map((lease) => lease.id);
        expect(order.indexOf(high.id)).toBeLessThan(order.indexOf(low.id));
        expect(order.indexOf(other.id)).toBe(1);
      });
    });

    describe('ending', () => {
      test('a verdict ends the job once, with one terminal event, and is read back', async () => {
        const { id } = await accept();
        const lease = await claimOne();
        expect(await store.settle(lease, LOST)).toBe(true);
        expect(await store.settle(lease, DONE)).toBe(false);
        expect(await job(id)).toMatchObject({ status: 'done', label: 'lost' });
        expect(await store.report(id)).toBe('{"r":2}');
        expect(await kinds(id)).toEqual(['queued', 'running', 'terminal']);
      });

      test('a long report is kept whole', async () => {
        const { id } = await accept();
        const report = JSON.stringify({ long: 'é'.repeat(400_000) });
        await store.settle(await claimOne(), { ...DONE, report });
        await reopen();
        expect(await store.report(id)).toBe(report);
      });

      test('cancel claims the terminal state; the late result is refused', async () => {
        const { id } = await accept();
        const lease = await claimOne();
        expect(await store.cancel('a', id)).toBe('cancelled');
        expect(await store.cancel('a', id)).toBe('already-terminal');
        expect(await store.settle(lease, DONE)).toBe(false);
        expect(await store.progress(lease, [{ n: 1 }])).toBe(false);
        expect(await store.retry(lease, { detail: 'x' }, 0)).toBe('late');
        expect(await store.beat([lease])).toEqual([lease]);
        expect(await job(id)).toMatchObject({ status: 'cancelled', label: null });
        expect(await kinds(id)).toEqual(['queued', 'running', 'terminal']);
      });

      test('an older attempt cannot settle once a newer one runs', async () => {
        const { id } = await accept();
        const first = await claimOne();
        await store.retry(first, { detail: 'worker gone' }, 0);
        const second = await claimOne();
        expect(second.fence).toBeGreaterThan(first.fence);
        expect(await store.settle(first, LOST)).toBe(false);
        expect(await store.settle(second, DONE)).toBe(true);
        expect((await job(id)).label).toBe('clean');
      });

      test('a listener sees the terminal row, and its cancel finds the job ended', async () => {
        const { id } = await accept();
        const seen: Promise<unknown>[] = [];
        store.onEvent((event) => {
          if (event.kind !== 'terminal') return;
          seen.push(store.get('a', event.job).then((found) => found?.status));
          seen.push(store.cancel('a', event.job));
        });
        await store.settle(await claimOne(), DONE);
        expect(await Promise.all(seen)).toEqual(['done', 'already-terminal']);
        expect(await kinds(id)).toEqual(['queued', 'running', 'terminal']);
      });

      test('listeners that throw, reject, subscribe or unsubscribe starve nobody and change nothing for others', async () => {
        const heard: JobEvent[] = [];
        store.onEvent(() => {
          throw new Error('first');
        });
        store.onEvent((() => Promise.reject(new Error('second'))) as () => void);
        const stop = store.onEvent((event) => {
          stop();
          store.onEvent(() => undefined);
          expect(() => Object.assign(event, { kind: 'terminal' })).toThrow(TypeError);
        });
        store.onEvent((event) => heard.push(event));
        await accept();
        await claimOne();
        expect(heard.map((event) => event.kind)).toEqual(['queued', 'running']);
      });
    });

    describe('failures of the machinery', () => {
      test('four deliveries, each on record, then interrupted and never a label', async () => {
        const { id } = await accept();
        const outcomes: string[] = [];
        for (let n = 0; n < 4; n += 1)
          outcomes.push(await store.retry(await claimOne(), { detail: `gone ${n}`, phase: `p${n}` }, 0));
        expect(outcomes).toEqual(['retry', 'retry', 'retry', 'exhausted']);
        expect(await job(id)).toMatchObject({ status: 'error', reason: 'interrupted', label: null, attempts: 4 });
        expect((await store.attempts(id)).map((attempt) => attempt.outcome)).toEqual(Array(4).fill('interrupted'));
        expect((await kinds(id)).filter((kind) => kind === 'terminal')).toHaveLength(1);
      });

      test('two failures in one phase are poison', async () => {
        const { id } = await accept();
        expect(await store.retry(await claimOne(), { detail: 'died', phase: 'drive page.html' }, 0)).toBe('retry');
        expect(await store.retry(await claimOne(), { detail: 'died', phase: 'drive page.html' }, 0)).toBe('exhausted');
        expect(await job(id)).toMatchObject({ status: 'error', reason: 'poison', attempts: 2 });
      });

      test('a retry waits its delay', async () => {
        await accept();
        await store.retry(await claimOne(), { detail: 'x' }, 999.7);
        expect(await store.claim(1)).toEqual([]);
        now += 1_000;
        expect(await store.claim(1)).toHaveLength(1);
      });

      test('a release does not count as an attempt, and fences the one who held it', async () => {
        const { id } = await accept();
        const lease = await claimOne();
        await store.release([lease]);
        expect(await job(id)).toMatchObject({ status: 'queued', attempts: 0 });
        const again = await claimOne();
        expect(await store.settle(lease, LOST)).toBe(false);
        expect(await store.settle(again, DONE)).toBe(true);
        expect((await job(id)).attempts).toBe(1);
      });
    });

    describe('obligations', () => {
      test('unmet until a job of the same bytes ends without a label of failOn', async () => {
        const { id } = await accept({ required: true });
        expect((await job(id)).obligation).toBe('unmet');
        await store.settle(await claimOne(), LOST);
        expect((await job(id)).obligation).toBe('unmet');
        await accept({ bundle: Buffer.from('other bytes') });
        await store.settle(await claimOne(), DONE);
        expect((await job(id)).obligation).toBe('unmet');
        const second = await accept();
        await store.settle(await claimOne(), DONE);
        expect((await job(id)).obligation).toBe('met');
        expect((await job(second.id)).obligation).toBeNull();
      });

      test('errors, cancels and expiry leave it unmet', async () => {
        const failed = await accept({ required: true });
        await store.settle(await claimOne(), { status: 'error', reason: 'timeout', detail: 'too long' });
        const cancelled = await accept({ required: true });
        await store.cancel('a', cancelled.id);
        const late = await accept({ required: true });
        now += JOB_QUEUED_MS;
        await store.sweep();
        for (const { id } of [failed, cancelled, late]) expect((await job(id)).obligation).toBe('unmet');
        expect((await job(late.id)).status).toBe('expired');
      });

      test('a job that asked for less, or of another tenant, does not meet it', async () => {
        const { id } = await accept({ required: true });
        await store.cancel('a', id);
        await accept({ options: { hosts: ['cowork'], drive: false, failOn: ['lost'] } });
        await store.settle(await claimOne(), DONE);
        await accept({ options: { hosts: ['other'], drive: true, failOn: ['lost'] } });
        await store.settle(await claimOne(), DONE);
        await accept({ tenant: 'b' });
        await store.settle(await claimOne(), DONE);
        expect((await job(id)).obligation).toBe('unmet');
      });
    });

    describe('verdict cache', () => {
      test('a hit is terminal at birth, with its source and its report', async () => {
        const first = await accept();
        await store.settle(await claimOne(), DONE);
        const hit = await accept({ useCache: true, required: true });
        expect(hit).toMatchObject({
          status: 'done',
          label: 'clean',
          cachedFrom: first.id,
          obligation: 'met',
          attempts: 0,
        });
        expect(await store.report(hit.id)).toBe(DONE.report);
        expect(await kinds(hit.id)).toEqual(['queued', 'terminal']);
      });

      test('another key, a verdict that is not cacheable, and a job that asks for none miss', async () => {
        await accept();
        await store.settle(await claimOne(), { ...DONE, cacheable: false });
        expect((await accept({ useCache: true })).status).toBe('queued');
        await store.settle(await claimOne(), DONE);
        expect(await store.cached('key-1')).not.toBeNull();
        expect((await accept({ useCache: true, cacheKey: 'key-2' })).status).toBe('queued');
        expect((await accept({ useCache: false })).status).toBe('queued');
      });

      test('a claimed job can end by the verdict of another', async () => {
        const first = await accept();
        const second = await accept({ useCache: true });
        await store.settle(await claimOne(), DONE);
        const lease = await claimOne();
        expect(await store.settle(lease, { status: 'done', cachedFrom: (await store.cached('key-1')) as string })).toBe(
          true,
        );
        expect(await job(second.id)).toMatchObject({ status: 'done', cachedFrom: first.id, label: 'clean' });
      });

      test('a newer verdict takes the place of the older, and the older stays with its job', async () => {
        const first = await accept();
        await store.settle(await claimOne(), LOST);
        const second = await accept();
        await store.settle(await claimOne(), DONE);
        expect(await store.cached('key-1')).toBe(second.id);
        expect((await job(first.id)).label).toBe('lost');
      });

      test('a verdict older than jobs are kept is not served', async () => {
        await accept();
        await store.settle(await claimOne(), DONE);
        now += JOB_KEPT_MS;
        expect(await store.cached('key-1')).toBeNull();
      });
    });

    describe('events and lists', () => {
      test('events resume after any of them without gap or repeat', async () => {
        const { id } = await accept();
        const lease = await claimOne();
        await store.progress(lease, [{ done: 1 }, { done: 2 }]);
        await store.settle(lease, DONE);
        const all = await store.events(id, 0, 100);
        expect(all.map((event) => event.seq)).toEqual([1, 2, 3, 4, 5]);
        for (const { seq } of all) expect(await store.events(id, seq, 100)).toEqual(all.slice(seq));
        expect(await store.events(id, 1, 2)).toEqual(all.slice(1, 3));
      });

      test('lists are newest first, filtered, and paged without overlap', async () => {
        const ids: string[] = [];
        for (let n = 0; n < 5; n += 1) ids.unshift((await accept({ name: `n${n}` })).id);
        await store.settle(await claimOne(), LOST);
        const first = await store.list({ tenant: 'a', limit: 2 });
        const rest = await store.list({ tenant: 'a', limit: 10, after: first[1]?.id ?? '' });
        expect([...first, ...rest].map((one) => one.id)).toEqual(ids);
        expect((await store.list({ tenant: 'a', limit: 10, label: 'lost' })).map((one) => one.id)).toEqual([ids[4]]);
        expect(await store.list({ tenant: 'a', limit: 10, status: 'queued' })).toHaveLength(4);
      });
    });

    describe('retention', () => {
      test('a job nobody started expires once; a running one never', async () => {
        const running = await accept();
        await claimOne();
        const waiting = await accept();
        now += JOB_QUEUED_MS;
        expect((await store.sweep()).expired).toBe(1);
        expect((await store.sweep()).expired).toBe(0);
        expect((await job(waiting.id)).status).toBe('expired');
        expect((await job(running.id)).status).toBe('running');
      });

      test('finished jobs go after their time, their bytes when no job refers to them', async () => {
        const old = await accept();
        await store.settle(await claimOne(), DONE);
        now += JOB_KEPT_MS - 1;
        const young = await accept();
        now += 1;
        expect(await store.sweep()).toMatchObject({ jobs: 1, blobs: 0 });
        expect(await store.get('a', old.id)).toBeNull();
        const lease = await claimOne();
        expect(lease.id).toBe(young.id);
        expect(Buffer.from(await store.bundle(lease)).toString()).toBe('<p>one</p>');
        await store.settle(lease, DONE);
        now += JOB_KEPT_MS;
        expect(await store.sweep()).toMatchObject({ jobs: 1, blobs: 1 });
      });

      test('a sweep that races accepts of the same bytes never takes them', async () => {
        for (let n = 0; n < 200; n += 1) {
          const [accepted] = await Promise.all([store.accept(newJob()), store.sweep(), store.sweep()]);
          if (accepted.kind !== 'accepted') throw new Error(accepted.kind);
          const lease = await claimOne();
          expect((await store.bundle(lease)).length).toBeGreaterThan(0);
          await store.settle(lease, DONE);
          now += JOB_KEPT_MS;
        }
      });
    });

    describe('webhooks', () => {
      const answer = { ok: false, status: 500, error: 'HTTP 500', nextAt: null } as const;

      test('the end of a job queues one delivery for each webhook of its tenant', async () => {
        const hook = await store.addWebhook('a', 'https://one.invalid/', 'whsec_x');
        await store.addWebhook('b', 'https://two.invalid/', 'whsec_y');
        await accept();
        await store.settle(await claimOne(), LOST);
        const [due, ...more] = await store.claimDeliveries(10);
        expect(more).toEqual([]);
        expect(due).toMatchObject({
          webhook: { id: hook.id, url: hook.url },
          job: { label: 'lost' },
          delivery: { tries: 1 },
        });
        expect(await store.claimDeliveries(10)).toEqual([]);
      });

      test('a refused delivery is due again at its time, under the same id, and ends dead or delivered', async () => {
        const hook = await store.addWebhook('a', 'https://one.invalid/', 'whsec_x');
        await accept();
        await store.settle(await claimOne(), DONE);
        const [first] = await store.claimDeliveries(10);
        await store.noteDelivery(first?.delivery.id ?? '', { ...answer, nextAt: now + 49.6 });
        expect(await store.claimDeliveries(10)).toEqual([]);
        now += 50;
        const [second] = await store.claimDeliveries(10);
        expect(second?.delivery).toMatchObject({ id: first?.delivery.id, tries: 2, maybeDuplicate: false });
        await store.noteDelivery(first?.delivery.id ?? '', answer);
        expect(await store.deliveries(hook.id, 10)).toMatchObject([{ state: 'dead', lastStatus: 500, tries: 2 }]);
      });

      test('what was being sent when the owner died is in doubt, and is sent again flagged', async () => {
        const hook = await store.addWebhook('a', 'https://one.invalid/', 'whsec_x');
        await accept();
        await store.settle(await claimOne(), DONE);
        const [first] = await store.claimDeliveries(10);
        await reopen();
        expect(await store.deliveries(hook.id, 10)).toMatchObject([{ state: 'unknown', maybeDuplicate: true }]);
        const [again] = await store.claimDeliveries(10);
        expect(again?.delivery).toMatchObject({ id: first?.delivery.id, maybeDuplicate: true });
      });

      test('a removed webhook takes its deliveries along; another tenant cannot remove it', async () => {
        const hook = await store.addWebhook('a', 'https://one.invalid/', 'whsec_x');
        expect(await store.removeWebhook('b', hook.id)).toBe(false);
        expect(await store.removeWebhook('a', hook.id)).toBe(true);
        expect(await store.webhooks('a')).toEqual([]);
      });
    });
  });
}
