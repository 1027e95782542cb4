/**
 * What the service counts, for Prometheus. One registry a server. No label carries text from an artifact.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { JobStore } from './contract.ts';

const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

export type Metrics = ReturnType<typeof createMetrics>;

function depthGauges(registers: Registry[], store: JobStore): void {
  const depth = new Gauge({
    name: 'savecheck_jobs',
    help: 'Jobs that are not terminal',
    labelNames: ['status'],
    registers,
    async collect() {
      const { queued, running } = await store.counts();
      this.set({ status: 'queued' }, queued);
      this.set({ status: 'running' }, running);
    },
  });
  depth.set({ status: 'queued' }, 0);
  new Gauge({
    name: 'savecheck_oldest_queued_seconds',
    help: 'Age of the oldest queued job',
    registers,
    async collect() {
      const { oldestQueued } = await store.counts();
      this.set(oldestQueued === null ? 0 : (Date.now() - oldestQueued) / 1000);
    },
  });
}

export function createMetrics(store: JobStore) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  depthGauges(registers, store);
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `savecheck_${name}`, help, labelNames, registers });
  const seconds = (name: string, help: string, ...labelNames: string[]) =>
    new Histogram({ name: `savecheck_${name}`, help, labelNames, buckets: SECONDS, registers });
  return {
    registry,
    waited: seconds('job_wait_seconds', 'From the queue to the start of a job'),
    ran: seconds('job_run_seconds', 'One delivery of a job'),
    task: seconds('task_seconds', 'One task in a runner', 'kind'),
    taskEnds: counter('task_ends_total', 'Tasks by how they ended', 'kind', 'end'),
    cells: new Gauge({ name: 'savecheck_cells', help: 'Tasks that run now', labelNames: ['tier'], registers }),
    ends: counter('job_ends_total', 'Jobs by their end', 'status', 'reason'),
    verdicts: counter('job_labels_total', 'Finished jobs by their worst label', 'label'),
    retries: counter('job_retries_total', 'Deliveries that failed and are tried again'),
    late: counter('late_results_total', 'Results that came after their job had ended', 'cause'),
    requests: counter('http_requests_total', 'HTTP requests', 'route', 'status'),
    deliveries: counter('webhook_deliveries_total', 'Tries to deliver to a webhook', 'outcome'),
  };
}
