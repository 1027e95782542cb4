import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jobDetailSchema } from '../../../src/service/http/job-view.ts';
import { tarOf } from '../../support/archives.ts';
import type { Body, TestServer } from '../support/client.ts';
import { body, testServer } from '../support/client.ts';
import { CLEAN, HOLD, LOST } from '../support/scripted-runner.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.remove());

describe('POST /v1/verdicts', () => {
  test('is done within the wait: 200 and the report', async () => {
    const answer = await server.call('/v1/verdicts?wait=20', {
      method: 'POST',
      body: LOST,
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
    });
    expect(answer.status).toBe(200);
    expect(await body(answer)).toMatchObject({ schemaVersion: 1, tool: 'savecheck', scanned: ['artifact.html'] });
    expect(answer.headers.get('location')).toMatch(/^\/v1\/jobs\/[0-9a-f-]{36}$/);
  });

  test('is not: 202, where to ask, and when', async () => {
    const answer = await server.call('/v1/verdicts', {
      method: 'POST',
      body: HOLD,
      headers: { 'Content-Type': 'text/html' },
    });
    expect(answer.status).toBe(202);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await body(answer)).toMatchObject({ name: 'artifact.html', label: null });
  });

  test('a wait ends at its bound', async () => {
    const began = performance.now();
    await server.post(HOLD, '?wait=0.3');
    expect(performance.now() - began).toBeGreaterThan(290);
    expect((await server.call('/v1/verdicts?wait=61', { method: 'POST', body: CLEAN })).status).toBe(400);
  });

  test('200 requests that wait for one job block no other, and all end with it', async () => {
    const headers = { 'Idempotency-Key': 'one' };
    const waiting = Array.from({ length: 200 }, () => server.post(HOLD, '?wait=60', { headers }));
    while (server.runner.started.length === 0) await new Promise(setImmediate);
    const began = performance.now();
    await server.ended(await server.post(CLEAN));
    expect(performance.now() - began).toBeLessThan(60_000);
    const letting = setInterval(() => server.runner.letGo(), 5);
    expect(new Set(await Promise.all(waiting)).size).toBe(1);
    clearInterval(letting);
  });

  test('says in every report that it runs below the floor', async () => {
    const job = await server.ended(await server.post(CLEAN));
    expect(() => jobDetailSchema.parse(job)).not.toThrow();
    expect((job.report as Body).notes).toEqual([expect.stringContaining('allowed below the floor')]);
    expect(await body(await server.call('/healthz'))).toMatchObject({ status: 'degraded', tier: 'thread' });
  });

  test('takes a source by its name, an archive, and files as JSON', async () => {
    const py = await server.ended(
      await server.post('print("hi")', '?name=gen.py', { headers: { 'Content-Type': 'text/plain' } }),
    );
    expect(py).toMatchObject({ name: 'gen.py', status: 'done' });
    const archive = await tarOf([
      [{ name: 'outputs/a.html' }, CLEAN],
      [{ name: 'outputs/b.html' }, LOST],
      [{ name: 'outputs/notes.txt' }, 'x'],
    ]);
    const tarred = await server.ended(
      await server.post(archive as never, '', { headers: { 'Content-Type': 'application/x-tar' } }),
    );
    expect((tarred.report as Body).scanned).toEqual(['outputs/a.html', 'outputs/b.html']);
    const files = JSON.stringify({
      files: [{ name: 'a.html', content: Buffer.from(CLEAN).toString('base64'), encoding: 'base64' }],
    });
    const json = await server.ended(await server.post(files, '', { headers: { 'Content-Type': 'application/json' } }));
    expect((json.report as Body).scanned).toEqual(['a.html']);
  });

  test('judges only what changed since a manifest that comes along', async () => {
    const { createHash } = await import('node:crypto');
    const sha256 = createHash('sha256').update(CLEAN).digest('hex');
    const manifest = {
      schemaVersion: 1,
      tool: 'savecheck',
      directory: 'outputs',
      files: [{ path: 'old.html', size: CLEAN.length, sha256 }],
    };
    const archive = await tarOf([
      [{ name: 'outputs/old.html' }, CLEAN],
      [{ name: 'outputs/new.html' }, LOST],
      [{ name: 'savecheck-manifest.json' }, JSON.stringify(manifest)],
    ]);
    const id = await server.post(archive as never, '', { headers: { 'Content-Type': 'application/x-tar' } });
    const report = (await server.ended(id)).report as Body;
    expect(report.scanned).toEqual(['outputs/new.html']);
    expect(report.unscanned).toContainEqual({ path: 'outputs/old.html', reason: 'unchanged' });
  });

  const refusals: [string, number, string, RequestInit, string?][] = [
    ['an unknown kind', 415, 'media-type', { body: 'x', headers: { 'Content-Type': 'image/png' } }],
    [
      'an encoded body',
      415,
      'media-type',
      { body: CLEAN, headers: { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' } },
    ],
    ['JSON that is none', 400, 'bad-request', { body: '{', headers: { 'Content-Type': 'application/json' } }],
    [
      'JSON without files',
      400,
      'bad-request',
      { body: '{"files":[]}', headers: { 'Content-Type': 'application/json' } },
    ],
    [
      'a path that leaves the archive',
      422,
      'archive-refused',
      { body: '{"files":[{"name":"../x.html","content":""}]}', headers: { 'Content-Type': 'application/json' } },
    ],
    [
      'no source',
      422,
      'nothing-to-verify',
      { body: '{"files":[{"name":"x.css","content":""}]}', headers: { 'Content-Type': 'application/json' } },
    ],
    [
      'a damaged archive',
      422,
      'archive-refused',
      { body: 'PK\x03\x04rubbish', headers: { 'Content-Type': 'application/zip' } },
    ],
    ['an unknown host', 400, 'bad-request', { body: CLEAN, headers: { 'Content-Type': 'text/html' } }, '?host=nowhere'],
    ['an unknown label', 400, 'bad-request', { body: CLEAN, headers: { 'Content-Type': 'text/html' } }, '?failOn=bad'],
  ];
  test.each(refusals)('refuses %s', async (_what, status, code, init, query = '') => {
    const answer = await server.call(`/v1/verdicts${query}`, { method: 'POST', ...init });
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    const problem = await body(answer);
    expect(problem).toMatchObject({ status, code, type: `urn:savecheck:problem:${code}` });
    expect(answer.status).toBe(status);
    expect(problem.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect((await body(await server.call('/v1/jobs'))).jobs).toEqual([]);
  });

  test('refuses a body over the cap, declared or not', async () => {
    const small = await testServer({ uploadBytes: 1000 });
    const headers = { 'Content-Type': 'text/html' };
    const declared = await small.call('/v1/verdicts', { method: 'POST', body: 'x'.repeat(1001), headers });
    expect(declared.status).toBe(413);
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(600));
      },
    });
    const streamed = await small.call('/v1/verdicts', {
      method: 'POST',
      body: stream,
      headers,
      duplex: 'half',
    } as RequestInit);
    expect([413, 0]).toContain(streamed.status);
    await small.remove();
  });

  test('a traceparent is kept and passed on to the job', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const id = await server.post(CLEAN, '', { headers: { traceparent } });
    await server.ended(id);
    const lines = server.logged.filter(
      (line) => line.includes(id) && line.includes('4bf92f3577b34da6a3ce929d0e0e4736'),
    );
    expect(lines.length).toBeGreaterThanOrEqual(3);
  });

  test('the log holds no text of an upload', async () => {
    await server.ended(await server.post('<p>sesame-in-body</p>', '?name=sesame-in-name.html'));
    expect(server.logged.join('')).not.toContain('sesame');
  });
});

describe('idempotency and cache', () => {
  test('fifty posts under one key are one job; another body is a conflict', async () => {
    const headers = { 'Idempotency-Key': 'k1' };
    const ids = await Promise.all(Array.from({ length: 50 }, () => server.post(HOLD, '', { headers })));
    expect(new Set(ids).size).toBe(1);
    const other = await server.call('/v1/verdicts', {
      method: 'POST',
      body: CLEAN,
      headers: { ...headers, 'Content-Type': 'text/html' },
    });
    expect(await body(other)).toMatchObject({ status: 409, code: 'idempotency-conflict' });
  });

  test('the same upload is answered from its verdict at once, unless the caller asks anew or differently', async () => {
    const first = await server.post(CLEAN);
    await server.ended(first);
    const again = await server.call('/v1/verdicts', {
      method: 'POST',
      body: CLEAN,
      headers: { 'Content-Type': 'text/html' },
    });
    expect(again.status).toBe(200);
    expect(server.runner.started).toHaveLength(1);
    expect(
      await server.ended(await server.post(CLEAN, '', { headers: { 'Cache-Control': 'no-cache' } })),
    ).toMatchObject({
      cachedFrom: null,
    });
    await server.ended(await server.post(CLEAN, '?host=cowork'));
    expect(server.runner.started).toHaveLength(3);
  });
});
