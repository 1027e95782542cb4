import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { JOB_KEPT_MS } from '../../src/limits.ts';
import { packBundle } from '../../src/service/bundle.ts';
import type { Job, JobStatus, JobStore } from '../../src/service/contract.ts';
import { openSqliteStore } from '../../src/service/stores/sqlite.ts';
import { newJob } from '../contracts/job-store.suite.ts';
import type { ServerProcess } from './support/server-process.ts';
import { startProcess } from './support/server-process.ts';

let directory: string;
const processes: ServerProcess[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'savecheck-crash-'));
});
afterEach(async () => {
  for (const { child, ended } of processes.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  await rm(directory, { recursive: true, force: true });
});

async function start(...more: readonly string[]): Promise<ServerProcess> {
  const started = await startProcess(directory, ...more);
  processes.push(started);
  return started;
}

/** The id of the job when the server acknowledged it, else null. */
async function post(url: string, html: string, query = ''): Promise<string | null> {
  try {
    const answer = await fetch(`${url}/v1/verdicts${query}`, {
      method: 'POST',
      body: html,
      headers: { 'Content-Type': 'text/html', 'Cache-Control': 'no-cache' },
    });
    await answer.text();
    return answer.ok ? (answer.headers.get('location') ?? '').replace('/v1/jobs/', '') : null;
  } catch {
    return null;
  }
}

async function withStore<Value>(work: (store: JobStore) => Promise<Value>): Promise<Value> {
  const store = await openSqliteStore({ directory });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function someAre(url: string, status: JobStatus): Promise<boolean> {
  const answer = await fetch(`${url}/v1/jobs?limit=1&status=${status}`);
  return ((await answer.json()) as { jobs: unknown[] }).jobs.length > 0;
}

/** Serves until no job is left that is not terminal, then ends the server as an operator would. */
async function drainAll(): Promise<void> {
  const { url, child, ended } = await start();
  for (;;) {
    const open = await Promise.all((['queued', 'running'] as const).map((status) => someAre(url, status)));
    if (!open.includes(true)) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}

function look<Row>(sql: string): Row[] {
  const database = new DatabaseSync(join(directory, 'jobs.sqlite'), { readOnly: true });
  try {
    return database.prepare(sql).all() as Row[];
  } finally {
    database.close();
  }
}

function expectSettledOnce(): void {
  const twice = `SELECT job.id, job.status FROM job LEFT JOIN event ON event.job = job.id AND event.kind = 'terminal'
    GROUP BY job.id HAVING count(event.job) <> 1 OR job.status IN ('queued', 'running')`;
  expect(look(twice)).toEqual([]);
  expect(look('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
}

describe('kill -9', () => {
  const ROUNDS = 25;

  test(`${ROUNDS} rounds under load lose nothing that was accepted and settle everything once`, async () => {
    const accepted: string[] = [];
    let n = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await start();
      let up = true;
      const client = async () => {
        while (up) {
          const id = await post(server.url, `<!doctype html><p>${n++}</p>`);
          if (id !== null) accepted.push(id);
        }
      };
      const clients = Promise.all([client(), client(), client(), client()]);
      // Every other round ends right after an answer, when the least is known to be safe.
      if (round % 2 === 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * 800));
      else await post(server.url, `<!doctype html><p>last ${round}</p>`).then((id) => id !== null && accepted.push(id));
      server.child.kill('SIGKILL');
      expect(await server.ended).toBe('SIGKILL');
      up = false;
      await clients;
    }
    await drainAll();
    expect(accepted.length).toBeGreaterThan(ROUNDS);
    expectSettledOnce();
    await withStore(async (store) => {
      for (const id of accepted) {
        const job = (await store.get('local', id)) as Job;
        expect(job, id).not.toBeNull();
        // Throws when the bytes do not hash to their name.
        await store.bundle({ id, fence: 0, job, cacheKey: '', useCache: false });
      }
    });
  }, 150_000);
});

describe('a crash at', () => {
  async function crashAt(crossing: string, before?: (url: string) => Promise<unknown>): Promise<string | null> {
    const server = await start(crossing);
    await before?.(server.url);
    const id = await post(server.url, '<!doctype html><p>x</p>');
    expect(await server.ended).toBe('SIGKILL');
    return id;
  }
  const jobs = (store: JobStore) => store.list({ tenant: 'local', limit: 10 });
  const outcomes = async (store: JobStore, id: string) => (await store.attempts(id)).map((one) => one.outcome);

  test.each(['blob-written', 'before-commit'])('%s leaves no job, and no 202 was given', async (crossing) => {
    expect(await crashAt(crossing)).toBeNull();
    expect(await withStore(jobs)).toEqual([]);
    const files = await readdir(join(directory, 'blobs'), { recursive: true, withFileTypes: true });
    expect(files.filter((file) => file.isFile())).toHaveLength(1);
  });

  test('after-commit-before-202 leaves the job, untouched', async () => {
    expect(await crashAt('after-commit-before-202')).toBeNull();
    const found = await withStore(async (store) => (await jobs(store)).map((job) => [job.status, job.label]));
    expect(found).toHaveLength(1);
    expect(['queued', 'done']).toContain(found[0]?.[0]);
    await drainAll();
    expectSettledOnce();
  });

  test.each(['after-claim', 'worker-done-before-settle'])(
    '%s puts the job back, its attempt on record',
    async (crossing) => {
      await crashAt(crossing);
      await withStore(async (store) => {
        const [job] = await jobs(store);
        expect(job).toMatchObject({ status: 'queued', attempts: 1, label: null });
        expect(await outcomes(store, job?.id ?? '')).toEqual(['interrupted']);
      });
      await drainAll();
      expectSettledOnce();
      await withStore(async (store) => {
        const [job] = await jobs(store);
        expect(job).toMatchObject({ status: 'done', attempts: 2 });
        expect(await outcomes(store, job?.id ?? '')).toEqual(['interrupted', 'done']);
      });
    },
  );

  test('after-settle-before-emit leaves the job ended, once', async () => {
    await crashAt('after-settle-before-emit');
    expect(await withStore(jobs)).toMatchObject([{ status: 'done', attempts: 1 }]);
    expectSettledOnce();
  });

  test('mid-webhook leaves the delivery in doubt; it is sent once more, flagged, under the same id', async () => {
    const heard: { id: unknown; maybe: unknown }[] = [];
    const receiver = createServer((request, response) => {
      heard.push({ id: request.headers['webhook-id'], maybe: request.headers['savecheck-maybe-duplicate'] });
      response.end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo;
    await crashAt('mid-webhook', (url) =>
      fetch(`${url}/v1/webhooks`, { method: 'POST', body: JSON.stringify({ url: `http://127.0.0.1:${port}/` }) }),
    );
    expect(look('SELECT state FROM delivery')).toEqual([{ state: 'attempting' }]);
    const { child, ended } = await start();
    while (heard.length < 2) await once(receiver, 'request');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    receiver.close();
    expect(heard).toEqual([
      { id: heard[0]?.id, maybe: undefined },
      { id: heard[0]?.id, maybe: 'true' },
    ]);
    expect(look('SELECT state, tries, maybe_duplicate FROM delivery')).toEqual([
      { state: 'delivered', tries: 2, maybe_duplicate: 1 },
    ]);
  });

  test('mid-sweep leaves a row without bytes, which the next upload of them makes good', async () => {
    const bundle = packBundle([{ path: 'artifact.html', bytes: Buffer.from('<!doctype html><p>x</p>') }]);
    const past = await openSqliteStore({ directory, now: () => Date.now() - 2 * JOB_KEPT_MS });
    const accepted = await past.accept(newJob({ bundle }));
    if (accepted.kind === 'accepted') await past.cancel('a', accepted.job.id);
    await past.close();
    const swept = await startProcess(directory, 'mid-sweep');
    expect(await swept.ended).toBe('SIGKILL');
    expect(look('SELECT count(*) AS n FROM artifact')).toEqual([{ n: 1 }]);
    await withStore(async (store) => {
      expect((await store.accept(newJob({ bundle }))).kind).toBe('accepted');
      const [lease] = await store.claim(1);
      if (!lease) throw new Error('nothing to claim');
      expect(Buffer.from(await store.bundle(lease))).toEqual(bundle);
    });
  });
});

describe('ending a server', () => {
  test('SIGTERM: running jobs end or go back uncounted, what waits stays, the code is 0', async () => {
    const server = await start('', '100');
    const ids = await Promise.all(Array.from({ length: 24 }, (_, n) => post(server.url, `<p>${n}</p>`)));
    ids.push(...(await Promise.all([1, 2].map((n) => post(server.url, `<!-- hold -->${n}`, '?priority=9')))));
    expect(ids).not.toContain(null);
    const began = performance.now();
    server.child.kill('SIGTERM');
    const late: number[] = [];
    const poster = (async () => {
      for (let refused = false; !refused; ) {
        const answer = await fetch(`${server.url}/v1/verdicts`, { method: 'POST', body: 'x' }).catch(() => null);
        if (answer) late.push(answer.status);
        refused = answer === null;
      }
    })();
    expect(await server.ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(1_000 + 60_000);
    await poster;
    expect(late.filter((status) => status >= 500 && status !== 503)).toEqual([]);
    const rows = look<{ status: string; attempts: number }>('SELECT status, attempts FROM job');
    expect(rows).toHaveLength(26);
    for (const { status, attempts } of rows) expect([`queued 0`, 'done 1']).toContain(`${status} ${attempts}`);
    expect(rows.filter((row) => row.status === 'queued').length).toBeGreaterThan(0);
  });

  test.each(['<!-- hold -->', '<!-- deaf -->'])(
    'SIGTERM: a running job that never ends, %s, goes back uncounted',
    async (html) => {
      const server = await start();
      const id = await post(server.url, html);
      await vi.waitUntil(() => someAre(server.url, 'running'), 60_000);
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);
      expect(look('SELECT id, status, attempts FROM job')).toEqual([{ id, status: 'queued', attempts: 0 }]);
    },
  );

  test('a second server on one directory is refused by name, and the first goes on', async () => {
    const server = await start();
    const bin = fileURLToPath(new URL('../../bin/savecheck.js', import.meta.url));
    const second = spawn(process.execPath, [bin, 'serve', '--port', '0', '--data', directory], {
      env: { ...process.env, SAVECHECK_SOURCE: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let told = '';
    second.stderr.on('data', (chunk) => {
      told += chunk;
    });
    const [code] = await once(second, 'exit');
    expect(code).toBe(2);
    expect(told).toContain(join(directory, 'jobs.sqlite'));
    expect(await post(server.url, '<p>still here</p>')).not.toBeNull();
  });
});
