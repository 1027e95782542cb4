/**
 * A Runner as one job sees it. In: the shared Runner. Out: the same tasks, timed and counted, with the job's own deadline,
 * and the ends that speak of the machinery kept: a worker that died says nothing about a page, until it dies there again.
 */
import type { Runner, Task } from '../contracts.ts';
import type { End } from '../model.ts';
import { InfraFailure } from './infra-failure.ts';
import type { Metrics } from './metrics.ts';

export interface WatchedRunner extends Runner {
  /** The first end that was the machinery's, or null. */
  failure(): InfraFailure | null;
}

function failureOf(task: Task, end: End): InfraFailure | null {
  if (end.code === 'engine-unavailable') return new InfraFailure(`The engine could not be started: ${end.detail}`);
  if (end.code !== 'crashed' && end.code !== 'out-of-memory') return null;
  const place = task.kind === 'drive' ? `drive in ${task.host}` : 'scan';
  return new InfraFailure(`The worker ended (${end.code}) in a ${place}`, `${place} ${task.source.sha256}`);
}

/** `close` does nothing: the shared Runner lives on. */
export function watchRunner(shared: Runner, metrics: Metrics, taskMs: number | undefined): WatchedRunner {
  let first: InfraFailure | null = null;
  return {
    tier: shared.tier,
    ...(shared.sandbox ? { sandbox: shared.sandbox } : {}),
    failure: () => first,
    async run(task, onMessage, signal) {
      const { kind } = task;
      const stop = metrics.task.startTimer({ kind });
      metrics.cells.inc({ tier: shared.tier });
      const limits = [signal, taskMs === undefined ? undefined : AbortSignal.timeout(taskMs)].filter(
        (one) => one !== undefined,
      );
      try {
        const end = await shared.run(task, onMessage, limits.length === 0 ? undefined : AbortSignal.any(limits));
        metrics.taskEnds.inc({ kind, end: end.code });
        if (!signal?.aborted) first ??= failureOf(task, end);
        return end;
      } finally {
        stop();
        metrics.cells.dec({ tier: shared.tier });
      }
    },
    close: () => Promise.resolve(),
  };
}
