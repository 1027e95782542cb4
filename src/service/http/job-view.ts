/**
 * A job as the API shows it. In: the store's job. Out: plain JSON with times as ISO 8601, and links to what belongs to it.
 */
import { z } from '@hono/zod-openapi';
import { LABELS } from '../../model.ts';
import type { Job, JobAttempt } from '../contract.ts';

export const labelSchema = z.enum(LABELS).openapi('Label');
export const statusSchema = z.enum(['queued', 'running', 'done', 'error', 'cancelled', 'expired']).openapi('JobStatus');

/** The report has a schema of its own, published with the tool. */
export const reportSchema = z
  .looseObject({ schemaVersion: z.literal(1), tool: z.literal('savecheck') })
  .openapi('Report', { description: 'See docs/report.schema.json' });

const time = z.iso.datetime();

export const jobSchema = z
  .object({
    id: z.uuid(),
    name: z.string().openapi({ description: 'What the upload was called. Comes from outside.' }),
    sha256: z.string().openapi({ description: 'Of the uploaded files, packed' }),
    status: statusSchema,
    label: labelSchema.nullable().openapi({ description: 'The worst label of the report; null unless `done`' }),
    reason: z.enum(['infra', 'timeout', 'interrupted', 'poison', 'usage']).nullable(),
    detail: z.string().nullable(),
    required: z.boolean(),
    obligation: z.enum(['met', 'unmet']).nullable(),
    priority: z.int(),
    attemptCount: z.int().openapi({ description: 'Deliveries that count' }),
    cachedFrom: z.uuid().nullable().openapi({ description: 'The job whose verdict answered this one' }),
    options: z.object({
      hosts: z.array(z.string()),
      drive: z.boolean(),
      failOn: z.array(labelSchema),
      timeoutSeconds: z.number().optional(),
    }),
    created: time,
    started: time.nullable(),
    finished: time.nullable(),
    expires: time,
    links: z.object({ self: z.string(), events: z.string(), report: z.string(), page: z.string() }),
  })
  .openapi('Job');

export const attemptSchema = z.object({
  n: z.int(),
  started: time,
  ended: time.nullable(),
  outcome: z.string().nullable(),
  detail: z.string().nullable(),
});

export const jobDetailSchema = jobSchema
  .extend({ attempts: z.array(attemptSchema), report: reportSchema.nullable() })
  .openapi('JobDetail');

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

export function jobView(job: Job): z.input<typeof jobSchema> {
  return {
    id: job.id,
    name: job.name,
    sha256: job.artifactSha256,
    status: job.status,
    label: job.label,
    reason: job.reason,
    detail: job.detail,
    required: job.required,
    obligation: job.obligation,
    priority: job.priority,
    attemptCount: job.attempts,
    cachedFrom: job.cachedFrom,
    options: { ...job.options, hosts: [...job.options.hosts], failOn: [...job.options.failOn] },
    created: iso(job.created),
    started: isoOrNull(job.started),
    finished: isoOrNull(job.finished),
    expires: iso(job.expires),
    links: {
      self: `/v1/jobs/${job.id}`,
      events: `/v1/jobs/${job.id}/events`,
      report: `/v1/jobs/${job.id}/report`,
      page: `/jobs/${job.id}`,
    },
  };
}

export function attemptView(attempt: JobAttempt): z.input<typeof attemptSchema> {
  return { ...attempt, started: iso(attempt.started), ended: isoOrNull(attempt.ended) };
}

export function isTerminal(job: Job): boolean {
  return job.status !== 'queued' && job.status !== 'running';
}
