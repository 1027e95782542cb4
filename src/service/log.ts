/**
 * The log: one JSON object a line, on standard error. It holds ids, codes and counts; nothing an artifact said.
 */
import type { DestinationStream, Logger } from 'pino';
import { destination, pino, stdSerializers } from 'pino';
import type { AttemptEnd } from './attempt.ts';
import type { DispatchObserver } from './dispatcher.ts';
import type { Metrics } from './metrics.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** Written at once: the last lines before a crash are the ones that count. */
export function createLog(level: string, stream: DestinationStream = destination({ dest: 2, sync: true })): Logger {
  return pino(
    { name: 'savecheck', level, serializers: { err: stdSerializers.err }, base: { pid: process.pid } },
    stream,
  );
}

/** Where an error that came up while artifacts were looked at was thrown. Its message may quote them. */
function placeOf(error: unknown): { readonly error: string; readonly frames: readonly string[] } {
  if (!(error instanceof Error)) return { error: typeof error, frames: [] };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
  return { error: error.constructor.name, frames: frames.map((line) => line.trim()) };
}

function count(metrics: Metrics, end: AttemptEnd): void {
  if (end.kind === 'late') metrics.late.inc({ cause: end.cause });
  if (end.kind === 'retry') metrics.retries.inc();
  if (end.kind === 'settled' && end.ending.status === 'done' && 'label' in end.ending)
    metrics.verdicts.inc({ label: end.ending.label });
}

/** What the dispatcher tells, into the log and the metrics. */
export function observeJobs(log: Logger, metrics: Metrics): DispatchObserver {
  return {
    started({ id, job, traceparent }) {
      metrics.waited.observe((Date.now() - job.created) / 1000);
      log.info({ job: id, tenant: job.tenant, attempt: job.attempts, traceparent }, 'job started');
    },
    ended({ id, job, traceparent }, end, ms) {
      metrics.ran.observe(ms / 1000);
      count(metrics, end);
      const known = { job: id, tenant: job.tenant, end: end.kind, ms: Math.round(ms), traceparent };
      if (end.kind === 'bug') log.error({ ...known, ...placeOf(end.error) }, 'job failed by a bug');
      else if (end.kind === 'late') log.warn({ ...known, cause: end.cause }, 'late result dropped');
      else if (end.kind === 'retry' || end.kind === 'exhausted') log.warn(known, 'job delivery failed');
      else log.info(known, 'job ended');
    },
    storeFailed: (err) => log.error({ err }, 'the store failed'),
  };
}
