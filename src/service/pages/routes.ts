/**
 * The pages' routes. In: requests of browsers, with the key as the password of Basic credentials where keys are in use.
 * Forms post to them; every change answers with a redirect, so that loading a page again repeats nothing.
 */
import { z } from '@hono/zod-openapi';
import type { Report } from '../../model.ts';
import { LABELS } from '../../model.ts';
import { DEFAULT_HOSTS, formats } from '../../registry.ts';
import { authenticated, mustHave, rateLimited } from '../http/callers.ts';
import { openApiDocument } from '../http/openapi.ts';
import { firstOf } from '../http/page.ts';
import { Problem } from '../http/problem.ts';
import { renderReport, reportPolicy, withETag } from '../http/report-answer.ts';
import { read } from '../http/route.ts';
import { jobOfPath } from '../http/routes/jobs.ts';
import type { App, AppContext, Service } from '../http/service.ts';
import { mayTakeWork, submit } from '../http/submit.ts';
import { readBody, uploadOf } from '../http/upload.ts';
import { apiPage } from './api-page.ts';
import { ICON, LIVE_SCRIPT, STYLE } from './assets.ts';
import { jobListPage } from './job-list.ts';
import { jobPage } from './job-page.ts';

const PAGE_SIZE = 25;
/** What the form's own fields and boundaries may add to an upload. */
const FORM_BYTES = 64 * 1024;

const listQuery = z.object({
  label: z
    .union([z.enum(LABELS), z.literal('')])
    .optional()
    .transform((word) => word || undefined),
  cursor: z.uuid().optional(),
});

function assets(app: App): void {
  const serve = (path: string, type: string, text: string) =>
    app.get(path, (c) => c.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=300' }));
  serve('/style.css', 'text/css; charset=utf-8', STYLE);
  serve('/live.js', 'text/javascript; charset=utf-8', LIVE_SCRIPT);
  serve('/icon.svg', 'image/svg+xml', ICON);
}

async function showList(c: AppContext, service: Service): Promise<Response> {
  mustHave(c, 'read');
  const { label, cursor } = read(listQuery, c.req.query(), 'query');
  const { tenant } = c.get('caller');
  const jobs = await service.store.list({ tenant, limit: PAGE_SIZE + 1, label, after: cursor });
  const { page, next } = firstOf(jobs, PAGE_SIZE);
  return c.html(jobListPage({ jobs: page, label, next, isolation: service.isolation }));
}

async function takeForm(c: AppContext, service: Service): Promise<Response> {
  mustHave(c, 'verify');
  await mayTakeWork(service);
  const bytes = await readBody(c, service.uploadBytes + FORM_BYTES);
  const type = c.req.header('content-type') ?? '';
  const form = await new Response(Buffer.from(bytes), { headers: { 'Content-Type': type } })
    .formData()
    .catch(() => null);
  const file = form?.get('file');
  if (!(file instanceof File) || file.size === 0) throw new Problem('bad-request', 'The form names no file');
  const upload = await uploadOf(Buffer.from(await file.arrayBuffer()), file.type, file.name);
  const job = await submit(c, service, upload, {
    options: { hosts: [...DEFAULT_HOSTS], drive: true, failOn: ['lost'] },
    required: form?.get('required') === 'true',
    priority: 0,
    useCache: true,
  });
  return c.redirect(`/jobs/${job.id}`, 303);
}

function jobRoutes(app: App, service: Service): void {
  app.get('/jobs/:id', async (c) => {
    const job = await jobOfPath(c, service);
    const report = await service.store.report(job.id);
    return c.html(
      jobPage({
        job,
        attempts: await service.store.attempts(job.id),
        report: report === null ? null : (JSON.parse(report) as Report),
        formats: Object.keys(formats),
      }),
    );
  });
  app.post('/jobs/:id/cancel', async (c) => {
    mustHave(c, 'verify');
    const job = await jobOfPath(c, service);
    await service.dispatcher.cancel(job.tenant, job.id);
    return c.redirect(`/jobs/${job.id}`, 303);
  });
  app.get('/jobs/:id/report', async (c) => {
    const { text, mediaType } = await renderReport(service, await jobOfPath(c, service), 'html');
    c.header('Content-Security-Policy', reportPolicy(text));
    return withETag(c, text, mediaType);
  });
}

export function pageRoutes(app: App, service: Service): void {
  assets(app);
  const person = [authenticated(service, 'Basic'), rateLimited()] as const;
  app.use('/', ...person);
  app.use('/jobs/*', ...person);
  app.get('/', (c) => showList(c, service));
  app.post('/', (c) => takeForm(c, service));
  jobRoutes(app, service);
  app.get('/docs', (c) => c.html(apiPage(openApiDocument(app, service.version))));
}
