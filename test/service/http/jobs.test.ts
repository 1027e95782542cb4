import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tarOf } from '../../support/archives.ts';
import type { Body, TestServer } from '../support/client.ts';
import { body, testServer } from '../support/client.ts';
import { CLEAN, HOLD, LOST } from '../support/scripted-runner.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.remove());

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
    const archive = await tarOf([
      [{ name: 'a.html' }, '<!-- crash -->'],
      [{ name: 'b.html' }, LOST],
      [{ name: 'c.html' }, CLEAN],
    ]);
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
