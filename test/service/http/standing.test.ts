import { Ajv } from 'ajv';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Body, TestServer } from '../support/client.ts';
import { body, testServer } from '../support/client.ts';
import { CLEAN, HOLD } from '../support/scripted-runner.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.remove());

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
