import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Report } from '../../src/model.ts';
import type { AttemptEnd, VerifyJob } from '../../src/service/attempt.ts';
import { packBundle } from '../../src/service/bundle.ts';
import type { Job, JobEvent, JobStore, NewJob } from '../../src/service/contract.ts';
import { Dispatcher } from '../../src/service/dispatcher.ts';
import { InfraFailure } from '../../src/service/infra-failure.ts';
import { openSqliteStore } from '../../src/service/stores/sqlite.ts';
import { UsageError } from '../../src/usage-error.ts';
import { newJob } from '../contracts/job-store.suite.ts';
import { reportOf } from './report.ts';

interface Call {
  readonly name: string;
  readonly signal: AbortSignal;
  readonly progress: (done: number) => void;
  readonly end: (report: Report) => void;
  readonly fail: (error: unknown) => void;
}

describe('dispatcher', () => {
  let directory: string;
  let store: JobStore;
  let dispatcher: Dispatcher | undefined;
  let calls: Call[];
  let ends: { id: string; end: AttemptEnd }[];
  let unheard: unknown[];
  let waiting: { ready: () => boolean; resolve: () => void }[];
  const unhandled = (error: unknown) => unheard.push(error);

  function look(): void {
    for (const one of waiting.filter((entry) => entry.ready())) {
      waiting.splice(waiting.indexOf(one), 1);
      one.resolve();
    }
  }
  /** Resolves when the condition holds; looked at whenever something happened. */
  function until(ready: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push({ ready, resolve });
    look();
    return promise;
  }

  const manual: VerifyJob = (files, _options, onProgress, signal) =>
    new Promise((resolve, reject) => {
      const name = Buffer.from(files[0]?.bytes ?? []).toString();
      calls.push({ name, signal, progress: (done) => onProgress({ done, total: 3 }), end: resolve, fail: reject });
      signal.addEventListener('abort', () => look());
      look();
    });

  function start(
    slots: number,
    verify: VerifyJob = manual,
    over: { wallMs?: number; progressMs?: number; mayRun?: () => boolean } = {},
  ): Dispatcher {
    dispatcher = new Dispatcher({
      store,
      verify,
      slots,
      backoff: () => 0,
      pollMs: 20,
      beatMs: 20,
      observer: {
        started: () => undefined,
        ended: (lease, end) => {
          ends.push({ id: lease.id, end });
          look();
        },
        storeFailed: unhandled,
      },
      ...over,
    });
    dispatcher.start();
    return dispatcher;
  }
  async function post(name: string, over: Partial<NewJob> = {}): Promise<string> {
    const bundle = packBundle([{ path: 'page.html', bytes: Buffer.from(name) }]);
    const accepted = await store.accept(newJob({ bundle, cacheKey: name, ...over }));
    if (accepted.kind !== 'accepted') throw new Error(accepted.kind);
    return accepted.job.id;
  }
  const job = async (id: string, tenant = 'a') => (await store.get(tenant, id)) as Job;
  const kinds = async (id: string) => (await store.events(id, 0, 100)).map((event) => event.kind);
  const ended = (id: string) => until(() => ends.some((one) => one.id === id));

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'savecheck-dispatch-'));
    store = await openSqliteStore({ directory });
    calls = [];
    ends = [];
    unheard = [];
    waiting = [];
    dispatcher = undefined;
    process.on('unhandledRejection', unhandled);
  });
  afterEach(async () => {
    for (const call of calls) call.end(reportOf({ clean: 1 }));
    await dispatcher?.stop(1_000);
    await store.close();
    await rm(directory, { recursive: true, force: true });
    process.off('unhandledRejection', unhandled);
    expect(unheard).toEqual([]);
  });

  test('fills its slots and no more, and takes the next as one ends', async () => {
    for (const name of ['1', '2', '3']) await post(name);
    start(2);
    await until(() => calls.length === 2);
    expect((await store.counts()).running).toBe(2);
    // Claimed in order; which of two is read first is the disk's.
    expect(calls.map((call) => call.name).toSorted()).toEqual(['1', '2']);
    calls[0]?.end(reportOf({ clean: 1 }));
    await until(() => calls.length === 3);
    expect(calls[2]?.name).toBe('3');
  });

  test('a job that arrives while all is idle starts', async () => {
    start(1);
    const id = await post('one');
    await until(() => calls.length === 1);
    calls[0]?.end(reportOf({ lost: 1, clean: 2 }));
    await ended(id);
    expect(await job(id)).toMatchObject({ status: 'done', label: 'lost', attempts: 1 });
  });

  test('a verdict of any label is final, and its job runs once', async () => {
    start(1, async () => reportOf({ lost: 1 }));
    const id = await post('one');
    await ended(id);
    expect(await store.attempts(id)).toHaveLength(1);
    expect(await kinds(id)).toEqual(['queued', 'running', 'terminal']);
  });

  test('progress is written before the end even when all comes in one tick', async () => {
    start(1, async (_files, _options, onProgress) => {
      for (const done of [1, 2, 3]) onProgress({ done, total: 3 });
      return reportOf({ clean: 1 });
    });
    const id = await post('one');
    await ended(id);
    const events = await store.events(id, 0, 100);
    expect(events.map((event) => event.kind)).toEqual([
      'queued',
      'running',
      'progress',
      'progress',
      'progress',
      'terminal',
    ]);
    expect(events.filter((event) => event.kind === 'progress').map((event) => event.data.done)).toEqual([1, 2, 3]);
  });

  test('progress after the end is dropped', async () => {
    start(1, manual, { progressMs: 0 });
    const id = await post('one');
    await until(() => calls.length === 1);
    calls[0]?.end(reportOf({ clean: 1 }));
    await ended(id);
    calls[0]?.progress(9);
    await store.counts();
    expect(await kinds(id)).toEqual(['queued', 'running', 'terminal']);
  });

  test('cancel of a running job claims the end, then stops the work; the late result is dropped', async () => {
    const own = start(1);
    const id = await post('one');
    await until(() => calls.length === 1);
    const call = calls[0] as Call;
    const statusAtAbort = new Promise((resolve) => {
      call.signal.addEventListener('abort', () => resolve(store.get('a', id).then((found) => found?.status)));
    });
    expect(await own.cancel('a', id)).toBe('cancelled');
    expect(await statusAtAbort).toBe('cancelled');
    call.end(reportOf({ lost: 1 }));
    await ended(id);
    expect(ends[0]?.end).toEqual({ kind: 'late', cause: 'cancelled' });
    expect(await job(id)).toMatchObject({ status: 'cancelled', label: null });
    expect(await own.cancel('a', id)).toBe('already-terminal');
  });

  test('a queued job is cancelled though every slot hangs', async () => {
    const own = start(1);
    await post('hangs');
    const id = await post('waits');
    await until(() => calls.length === 1);
    expect(await own.cancel('a', id)).toBe('cancelled');
    expect(await kinds(id)).toEqual(['queued', 'terminal']);
  });

  test('cancel from inside a progress event and stop from inside the terminal one are safe', async () => {
    const own = start(1, manual, { progressMs: 0 });
    let outcome: unknown;
    let stopped: Promise<void> | undefined;
    store.onEvent((event: JobEvent) => {
      if (event.kind === 'progress')
        void own.cancel('a', event.job).then((answer) => {
          outcome = answer;
        });
      if (event.kind === 'terminal') stopped = Promise.all([own.stop(0), own.stop(0)]).then(() => undefined);
    });
    const id = await post('one');
    await until(() => calls.length === 1);
    calls[0]?.signal.addEventListener('abort', () => calls[0]?.fail(new Error('stopped')));
    calls[0]?.progress(1);
    await ended(id);
    await stopped;
    expect(outcome).toBe('cancelled');
    expect((await kinds(id)).at(-1)).toBe('terminal');
  });

  test('failures of the machinery are tried again, at most four times, and never end with a label', async () => {
    let n = 0;
    start(1, async () => {
      n += 1;
      throw new InfraFailure(`worker gone ${n}`, `phase ${n}`);
    });
    const id = await post('one');
    await until(() => ends.length === 4);
    expect(ends.map((one) => one.end.kind)).toEqual(['retry', 'retry', 'retry', 'exhausted']);
    expect(await job(id)).toMatchObject({ status: 'error', reason: 'interrupted', label: null });
    expect(n).toBe(4);
  });

  test('a page that ends its worker twice in one phase ends as poison', async () => {
    start(1, async () => {
      throw new InfraFailure('worker gone', 'drive page.html');
    });
    const id = await post('one');
    await until(() => ends.length === 2);
    expect(await job(id)).toMatchObject({ status: 'error', reason: 'poison', attempts: 2 });
  });

  test('a mistake of the caller ends the job with its words, a bug of ours without them; neither is tried again', async () => {
    start(1, async (files) => {
      throw Buffer.from(files[0]?.bytes ?? []).toString() === 'usage' ? new UsageError('No page') : new Error('secret');
    });
    const usage = await post('usage');
    const bug = await post('bug');
    await until(() => ends.length === 2);
    expect(await job(usage)).toMatchObject({ status: 'error', reason: 'usage', detail: 'No page' });
    expect(await job(bug)).toMatchObject({ status: 'error', reason: 'infra', attempts: 1 });
    expect((await job(bug)).detail).not.toContain('secret');
    expect(ends[1]?.end.kind).toBe('bug');
  });

  test('a job past its wall time ends as timed out, its slot is free once the work gave in, the result is late', async () => {
    start(1, manual, { wallMs: 30 });
    const id = await post('hangs');
    const next = await post('next');
    await until(() => calls[0]?.signal.aborted === true);
    expect(await job(id)).toMatchObject({ status: 'error', reason: 'timeout' });
    calls[0]?.end(reportOf({ clean: 1 }));
    await ended(id);
    expect(ends[0]?.end).toEqual({ kind: 'late', cause: 'timeout' });
    await until(() => calls.length === 2);
    calls[1]?.end(reportOf({ clean: 1 }));
    await ended(next);
  });

  test('an attempt whose lease was lost is stopped and cannot settle', async () => {
    start(1);
    const id = await post('one');
    await until(() => calls.length === 1);
    await store.cancel('a', id);
    await until(() => calls[0]?.signal.aborted === true);
    calls[0]?.end(reportOf({ lost: 1 }));
    await ended(id);
    expect(ends[0]?.end).toEqual({ kind: 'late', cause: 'lost' });
  });

  test('the same bytes again are answered from the verdict, also when both were queued before it was known', async () => {
    const first = await post('one', { useCache: true });
    const second = await post('one', { useCache: true });
    start(1);
    await until(() => calls.length === 1);
    calls[0]?.end(reportOf({ suspect: 1 }));
    await ended(second);
    expect(calls).toHaveLength(1);
    expect(await job(second)).toMatchObject({ cachedFrom: first, label: 'suspect' });
  });

  test('an inconclusive verdict, a failure and a partial report are never served again', async () => {
    const reports = [
      reportOf({ inconclusive: 1 }),
      reportOf(
        { failures: 1 },
        { failures: [{ stage: 'parse', code: 'syntax', path: 'p', detail: '', candidate: true }] },
      ),
      reportOf({ clean: 1 }, { partial: true }),
    ];
    start(1, async () => reports.shift() as Report);
    const labels: unknown[] = [];
    for (let n = 0; n < 3; n += 1) {
      const id = await post('same', { useCache: true });
      await ended(id);
      labels.push((await job(id)).label);
    }
    expect(labels).toEqual(['inconclusive', 'inconclusive', 'clean']);
    expect(await store.cached('same')).toBeNull();
  });

  test('a drain lets running jobs end, and gives the rest back uncounted', async () => {
    const own = start(2);
    const quick = await post('quick');
    const hung = await post('hung');
    const queued = await post('queued');
    await until(() => calls.length === 2);
    const stopping = own.stop(50);
    calls[0]?.end(reportOf({ clean: 1 }));
    calls[1]?.signal.addEventListener('abort', () => calls[1]?.fail(new Error('stopped')));
    await stopping;
    expect((await job(quick)).status).toBe('done');
    expect(await job(hung)).toMatchObject({ status: 'queued', attempts: 0 });
    expect(await job(queued)).toMatchObject({ status: 'queued', attempts: 0 });
    expect(calls).toHaveLength(2);
  });

  test('while nothing may run, jobs wait without losing a delivery, and start once it may', async () => {
    let may = false;
    let asked = 0;
    start(1, manual, {
      mayRun() {
        asked += 1;
        look();
        return may;
      },
    });
    const id = await post('one');
    await until(() => asked >= 3);
    expect(await job(id)).toMatchObject({ status: 'queued', attempts: 0 });
    may = true;
    await until(() => calls.length === 1);
    calls[0]?.end(reportOf({ clean: 1 }));
    await ended(id);
    expect(await job(id)).toMatchObject({ status: 'done', attempts: 1 });
  });

  test('200 jobs of one tenant do not keep another waiting', async () => {
    for (let n = 0; n < 200; n += 1) await post(`a${n}`, { maxQueued: 1_000 });
    const order: string[] = [];
    let posted: Promise<unknown> = Promise.resolve();
    start(4, async (files) => {
      order.push(Buffer.from(files[0]?.bytes ?? []).toString());
      if (order.length === 20)
        posted = Promise.all(['b0', 'b1', 'b2', 'b3', 'b4'].map((name) => post(name, { tenant: 'b' })));
      await posted;
      return reportOf({ clean: 1 });
    });
    await until(() => ends.length === 205);
    const last = order.findLastIndex((name) => name.startsWith('b'));
    expect(last).toBeLessThan(20 + 4 * 4);
  });
});
