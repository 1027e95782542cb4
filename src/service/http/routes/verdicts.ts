/**
 * `POST /v1/verdicts`: one artifact or everything a run left behind, in; a job, or its report when it is done in time, out.
 */
import { z } from '@hono/zod-openapi';
import { WAIT_SECONDS, WAITERS } from '../../../limits.ts';
import { LABELS } from '../../../model.ts';
import { DEFAULT_HOSTS, hosts } from '../../../registry.ts';
import type { Job } from '../../contract.ts';
import { mustHave } from '../callers.ts';
import { jobSchema, jobView, reportSchema } from '../job-view.ts';
import { addRoute, json, read } from '../route.ts';
import type { App, AppContext, Service } from '../service.ts';
import { mayTakeWork, submit, waitFor } from '../submit.ts';
import { filesSchema, readBody, uploadOf } from '../upload.ts';

/** One word, several with commas between them, or the parameter given again. */
const words = <Word extends string>(all: readonly [Word, ...Word[]]) =>
  z.preprocess(
    (given) => [given].flat().flatMap((part) => (typeof part === 'string' ? part.split(',') : [part])),
    z.array(z.enum(all)).min(1),
  );
const flag = (byDefault: boolean, description: string) =>
  z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .default(byDefault)
    .openapi({ type: 'boolean', enum: [true, false], default: byDefault, description });
const known = Object.keys(hosts) as [string, ...string[]];

const querySchema = z.object({
  name: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .openapi({ description: 'The file name of the upload; its extension says what it is' }),
  host: words([...known, 'all'])
    .default([...DEFAULT_HOSTS])
    .openapi({
      description: `Where the artifact will be opened: ${known.join(', ')} or all; comma-separated or given again`,
    }),
  drive: flag(true, '`false`: judge from the source alone'),
  failOn: words(LABELS)
    .default(['lost'])
    .openapi({ description: `Labels that leave an obligation unmet: ${LABELS.join(', ')}` }),
  timeout: z.coerce.number().positive().max(60).optional().openapi({ description: 'Seconds one drive may take' }),
  wait: z.coerce
    .number()
    .min(0)
    .max(WAIT_SECONDS)
    .default(0)
    .openapi({ type: 'number', default: 0, description: 'Seconds to wait for the report' }),
  required: flag(false, 'Record an obligation that a good verdict for these bytes has to meet'),
  priority: z.coerce
    .number()
    .int()
    .min(0)
    .max(9)
    .default(0)
    .openapi({ type: 'integer', default: 0, description: 'Larger goes first, among your own jobs' }),
});

const headersSchema = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .openapi({ description: 'The same key and the same request give the same job' }),
  'cache-control': z
    .string()
    .optional()
    .openapi({ description: '`no-cache`: verify again though a verdict for these bytes is known' }),
  traceparent: z.string().optional(),
});

const binary = { schema: { type: 'string', format: 'binary' } } as const;

async function answerWith(c: AppContext, service: Service, job: Job): Promise<Response> {
  const report = job.status === 'done' ? await service.store.report(job.id) : null;
  c.header('Location', `/v1/jobs/${job.id}`);
  if (report !== null) return c.body(report, 200, { 'Content-Type': 'application/json' });
  return c.json(jobView(job), 202, { 'Retry-After': '1' });
}

export function verdictRoutes(app: App, service: Service): void {
  addRoute(
    app,
    {
      method: 'post',
      path: '/v1/verdicts',
      tag: 'Verdicts',
      summary: 'Verify an artifact, a source, or an archive of what a run left behind',
      query: querySchema,
      headers: headersSchema,
      body: {
        required: true,
        content: {
          'text/html': { schema: { type: 'string' } },
          'text/plain': { schema: { type: 'string' } },
          'application/zip': binary,
          'application/x-tar': binary,
          'application/gzip': binary,
          'application/json': { schema: filesSchema },
        },
      },
      answers: {
        200: json(reportSchema, 'The report: the job was done in time'),
        202: json(jobSchema, 'The job, durable; ask again at `Location`'),
      },
      problems: [
        'idempotency-conflict',
        'too-large',
        'media-type',
        'archive-refused',
        'nothing-to-verify',
        'queue-full',
        'draining',
        'isolation-missing',
        'disk-low',
      ],
    },
    async (c, query) => {
      mustHave(c, 'verify');
      await mayTakeWork(service);
      const headers = read(headersSchema, c.req.header(), 'header');
      const mediaType = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      const bytes = await readBody(c, service.uploadBytes);
      const job = await submit(c, service, await uploadOf(bytes, mediaType, query.name), {
        options: {
          hosts: query.host.includes('all') ? known : [...new Set(query.host)],
          drive: query.drive,
          failOn: query.failOn,
          timeoutSeconds: query.timeout,
        },
        required: query.required,
        priority: query.priority,
        useCache: !/\bno-(?:cache|store)\b/.test(headers['cache-control'] ?? ''),
        idempotencyKey: headers['idempotency-key'],
      });
      const seconds = service.watch.size < WAITERS ? query.wait : 0;
      return answerWith(c, service, await waitFor(service, job, seconds, c.req.raw.signal));
    },
  );
}
