import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import tar from 'tar-stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jobDetailSchema } from '../../src/service/http/job-view.ts';
import { openKeyStore } from '../../src/service/keys.ts';
import type { TestServer } from './support/client.ts';
import { testServer } from './support/client.ts';

const CLEAN = '<!doctype html><p>hello</p>';
const LOST = '<!doctype html><!-- lost --><p>hello</p>';
const HOLD = '<!doctype html><!-- hold --><p>hello</p>';

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.remove());

type Body = Record<string, unknown>;
const body = async (answer: Response) => (await answer.json()) as Body;

async function tarOf(files: Record<string, string>): Promise<Uint8Array> {
  const pack = tar.pack();
  for (const [name, content] of Object.entries(files)) pack.entry({ name }, content);
  pack.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of pack) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** With headers that fetch does not let a caller set. */
function raw(path: string, headers: Record<string, string>, method = 'GET'): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(server.url + path, { method, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

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
    expect(performance.now() - began).toBeLessThan(20_000);
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
    const archive = await tarOf({ 'outputs/a.html': CLEAN, 'outputs/b.html': LOST, 'outputs/notes.txt': 'x' });
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
    const archive = await tarOf({
      'outputs/old.html': CLEAN,
      'outputs/new.html': LOST,
      'savecheck-manifest.json': JSON.stringify(manifest),
    });
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

describe('jobs', () => {
  test('are listed newest first, by label, in pages', async () => {
    const ids = [await server.post(CLEAN), await server.post(LOST), await server.post(CLEAN, '?name=b.html')];
    for (const id of ids) await server.ended(id);
    const first = await body(await server.call('/v1/jobs?limit=2'));
    const second = await body(await server.call(`/v1/jobs?limit=2&cursor=${first.next}`));
    const seen = [...(first.jobs as Body[]), ...(second.jobs as Body[])].map((job) => job.id);
    expect(seen).toEqual(ids.toReversed());
    expect(second.next).toBeNull();
    const labelled = await body(
      await server.call(`/v1/jobs?label=${(await server.job(ids[1] as string)).label}&limit=5`),
    );
    expect((labelled.jobs as Body[]).map((job) => job.id)).toContain(ids[1]);
  });

  test('are cancelled once, and stay as they ended', async () => {
    const id = await server.post(HOLD);
    expect(await body(await server.call(`/v1/jobs/${id}`, { method: 'DELETE' }))).toMatchObject({
      status: 'cancelled',
    });
    expect(await server.ended(id)).toMatchObject({
      status: 'cancelled',
      report: null,
      attempts: [{ outcome: 'cancelled' }],
    });
    expect((await server.call(`/v1/jobs/${id}/report`)).status).toBe(409);
  });

  test('a page that ends its worker is tried again, and ends as poison without a label', async () => {
    const id = await server.post('<!-- crash -->');
    const job = await server.ended(id);
    expect(job).toMatchObject({ status: 'error', reason: 'poison', label: null, attemptCount: 2 });
    expect((job.attempts as Body[]).map((attempt) => attempt.outcome)).toEqual(['interrupted', 'interrupted']);
  });

  test('among several artifacts it does not take the verdicts of the others along', async () => {
    const archive = await tarOf({ 'a.html': '<!-- crash -->', 'b.html': LOST, 'c.html': CLEAN });
    const id = await server.post(archive as never, '', { headers: { 'Content-Type': 'application/x-tar' } });
    const job = await server.ended(id);
    expect(job).toMatchObject({ status: 'done', label: 'lost', attemptCount: 2 });
    const { summary, verdicts } = job.report as { summary: Record<string, number>; verdicts: Body[] };
    expect(verdicts.map((verdict) => verdict.artifact)).toContain('b.html');
    expect(Number(summary.inconclusive) + Number(summary.failures)).toBeGreaterThan(0);
  });

  test('a report has a validator and is not sent twice', async () => {
    const id = await server.post(CLEAN);
    await server.ended(id);
    const first = await server.call(`/v1/jobs/${id}/report?format=text`);
    expect(first.status).toBe(200);
    const etag = first.headers.get('etag') ?? '';
    const second = await server.call(`/v1/jobs/${id}/report?format=text`, { headers: { 'If-None-Match': etag } });
    expect(second.status).toBe(304);
    const json = await server.call(`/v1/jobs/${id}/report`);
    expect(json.headers.get('etag')).not.toBe(etag);
    expect((await server.call(`/v1/jobs/${id}/report?format=nope`)).status).toBe(400);
  });

  test('an obligation is met by a later upload of the same bytes and by no other', async () => {
    const id = await server.post(HOLD, '?required=true');
    await server.call(`/v1/jobs/${id}`, { method: 'DELETE' });
    expect(await server.job(id)).toMatchObject({ status: 'cancelled', required: true, obligation: 'unmet' });
    await server.ended(await server.post(CLEAN));
    expect((await server.job(id)).obligation).toBe('unmet');
    const again = await server.post(HOLD);
    const letting = setInterval(() => server.runner.letGo(), 5);
    await server.ended(again);
    clearInterval(letting);
    expect((await server.job(id)).obligation).toBe('met');
  });

  test('what is not there is 404, with another method 405 and what is offered', async () => {
    expect((await server.call('/v1/jobs/01a22b39-4c8d-7a6c-96b4-7d05864e12b1')).status).toBe(404);
    expect((await server.call('/v1/nothing')).status).toBe(404);
    const put = await server.call('/v1/verdicts', { method: 'PUT', body: '' });
    expect(put.status).toBe(405);
    expect(put.headers.get('allow')).toBe('POST');
  });
});

describe('events', () => {
  async function read(path: string, headers: Record<string, string> = {}): Promise<{ id: number; event: string }[]> {
    const text = await (await server.call(path, { headers })).text();
    return text
      .split('\n\n')
      .filter((block) => block.includes('event:'))
      .map((block) => ({
        event: /event: (.*)/.exec(block)?.[1] ?? '',
        id: Number(/id: (.*)/.exec(block)?.[1]),
      }));
  }

  test('arrive in order, end with the terminal one, and resume after any of them', async () => {
    const id = await server.post(CLEAN);
    const all = await read(`/v1/jobs/${id}/events`);
    expect(all.map((one) => one.event)).toEqual(['queued', 'running', 'progress', 'terminal']);
    for (const { id: last } of all.slice(0, -1)) {
      const rest = await read(`/v1/jobs/${id}/events`, { 'Last-Event-ID': String(last) });
      expect(rest).toEqual(all.filter((one) => one.id > last));
    }
    expect((await server.call(`/v1/jobs/${id}/events`, { headers: { 'Last-Event-ID': '4' } })).status).toBe(204);
  });

  test('a reader that was cut off misses nothing that happened meanwhile', async () => {
    const id = await server.post(HOLD);
    const stream = await server.call(`/v1/jobs/${id}/events`);
    const reader = stream.body?.getReader();
    const first = new TextDecoder().decode((await reader?.read())?.value);
    expect(first).toContain('event: queued');
    await reader?.cancel();
    await server.call(`/v1/jobs/${id}`, { method: 'DELETE' });
    const rest = await read(`/v1/jobs/${id}/events`, { 'Last-Event-ID': '1' });
    expect(rest.map((one) => one.event)).toEqual(['running', 'terminal']);
  });
});

describe('a listener that stops reading', () => {
  /** Asks for a job's events on a bare socket, and never reads a byte of the answer. */
  async function stall(id: string): Promise<Socket> {
    const { hostname, port } = new URL(server.url);
    const socket = connect({ host: hostname, port: Number(port) });
    await once(socket, 'connect');
    socket.pause();
    socket.write(`GET /v1/jobs/${id}/events HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
    return socket;
  }

  test('keeps no event from another, no upload waiting, and no server from ending', async () => {
    const id = await server.post(HOLD);
    const stalled = await Promise.all(Array.from({ length: 50 }, () => stall(id)));
    const other = await server.call(`/v1/jobs/${id}/events`);
    expect(await server.job(await server.post(CLEAN, '?wait=60'))).toMatchObject({ status: 'done' });
    await server.call(`/v1/jobs/${id}`, { method: 'DELETE' });
    expect(await other.text()).toContain('event: terminal');
    const began = performance.now();
    await server.stop();
    // A drain of 200 ms and a second for answers under way: far below what a stalled reader could hold it for.
    expect(performance.now() - began).toBeLessThan(30_000);
    for (const socket of stalled) socket.destroy();
  });
});

describe('who may', () => {
  test('a tenant sees its own jobs only; scopes hold; a revoked key stops at once', async () => {
    const keys = await openKeyStore(server.directory);
    const a = await keys.create({ tenant: 'a' });
    const b = await keys.create({ tenant: 'b' });
    const reader = await keys.create({ tenant: 'a', scopes: ['read'] });
    const id = await server.post(CLEAN, '?wait=20', { key: a.secret });
    expect((await server.call(`/v1/jobs/${id}`, { key: a.secret })).status).toBe(200);
    for (const path of [`/v1/jobs/${id}`, `/v1/jobs/${id}/events`, `/v1/jobs/${id}/report`, `/jobs/${id}`])
      expect((await server.call(path, { key: b.secret })).status).toBe(404);
    expect((await body(await server.call('/v1/jobs', { key: b.secret }))).jobs).toEqual([]);
    expect((await server.call(`/v1/jobs/${id}`, { key: reader.secret })).status).toBe(200);
    expect((await server.call(`/v1/jobs/${id}`, { key: reader.secret, method: 'DELETE' })).status).toBe(403);
    const none = await server.call('/v1/jobs');
    expect(none.status).toBe(401);
    expect(none.headers.get('www-authenticate')).toContain('Bearer');
    expect((await server.call('/v1/jobs', { key: 'wrong' })).status).toBe(401);
    await keys.revoke(a.key.id);
    expect((await server.call('/v1/jobs', { key: a.secret })).status).toBe(401);
    await keys.close();
  });

  test('a browser comes with the key as the password', async () => {
    const keys = await openKeyStore(server.directory);
    const { secret } = await keys.create({ tenant: 'a' });
    await keys.close();
    const asked = await server.call('/');
    expect(asked.status).toBe(401);
    expect(asked.headers.get('www-authenticate')).toContain('Basic');
    const basic = { Authorization: `Basic ${Buffer.from(`me:${secret}`).toString('base64')}` };
    expect((await server.call('/', { headers: basic })).status).toBe(200);
  });

  test('requests over the rate are 429, with the fields that say so', async () => {
    const keys = await openKeyStore(server.directory);
    const { secret } = await keys.create({ tenant: 'a', ratePerMinute: 2 });
    const other = await keys.create({ tenant: 'b', ratePerMinute: 2 });
    await keys.close();
    const first = await server.call('/v1/jobs', { key: secret });
    expect(first.headers.get('ratelimit-policy')).toBe('"tenant";q=2;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"tenant";r=1;t=\d+$/);
    await server.call('/v1/jobs', { key: secret });
    const third = await server.call('/v1/jobs', { key: secret });
    expect(await body(third)).toMatchObject({ status: 429, code: 'rate-limited' });
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await server.call('/v1/jobs', { key: other.secret })).status).toBe(200);
  });

  test('a full queue is 429, writes nothing, and touches no other tenant', async () => {
    const keys = await openKeyStore(server.directory);
    const { secret } = await keys.create({ tenant: 'a', maxQueued: 1, maxRunning: 1 });
    const other = await keys.create({ tenant: 'b' });
    await keys.close();
    await server.post(HOLD, '', { key: secret });
    while (server.runner.started.length < 1) await new Promise(setImmediate);
    await server.post(HOLD, '?name=2.html', { key: secret });
    const full = await server.call('/v1/verdicts', {
      key: secret,
      method: 'POST',
      body: CLEAN,
      headers: { 'Content-Type': 'text/html' },
    });
    expect(await body(full)).toMatchObject({ status: 429, code: 'queue-full' });
    expect(full.headers.get('retry-after')).not.toBeNull();
    expect((await body(await server.call('/v1/jobs', { key: secret }))).jobs).toHaveLength(2);
    await server.post(CLEAN, '', { key: other.secret });
  });

  test('another name, another site: refused; no CORS', async () => {
    expect((await raw('/v1/jobs', { Host: 'evil.example' })).status).toBe(421);
    expect((await raw('/v1/jobs', { Host: '127.0.0.1.evil.example' })).status).toBe(421);
    expect((await raw('/v1/jobs', { Host: 'localhost:1' })).status).toBe(200);
    expect((await raw('/v1/jobs', { Host: '[::1]:8765' })).status).toBe(200);
    for (const Origin of ['https://evil.example', 'null', 'http://127.0.0.1:1'])
      expect((await raw('/v1/verdicts', { Origin }, 'POST')).status).toBe(403);
    expect((await raw('/v1/jobs', { Origin: server.url })).status).toBe(200);
    const answer = await server.call('/v1/jobs', { headers: {} });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('beyond loopback a server without a key does not start', async () => {
    for (const host of ['0.0.0.0', '::']) await expect(testServer({ host })).rejects.toThrow(/no key/);
  });
});

describe('an address', () => {
  test('in use is a mistake of the caller, and nothing stays open behind it', async () => {
    const taken = Number(new URL(server.url).port);
    const directory = await mkdtemp(join(tmpdir(), 'savecheck-taken-'));
    await expect(testServer({ port: taken, dataDirectory: directory })).rejects.toMatchObject({ name: 'UsageError' });
    await (await testServer({ dataDirectory: directory })).remove();
  });
});

describe('isolation', () => {
  test('below the floor: the server stands, takes no work, and says why', async () => {
    const refusing = await testServer({ allowBelowFloor: false });
    expect(await body(await refusing.call('/readyz'))).toMatchObject({
      ready: false,
      reason: expect.stringContaining('no wall'),
    });
    const answer = await refusing.call('/v1/verdicts', {
      method: 'POST',
      body: CLEAN,
      headers: { 'Content-Type': 'text/html' },
    });
    expect(await body(answer)).toMatchObject({
      status: 503,
      code: 'isolation-missing',
      detail: expect.stringContaining('no wall'),
    });
    expect((await refusing.call('/healthz')).status).toBe(200);
    expect((await refusing.call('/v1/hosts')).status).toBe(200);
    await refusing.remove();
  });
});

describe('when there is no room or no time', () => {
  test('a disk that is nearly full is 507', async () => {
    const full = await testServer({ diskFreeBytes: Number.MAX_SAFE_INTEGER });
    const answer = await full.call('/v1/verdicts', {
      method: 'POST',
      body: CLEAN,
      headers: { 'Content-Type': 'text/html' },
    });
    expect(await body(answer)).toMatchObject({ status: 507, code: 'disk-low' });
    await full.remove();
  });

  test('a server that ends refuses new work, is not ready, and tells its listeners how their job stands', async () => {
    const ending = await testServer({ drainMs: 600_000 });
    const id = await ending.post(HOLD);
    while (ending.runner.started.length === 0) await new Promise(setImmediate);
    const events = ending.call(`/v1/jobs/${id}/events`).then((answer) => answer.text());
    const waiter = ending.call('/v1/verdicts?wait=60', {
      method: 'POST',
      body: HOLD,
      headers: { 'Content-Type': 'text/html' },
    });
    while (((await body(await ending.call('/v1/jobs'))) as { jobs: unknown[] }).jobs.length < 2)
      await new Promise(setImmediate);
    const stopped = ending.stop();
    const refused = await ending.call('/v1/verdicts', {
      method: 'POST',
      body: CLEAN,
      headers: { 'Content-Type': 'text/html' },
    });
    expect(await body(refused)).toMatchObject({ status: 503, code: 'draining' });
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect(await body(await ending.call('/readyz'))).toEqual({ ready: false, reason: 'draining' });
    const letting = setInterval(() => ending.runner.letGo(), 5);
    await stopped;
    clearInterval(letting);
    expect(await events).toContain('event: terminal');
    expect([200, 202]).toContain((await waiter).status);
    await ending.remove();
  });
});

describe('documents', () => {
  test('the OpenAPI document names every route of the API, and is 3.1', async () => {
    const api = await body(await server.call('/openapi.json'));
    expect(api.openapi).toBe('3.1.0');
    const routes = Object.entries(api.paths as Record<string, object>).flatMap(([path, of]) =>
      Object.keys(of).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(routes.sort()).toEqual([
      'DELETE /v1/jobs/{id}',
      'DELETE /v1/webhooks/{id}',
      'GET /healthz',
      'GET /metrics',
      'GET /readyz',
      'GET /v1/hosts',
      'GET /v1/jobs',
      'GET /v1/jobs/{id}',
      'GET /v1/jobs/{id}/events',
      'GET /v1/jobs/{id}/report',
      'GET /v1/webhooks',
      'GET /v1/webhooks/{id}',
      'GET /v1/webhooks/{id}/deliveries',
      'POST /v1/verdicts',
      'POST /v1/webhooks',
    ]);
  });

  test('the OpenAPI document holds together: references, identifiers, defaults', async () => {
    const text = await (await server.call('/openapi.json')).text();
    const { paths, components } = JSON.parse(text) as { paths: Record<string, Body>; components: { schemas: Body } };
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
      expect(components.schemas).toHaveProperty(name);
    const operations = Object.values(paths).flatMap((of) => Object.values(of)) as Body[];
    expect(new Set(operations.map((one) => one.operationId)).size).toBe(operations.length);
    const ajv = new Ajv({ strict: false });
    const parameters = operations.flatMap((one) => (one.parameters ?? []) as { name: string; schema: Body }[]);
    const withDefault = parameters.filter(({ schema }) => schema.default !== undefined);
    expect(withDefault.length).toBeGreaterThan(5);
    for (const { name, schema } of withDefault) expect(ajv.validate(schema, schema.default), name).toBe(true);
  });

  test('metrics count what happened', async () => {
    await server.ended(await server.post(CLEAN));
    const text = await (await server.call('/metrics')).text();
    expect(text).toMatch(/savecheck_jobs\{status="queued"\} 0/);
    expect(text).toMatch(/savecheck_job_ends_total\{status="done",reason=""\} 1/);
    expect(text).toMatch(/savecheck_task_seconds_count\{kind="scan"\} 1/);
    expect(text).toMatch(/savecheck_http_requests_total\{route="\/v1\/verdicts",status="202"\} 1/);
  });
});
