/**
 * Who makes a request, whether they may, and how often. In: a bearer key, or the same key as the password of Basic
 * credentials, which is how a person's browser asks. Without keys, and on loopback only, everyone is `local`.
 */
import type { MiddlewareHandler } from 'hono';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Caller, Scope } from '../keys.ts';
import { LOCAL_CALLER } from '../keys.ts';
import { Problem } from './problem.ts';
import type { AppContext, AppEnv, Service } from './service.ts';

function secretOf(authorization: string | undefined): string | null {
  const [, scheme = '', credentials = ''] = /^(\S+) +(\S+)$/.exec(authorization ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return credentials;
  if (scheme.toLowerCase() !== 'basic') return null;
  const pair = Buffer.from(credentials, 'base64').toString();
  return pair.slice(pair.indexOf(':') + 1);
}

/** Sets `caller`. `challenge` is what a browser or a program is told to come back with. */
export function authenticated(
  { keys, keyRequired }: Service,
  challenge: 'Basic' | 'Bearer',
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const secret = secretOf(c.req.header('authorization'));
    const known = secret === null ? null : await keys.find(secret);
    const open = secret === null && !keyRequired && !(await keys.inUse());
    const caller: Caller | null = open ? LOCAL_CALLER : known;
    if (!caller) {
      const detail = secret === null ? 'The request has no key' : 'The key is unknown or revoked';
      throw new Problem('no-key', detail, { 'WWW-Authenticate': `${challenge} realm="savecheck"` });
    }
    c.set('caller', caller);
    await next();
  };
}

export function mustHave(c: AppContext, scope: Scope): void {
  if (!c.get('caller').scopes.includes(scope)) throw new Problem('scope-missing', `The key lacks the scope ${scope}`);
}

/**
 * At most `ratePerMinute` requests of one tenant in each minute. Fields as in the IETF draft "RateLimit header fields for
 * HTTP" (draft-ietf-httpapi-ratelimit-headers), sections 3 and 4.
 */
export function rateLimited(): MiddlewareHandler<AppEnv> {
  const limiters = new Map<number, RateLimiterMemory>();
  const limiterOf = (points: number) => {
    const known = limiters.get(points) ?? new RateLimiterMemory({ points, duration: 60 });
    limiters.set(points, known);
    return known;
  };
  return async (c, next) => {
    const { tenant, ratePerMinute } = c.get('caller');
    const answer = await limiterOf(ratePerMinute)
      .consume(tenant)
      .catch((refused: unknown) => {
        if (refused instanceof RateLimiterRes) return refused;
        throw refused;
      });
    const seconds = Math.ceil(answer.msBeforeNext / 1000);
    const fields = {
      'RateLimit-Policy': `"tenant";q=${ratePerMinute};w=60`,
      RateLimit: `"tenant";r=${Math.max(0, answer.remainingPoints)};t=${seconds}`,
    };
    if (answer.consumedPoints > ratePerMinute)
      throw new Problem('rate-limited', `At most ${ratePerMinute} requests in a minute`, {
        ...fields,
        'Retry-After': String(Math.max(1, seconds)),
      });
    await next();
    for (const [name, value] of Object.entries(fields)) c.header(name, value);
  };
}
