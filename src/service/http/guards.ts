/**
 * What every request passes before a route sees it: an id and a trace, a log line and a count at the end, headers for
 * browsers, the name the server was called by, and the site the request came from.
 */
import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { isLoopbackHost } from '../../endpoint.ts';
import { continueTrace } from '../trace-context.ts';
import { Problem } from './problem.ts';
import type { AppEnv, Service } from './service.ts';

/** Ids, log and metrics. The log has no query and no body: both may quote an artifact. */
export function observed({ log, metrics }: Service): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const began = performance.now();
    const trace = continueTrace(c.req.header('traceparent'));
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.set('traceId', trace.traceId);
    c.set('traceparent', trace.traceparent);
    await next();
    c.header('X-Request-Id', requestId);
    const route = routePath(c, -1);
    metrics.requests.inc({ route, status: c.res.status });
    log.info(
      {
        requestId,
        traceId: trace.traceId,
        method: c.req.method,
        route,
        status: c.res.status,
        ms: Math.round(performance.now() - began),
        tenant: c.get('caller')?.tenant,
        job: c.get('job'),
      },
      'request',
    );
  };
}

/** Only our own style and script; nothing from elsewhere, nothing inline. Pages that need less say so themselves. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export const browserHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const { headers } = c.res;
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', PAGE_POLICY);
  headers.set('X-Content-Type-Options', 'nosniff');
  // `no-referrer` would make our own forms send `Origin: null`.
  headers.set('Referrer-Policy', 'same-origin');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
};

function hostOf(authority: string): string | null {
  return URL.parse(`http://${authority}`)?.hostname ?? null;
}

/** A name that someone else's DNS can point here is refused (DNS rebinding); an address cannot be pointed anywhere. */
export function knownHost({ hostNames }: Service): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const host = hostOf(c.req.header('host') ?? '');
    const known =
      host !== null && (isLoopbackHost(host) || isIP(host.replace(/^\[|\]$/g, '')) !== 0 || hostNames.has(host));
    if (!known) throw new Problem('host-refused', 'Start the server with --allow-host NAME to let it answer to a name');
    await next();
  };
}

/** A browser names the site behind a request in `Origin`; only our own pages may send one. */
export const ownOrigin: MiddlewareHandler<AppEnv> = async (c, next) => {
  const origin = c.req.header('origin');
  if (origin !== undefined && URL.parse(origin)?.host !== c.req.header('host')?.toLowerCase())
    throw new Problem('origin-refused', 'The Origin of the request is not this server');
  await next();
};
