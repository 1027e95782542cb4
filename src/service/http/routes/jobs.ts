/**
 * `/v1/jobs`: what became of an upload. A job is visible to its own tenant only; another's is not found.
 */
import { z } from '@hono/zod-openapi';
import { formats } from '../../../registry.ts';
import type { Job } from '../../contract.ts';
import { mustHave } from '../callers.ts';
import { eventStream } from '../event-stream.ts';
import { attemptView, jobDetailSchema, jobSchema, jobView, labelSchema, statusSchema } from '../job-view.ts';
import { firstOf } from '../page.ts';
import { Problem } from '../problem.ts';
import { renderReport, reportPolicy, withETag } from '../report-answer.ts';
import { addRoute, json, read } from '../route.ts';
import type { App, AppContext, Service } from '../service.ts';

const TAG = 'Jobs';

/** The job named in the path, of the caller's tenant. */
export async function jobOfPath(c: AppContext, service: Service): Promise<Job> {
  mustHave(c, 'read');
  const job = await service.store.get(c.get('caller').tenant, c.req.param('id') ?? '');
  if (!job) throw new Problem('not-found', 'There is no such job');
  c.set('job', job.id);
  return job;
}

function listRoute(app: App, service: Service): void {
  const query = z.object({
    label: labelSchema.optional(),
    status: statusSchema.optional(),
    cursor: z.uuid().optional().openapi({ description: 'The `next` of the page before' }),
    limit: z.coerce.number().int().min(1).max(100).default(20).openapi({ type: 'integer', default: 20 }),
  });
  const answers = { 200: json(z.object({ jobs: z.array(jobSchema), next: z.uuid().nullable() }), 'Newest first') };
  addRoute(
    app,
    { method: 'get', path: '/v1/jobs', tag: TAG, summary: 'Your own jobs', query, answers },
    async (c, { cursor, ...rest }) => {
      mustHave(c, 'read');
      const { tenant } = c.get('caller');
      const jobs = await service.store.list({ tenant, ...rest, limit: rest.limit + 1, after: cursor });
      const { page, next } = firstOf(jobs, rest.limit);
      if (next !== null) c.header('Link', `<${nextPage(c, next)}>; rel="next"`);
      return c.json({ jobs: page.map(jobView), next });
    },
  );
}

function nextPage(c: AppContext, cursor: string): string {
  const url = new URL(c.req.url);
  url.searchParams.set('cursor', cursor);
  return `${url.pathname}${url.search}`;
}

function oneJobRoutes(app: App, service: Service): void {
  const path = '/v1/jobs/{id}';
  addRoute(
    app,
    {
      method: 'get',
      path,
      tag: TAG,
      summary: 'How a job stands, its attempts, and its report',
      answers: { 200: json(jobDetailSchema, 'The job') },
      problems: ['not-found'],
    },
    async (c) => {
      const job = await jobOfPath(c, service);
      const report = await service.store.report(job.id);
      return c.json({
        ...jobView(job),
        attempts: (await service.store.attempts(job.id)).map(attemptView),
        report: report === null ? null : (JSON.parse(report) as unknown),
      });
    },
  );
  addRoute(
    app,
    {
      method: 'delete',
      path,
      tag: TAG,
      summary: 'Cancel a job that has not ended',
      answers: { 200: json(jobSchema, 'The job, cancelled or as it had ended before') },
      problems: ['not-found'],
    },
    async (c) => {
      mustHave(c, 'verify');
      const job = await jobOfPath(c, service);
      await service.dispatcher.cancel(job.tenant, job.id);
      return c.json(jobView(await jobOfPath(c, service)));
    },
  );
}

export function jobRoutes(app: App, service: Service): void {
  listRoute(app, service);
  oneJobRoutes(app, service);
  const lastEventId = z.coerce.number().int().min(0);
  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/jobs/{id}/events',
      tag: TAG,
      summary: 'The events of a job as they happen: queued, running, progress, and one terminal',
      query: z.object({ lastEventId: lastEventId.default(0).openapi({ type: 'integer', default: 0 }) }),
      headers: z.object({ 'last-event-id': lastEventId.optional() }),
      answers: {
        200: { description: 'Server-Sent Events', content: { 'text/event-stream': { schema: z.string() } } },
        204: { description: 'The job has ended and nothing comes after the event named' },
      },
      problems: ['not-found'],
    },
    async (c, query) => {
      const header = c.req.header('last-event-id');
      const after = header === undefined ? query.lastEventId : read(lastEventId, header, 'header.last-event-id');
      return eventStream(c, service, await jobOfPath(c, service), after);
    },
  );
  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/jobs/{id}/report',
      tag: TAG,
      summary: 'The report of a finished job, in any format',
      query: z.object({
        format: z
          .string()
          .default('json')
          .openapi({ description: Object.keys(formats).join(', ') }),
      }),
      answers: {
        200: json(z.looseObject({}), 'The report'),
        304: { description: 'The report is the one named in If-None-Match' },
      },
      problems: ['not-found', 'not-finished'],
    },
    async (c, { format }) => {
      const { text, mediaType } = await renderReport(service, await jobOfPath(c, service), format);
      if (mediaType.startsWith('text/html')) c.header('Content-Security-Policy', reportPolicy(text));
      return withETag(c, text, mediaType);
    },
  );
}
