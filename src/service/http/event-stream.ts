/**
 * A job's events as Server-Sent Events. In: a job and the last event the reader has. Out: every later one, in order, and
 * the end of the stream after the terminal one. The table is read at the reader's pace: a reader that stops costs nothing.
 */
import { streamSSE } from 'hono/streaming';
import type { Job } from '../contract.ts';
import { isTerminal } from './job-view.ts';
import type { AppContext, Service } from './service.ts';

/** Milliseconds between two comments that keep an idle connection open. */
const PING_MS = 15_000;
const BATCH = 100;

/** 204 tells an EventSource, which would come back for ever, that nothing more will come. */
export async function eventStream(
  c: AppContext,
  { store, watch }: Service,
  job: Job,
  after: number,
): Promise<Response> {
  if (isTerminal(job) && (await store.events(job.id, after, 1)).length === 0) return c.body(null, 204);
  c.header('X-Accel-Buffering', 'no');
  return streamSSE(c, async (stream) => {
    const gone = new AbortController();
    stream.onAbort(() => gone.abort());
    let last = after;
    while (!gone.signal.aborted && !watch.closed) {
      const moved = watch.moved(job.id, PING_MS, gone.signal);
      const events = await store.events(job.id, last, BATCH);
      for (const { seq, kind, at, data } of events) {
        const body = JSON.stringify({ job: job.id, at: new Date(at).toISOString(), ...data });
        await stream.writeSSE({ id: String(seq), event: kind, data: body });
        last = seq;
        if (kind === 'terminal') return gone.abort();
      }
      if (events.length === BATCH) continue;
      await moved;
      if (events.length === 0 && !gone.signal.aborted) await stream.write(': \n\n');
    }
  });
}
