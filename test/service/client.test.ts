import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SOURCE_BYTES, UPLOAD_BYTES } from '../../src/limits.ts';
import type { Report } from '../../src/model.ts';
import { placeNames } from '../../src/service/client/names.ts';
import type { RemoteOptions } from '../../src/service/client.ts';
import { verifyOnServer } from '../../src/service/client.ts';
import { openKeyStore } from '../../src/service/keys.ts';
import { takeManifest } from '../../src/verify/manifest.ts';
import { sweep } from '../../src/verify/sweep.ts';
import { verify } from '../../src/verify.ts';
import { tarOf } from '../support/archives.ts';
import type { TestServer } from './support/client.ts';
import { testServer } from './support/client.ts';
import { scriptedRunner } from './support/scripted-runner.ts';

const LOST = '<!doctype html><!-- lost --><script src="lib.js"></script>';
let server: TestServer;
let folder: string;

beforeEach(async () => {
  server = await testServer();
  folder = await mkdtemp(join(tmpdir(), 'savecheck-client-'));
});
afterEach(async () => {
  await server.remove();
  await rm(folder, { recursive: true, force: true });
});

const remote = (over: Partial<RemoteOptions> = {}) =>
  verifyOnServer({ server: server.url, targets: [folder], hosts: ['cowork'], drive: true, ...over });

/** What the two ways may differ in: when and where it ran. */
function comparable({ startedAt, durationMs, isolation, sandbox, notes, verdicts, ...rest }: Report) {
  return { ...rest, verdicts: verdicts.map((verdict) => ({ ...verdict, durationMs: 0 })) };
}

describe('verify --server', () => {
  test('gives the report that a run here gives: paths, siblings, failures, what was left out', async () => {
    await mkdir(join(folder, 'sub'));
    await mkdir(join(folder, 'node_modules'));
    await writeFile(join(folder, 'a.html'), LOST);
    await writeFile(join(folder, 'lib.js'), 'console.log(1)');
    await writeFile(join(folder, 'sub/b.html'), '<p>fine</p><script src="../lib.js"></script>');
    await writeFile(join(folder, 'gen.py'), 'print("x")');
    await writeFile(join(folder, 'node_modules/c.html'), '<p>');
    const here = await verify({ targets: [folder], hosts: ['cowork'], runner: scriptedRunner() });
    const there = await remote();
    expect(here.verdicts.length).toBeGreaterThan(0);
    expect(comparable(there)).toEqual(comparable(here));
  });

  test('a single file takes its siblings along, and they are not judged by themselves', async () => {
    await writeFile(join(folder, 'a.html'), LOST);
    await writeFile(join(folder, 'lib.js'), '/* <!-- lost --> */');
    const report = await remote({ targets: [join(folder, 'a.html')] });
    expect(report.scanned).toEqual([join(folder, 'a.html')]);
    expect(report.verdicts.map((verdict) => verdict.artifact)).toEqual([join(folder, 'a.html')]);
  });

  test('a sweep sends what changed since the manifest, and gives the report that a sweep here gives', async () => {
    await writeFile(join(folder, 'old.html'), LOST);
    await writeFile(join(folder, 'lib.js'), 'console.log(1)');
    await writeFile(join(folder, 'same.html'), '<p>as it was</p>');
    const before = await takeManifest([folder]);
    if (!before) throw new Error('no manifest');
    const run: typeof verify = ({ targets, changed, archives = false }) =>
      remote({ targets, archives, ...(changed ? { changed } : {}) });
    const idle = await sweep(folder, { before, run });
    expect(idle).toEqual({
      ...idle,
      partial: false,
      scanned: [],
      notes: [expect.stringContaining('nothing to check')],
    });
    await writeFile(join(folder, 'lib.js'), 'console.log(2)');
    await writeFile(join(folder, 'new.html'), `${LOST}new`);
    await writeFile(join(folder, 'more.tar'), await tarOf([[{ name: 'inside.html' }, LOST]]));
    const here = await sweep(folder, { before, hosts: ['cowork'], runner: scriptedRunner() });
    const there = await sweep(folder, { before, run });
    expect(here.verdicts.map(({ change }) => change).sort()).toEqual(['added', 'added', 'modified']);
    expect(comparable(there)).toEqual(comparable(here));
  });

  test('an upload over the cap is refused in words, whatever is still on its way', async () => {
    const small = await testServer({ uploadBytes: 1_000_000 });
    await writeFile(join(folder, 'a.html'), LOST + ' '.repeat(1_500_000));
    await expect(remote({ server: small.url })).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(/too large.*1000000 bytes/),
    });
    await small.remove();
    for (let n = 0; n * SOURCE_BYTES < UPLOAD_BYTES; n += 1)
      await writeFile(join(folder, `${n}.html`), `<!-- ${n} -->`.padEnd(SOURCE_BYTES - 1));
    await expect(remote()).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining(`a server takes ${UPLOAD_BYTES}`),
    });
  });

  test('tells its progress', async () => {
    for (const name of ['a', 'b', 'c']) await writeFile(join(folder, `${name}.html`), LOST + name);
    const seen: number[] = [];
    await remote({ onProgress: ({ done, total }) => seen.push(done / total) });
    expect(seen.at(-1)).toBe(1);
  });

  test('a wrong key, a wrong address and no target are mistakes of the caller', async () => {
    await writeFile(join(folder, 'a.html'), LOST);
    const keys = await openKeyStore(server.directory);
    const { secret } = await keys.create({ tenant: 'a' });
    await keys.close();
    await expect(remote({ key: 'wrong' })).rejects.toMatchObject({ name: 'UsageError' });
    await expect(remote({ server: 'nonsense' })).rejects.toMatchObject({ name: 'UsageError' });
    await expect(remote({ key: secret, targets: [join(folder, 'nothing.html')] })).rejects.toMatchObject({
      name: 'UsageError',
    });
    expect((await remote({ key: secret })).verdicts).toHaveLength(1);
  });

  test('a server that is not there, and a job that ends without a report, are failures and no green', async () => {
    await writeFile(join(folder, 'a.html'), '<!-- crash -->');
    const poison = await remote();
    expect(poison.failures).toMatchObject([{ code: 'job-poison', candidate: true }]);
    expect(poison.summary.failures).toBe(1);
    await server.stop();
    expect((await remote()).failures).toMatchObject([{ code: 'server-unreachable' }]);
  });

  test('an interrupt cancels the job there and gives a partial report here', async () => {
    await writeFile(join(folder, 'a.html'), '<!-- hold -->');
    const interrupt = new AbortController();
    const running = remote({ signal: interrupt.signal });
    while (server.runner.started.length === 0) await new Promise(setImmediate);
    interrupt.abort();
    expect((await running).partial).toBe(true);
    const { jobs } = (await (await server.call('/v1/jobs')).json()) as { jobs: { status: string }[] };
    expect(jobs.map((job) => job.status)).toEqual(['cancelled']);
  });
});

describe('names', () => {
  test('inside stays; absolute and climbing paths keep their places to each other, and come back', () => {
    expect(placeNames(['a.html', 'x/../b.html']).remote('a.html')).toBe('a.html');
    const paths = ['../../out/a.html', '../lib.js', '../../out/sub/b.html'];
    const names = placeNames(paths);
    const remotes = paths.map((path) => names.remote(path));
    for (const path of remotes) expect(path).not.toMatch(/^\/|\.\./);
    expect(new Set(remotes).size).toBe(3);
    expect(remotes[2]).toBe((remotes[0] as string).replace('a.html', 'sub/b.html'));
  });
});
