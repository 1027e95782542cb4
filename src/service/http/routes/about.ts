/**
 * What the server is and how it feels: host profiles, liveness, readiness, metrics. Liveness and readiness need no key and
 * name no path.
 */
import { z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { hosts } from '../../../registry.ts';
import { mustHave } from '../callers.ts';
import { addRoute, json } from '../route.ts';
import type { App, AppEnv, Service } from '../service.ts';

const hostSchema = z
  .looseObject({
    name: z.string(),
    title: z.string(),
    facts: z.array(z.looseObject({ about: z.string(), source: z.string() })),
  })
  .openapi('Host');

const healthSchema = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  tier: z.string().nullable(),
  degraded: z.string().nullable(),
  tiers: z.array(z.object({ tier: z.string(), proven: z.boolean(), detail: z.string() })),
  sandbox: z
    .object({
      tier: z.string(),
      proven: z.number(),
      missing: z.array(z.string()),
      testedAt: z.string().nullable(),
      node: z.string(),
      flagsSha256: z.string().nullable(),
    })
    .nullable()
    .openapi({ description: 'What the tier in use proved; the same is in each report' }),
  nextProofAt: z.string().openapi({ description: 'When the tiers are proven next: soon after one could not be tried' }),
  node: z.string(),
});

export function aboutRoutes(app: App, service: Service, mayReadMetrics: MiddlewareHandler<AppEnv>): void {
  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/hosts',
      tag: 'About',
      summary: 'The hosts an artifact can be judged for, and where each fact about them is from',
      answers: { 200: json(z.object({ hosts: z.array(hostSchema) }), 'Every profile') },
    },
    (c) => {
      mustHave(c, 'read');
      return c.json({ hosts: Object.values(hosts) });
    },
  );
  addRoute(
    app,
    {
      method: 'get',
      path: '/healthz',
      tag: 'About',
      summary: 'Alive, and which isolation tier uploads run behind',
      answers: { 200: json(healthSchema, 'Alive; `degraded` says why uploads are refused or taken below the floor') },
    },
    (c) => {
      const { tier, degraded, tiers, sandbox, nextProofAt } = service.isolation;
      const status = degraded === null ? 'ok' : 'degraded';
      const standing = { tier, degraded, tiers, sandbox, nextProofAt: nextProofAt.toISOString() };
      return c.json({ status, version: service.version, ...standing, node: process.version });
    },
  );
  const readySchema = z.object({ ready: z.boolean(), reason: z.string().nullable() });
  addRoute(
    app,
    {
      method: 'get',
      path: '/readyz',
      tag: 'About',
      summary: 'Whether the server takes work',
      answers: { 200: json(readySchema, 'It does'), 503: json(readySchema, 'It does not, and why') },
    },
    (c) => {
      const { tier, degraded } = service.isolation;
      const reason = service.draining() ? 'draining' : tier === null ? degraded : null;
      return c.json({ ready: reason === null, reason }, reason === null ? 200 : 503);
    },
  );
  app.use('/metrics', mayReadMetrics);
  addRoute(
    app,
    {
      method: 'get',
      path: '/metrics',
      tag: 'About',
      summary: 'Prometheus metrics; needs a key wherever the API does',
      answers: { 200: { description: 'Text exposition format', content: { 'text/plain': { schema: z.string() } } } },
    },
    async (c) => {
      const { registry } = service.metrics;
      return c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
    },
  );
}
