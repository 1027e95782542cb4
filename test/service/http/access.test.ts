import { mkdtemp } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openKeyStore } from '../../../src/service/keys.ts';
import type { TestServer } from '../support/client.ts';
import { body, testServer } from '../support/client.ts';
import { CLEAN, HOLD } from '../support/scripted-runner.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.remove());

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
