/**
 * The HTTP application. In: a service. Out: a hono app that answers every route of the API and the pages for people.
 * An error that is no Problem is a bug: it is logged whole and answered without a word about its inside.
 */
import { OpenAPIHono } from '@hono/zod-openapi';
import { problemPage } from '../pages/problem-page.ts';
import { pageRoutes } from '../pages/routes.ts';
import { authenticated, rateLimited } from './callers.ts';
import { browserHeaders, knownHost, observed, ownOrigin } from './guards.ts';
import { openApiDocument } from './openapi.ts';
import { Problem, problemBody } from './problem.ts';
import { aboutRoutes } from './routes/about.ts';
import { jobRoutes } from './routes/jobs.ts';
import { verdictRoutes } from './routes/verdicts.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import type { App, AppContext, AppEnv, Service } from './service.ts';

function answerProblem(c: AppContext, problem: Problem): Response | Promise<Response> {
  for (const [name, value] of Object.entries(problem.headers)) c.header(name, value);
  const forPerson = !c.req.path.startsWith('/v1/') && (c.req.header('accept') ?? '').includes('text/html');
  if (forPerson) return c.html(problemPage(problem, c.get('traceId')), problem.status as 400);
  return c.body(JSON.stringify(problemBody(problem, c.get('traceId'))), problem.status as 400, {
    'Content-Type': 'application/problem+json',
  });
}

/** A method that another route of the same path has is answered 405 with `Allow`. */
function methodsOf(app: App, path: string): readonly string[] {
  const methods = app.routes
    .filter((route) => route.method !== 'ALL' && new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path))
    .map((route) => route.method);
  return [...new Set(methods)];
}

export function createApp(service: Service): App {
  const app = new OpenAPIHono<AppEnv>();
  app.use(observed(service), browserHeaders, knownHost(service), ownOrigin);
  app.use('/v1/*', authenticated(service, 'Bearer'), rateLimited());
  app.openAPIRegistry.registerComponent('securitySchemes', 'key', { type: 'http', scheme: 'bearer' });
  verdictRoutes(app, service);
  jobRoutes(app, service);
  webhookRoutes(app, service);
  aboutRoutes(app, service, authenticated(service, 'Bearer'));
  app.get('/openapi.json', (c) => c.json(openApiDocument(app, service.version)));
  pageRoutes(app, service);
  app.notFound((c) => {
    const allowed = methodsOf(app, c.req.path);
    return answerProblem(
      c,
      allowed.length === 0
        ? new Problem('not-found', 'There is no such path')
        : new Problem('method-not-allowed', `Offered: ${allowed.join(', ')}`, { Allow: allowed.join(', ') }),
    );
  });
  app.onError((error, c) => {
    if (error instanceof Problem) return answerProblem(c, error);
    service.log.error({ err: error, requestId: c.get('requestId'), traceId: c.get('traceId') }, 'a request failed');
    return answerProblem(c, new Problem('internal', 'The log of the server has the cause'));
  });
  return app;
}
