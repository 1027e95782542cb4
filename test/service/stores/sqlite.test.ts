import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JobStore } from '../../../src/service/contract.ts';
import { blobDirectory, sha256 } from '../../../src/service/stores/blobs.ts';
import { openDatabase } from '../../../src/service/stores/node-sqlite.ts';
import { openSqliteStore } from '../../../src/service/stores/sqlite.ts';
import { newJob } from '../../contracts/job-store.suite.ts';

let directory: string;
const opened: JobStore[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'savecheck-sqlite-'));
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(directory, { recursive: true, force: true });
});

async function open(now?: () => number): Promise<JobStore> {
  const store = await openSqliteStore({ directory, ...(now ? { now } : {}) });
  opened.push(store);
  return store;
}
async function reopen(): Promise<JobStore> {
  await opened.pop()?.close();
  return open();
}
function alter(sql: string): void {
  const database = new DatabaseSync(join(directory, 'jobs.sqlite'));
  database.exec(sql);
  database.close();
}
async function files(): Promise<string[]> {
  const all = await readdir(join(directory, 'blobs'), { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe('the embedded store', () => {
  test('syncs every commit, in a write-ahead log', async () => {
    await open();
    const database = openDatabase(join(directory, 'other.sqlite'), true);
    const { sql } = await import('kysely');
    const of = async (name: string) =>
      Object.values((await sql.raw(`PRAGMA ${name}`).execute(database)).rows[0] as object)[0];
    expect([await of('journal_mode'), await of('synchronous'), await of('locking_mode')]).toEqual([
      'wal',
      2,
      'exclusive',
    ]);
    await database.destroy();
  });

  test('has one owner; the next one comes in when it is closed', async () => {
    const first = await open();
    await expect(openSqliteStore({ directory })).rejects.toThrow(/jobs\.sqlite is in use/);
    expect((await first.accept(newJob())).kind).toBe('accepted');
    await reopen();
  });

  test('keeps what it holds from other users of the machine', async () => {
    await (await open()).accept(newJob());
    const databases = (await readdir(directory)).filter((name) => name.startsWith('jobs.sqlite'));
    expect(databases.length).toBeGreaterThan(1);
    for (const name of databases) expect((await stat(join(directory, name))).mode & 0o077).toBe(0);
    for (const file of await files()) expect((await stat(file)).mode & 0o077).toBe(0);
    expect((await stat(join(directory, 'blobs'))).mode & 0o077).toBe(0);
  });

  test('a second terminal event cannot be written, whoever tries', async () => {
    const store = await open();
    const accepted = await store.accept(newJob());
    const id = accepted.kind === 'accepted' ? accepted.job.id : '';
    await store.cancel('a', id);
    await reopen();
    await opened.pop()?.close();
    expect(() => alter(`INSERT INTO event VALUES ('${id}', 99, 'terminal', 0, '{}')`)).toThrow(/UNIQUE/);
  });

  test('an owner that dies on a job four times leaves it interrupted, never with a label', async () => {
    let store = await open();
    const accepted = await store.accept(newJob());
    const id = accepted.kind === 'accepted' ? accepted.job.id : '';
    const seen: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      expect(await store.claim(1)).toHaveLength(1);
      store = await reopen();
      seen.push((await store.get('a', id))?.status ?? '');
    }
    expect(seen).toEqual(['queued', 'queued', 'queued', 'error']);
    expect(await store.get('a', id)).toMatchObject({ reason: 'interrupted', label: null, attempts: 4 });
  });

  test('refuses a store that a newer savecheck wrote, and leaves it as it was', async () => {
    await open();
    await opened.pop()?.close();
    alter(`INSERT INTO kysely_migration VALUES ('0999-later', '2099-01-01')`);
    await expect(openSqliteStore({ directory })).rejects.toThrow(/newer savecheck \(0999-later\)/);
    alter(`DELETE FROM kysely_migration WHERE name = '0999-later'`);
    await open();
  });

  test('is opened again with all rows by the code that made it', async () => {
    const store = await open();
    for (let n = 0; n < 3; n += 1) await store.accept(newJob({ name: `${n}` }));
    expect(await (await reopen()).list({ tenant: 'a', limit: 10 })).toHaveLength(3);
  });

  test('500 trivial jobs drain by four at a time without a pause between them', async () => {
    const store = await open();
    for (let n = 0; n < 500; n += 1) await store.accept(newJob({ maxQueued: 1_000 }));
    const began = performance.now();
    const done = { status: 'done', label: 'clean', labels: ['clean'], report: '{}', cacheable: false } as const;
    for (let leases = await store.claim(4); leases.length > 0; leases = await store.claim(4))
      await Promise.all(leases.map((lease) => store.settle(lease, done)));
    // Some seconds on a busy machine; a dispatcher that sleeps after each claim takes minutes.
    expect(performance.now() - began).toBeLessThan(50_000);
    expect(await store.counts()).toMatchObject({ queued: 0, running: 0 });
  });
});

describe('blobs', () => {
  test('unfinished writes and orphans go after their time, and not before', async () => {
    let now = Date.now();
    const store = await open(() => now);
    const kept = await store.accept(newJob());
    expect(kept.kind).toBe('accepted');
    const sha = sha256('orphan');
    const folder = join(directory, 'blobs', sha.slice(0, 2), sha.slice(2, 4));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, sha), 'orphan');
    await writeFile(join(directory, 'blobs', 'x.part'), 'half');
    await store.sweep();
    expect(await files()).toHaveLength(3);
    now += 2 * 3_600_000;
    expect(await store.sweep()).toMatchObject({ blobs: 1 });
    expect(await files()).toHaveLength(1);
  });

  test('bytes that no longer hash to their name are not given out', async () => {
    const blobs = blobDirectory(directory);
    const sha = sha256('bytes');
    await blobs.put(Buffer.from('bytes'), sha, async () => undefined);
    expect(Buffer.from(await blobs.get(sha)).toString()).toBe('bytes');
    await writeFile(join(directory, sha.slice(0, 2), sha.slice(2, 4), sha), 'other');
    await expect(blobs.get(sha)).rejects.toThrow(/damaged/);
  });

  test('what is pinned is not removed', async () => {
    const blobs = blobDirectory(directory);
    const sha = sha256('bytes');
    await blobs.put(Buffer.from('bytes'), sha, async () => {
      expect(blobs.removeUnlessPinned(sha)).toBe(0);
    });
    expect(blobs.removeUnlessPinned(sha)).toBe(5);
  });
});
