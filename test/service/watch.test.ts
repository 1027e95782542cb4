import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JobStore } from '../../src/service/contract.ts';
import { openSqliteStore } from '../../src/service/stores/sqlite.ts';
import { Watch } from '../../src/service/watch.ts';
import { newJob } from '../contracts/job-store.suite.ts';

let directory: string;
let store: JobStore;
let watch: Watch;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'savecheck-watch-'));
  store = await openSqliteStore({ directory });
  watch = new Watch(store);
});
afterEach(async () => {
  watch.close();
  await store.close();
  await rm(directory, { recursive: true, force: true });
});

async function accept(): Promise<string> {
  const accepted = await store.accept(newJob());
  if (accepted.kind !== 'accepted') throw new Error(accepted.kind);
  return accepted.job.id;
}

test('wakes everyone who waits for the job that moved, nobody else, and keeps nothing of them', async () => {
  const [one, two] = [await accept(), await accept()];
  const waiting = Array.from({ length: 1_000 }, () => watch.moved(one, 600_000));
  let other = false;
  const patience = watch.moved(two, 600_000).then(() => {
    other = true;
  });
  expect(watch.size).toBe(1_001);
  await store.cancel('a', one);
  await Promise.all(waiting);
  expect(other).toBe(false);
  expect(watch.size).toBe(1);
  watch.close();
  await patience;
  expect(watch.size).toBe(0);
});

test('ends with its time, with its signal, and at once when closed', async () => {
  const id = await accept();
  await watch.moved(id, 1);
  const stop = new AbortController();
  const waiting = watch.moved(id, 600_000, stop.signal);
  stop.abort();
  await waiting;
  await watch.moved(id, 600_000, stop.signal);
  watch.close();
  await watch.moved(id, 600_000);
  expect(watch.size).toBe(0);
});
