/**
 * One transaction and the events it noted. In: work on the tables. Out: its value, after commit, when the events have
 * been handed to the listeners as frozen copies. A listener that throws is reported and starves no other.
 */
import type { JobEvent } from '../contract.ts';
import type { Change, Database } from './tables.ts';

/** Places between two durable steps, where a test ends the process. */
export type Crossing =
  | 'blob-written'
  | 'before-commit'
  | 'after-commit-before-202'
  | 'after-claim'
  | 'worker-done-before-settle'
  | 'after-settle-before-emit'
  | 'mid-webhook'
  | 'mid-sweep';

export type Note = (job: string, kind: JobEvent['kind'], data: Readonly<Record<string, unknown>>) => Promise<void>;

export interface Journal {
  readonly db: Database;
  readonly now: () => number;
  readonly crossing: (at: Crossing) => void;
  /** Rolls back, and hands out nothing, when `work` throws. `before` is crossed right before the events go out. */
  write<Value>(work: (change: Change, note: Note) => Promise<Value>, before?: Crossing): Promise<Value>;
  listen(listener: (event: JobEvent) => void): () => void;
}

async function nextSeq(change: Change, job: string): Promise<number> {
  const { last } = await change
    .selectFrom('event')
    .where('job', '=', job)
    .select((e) => e.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

export function openJournal(
  db: Database,
  now: () => number,
  crossing: (at: Crossing) => void,
  complain: (error: unknown) => void,
): Journal {
  const listeners = new Set<(event: JobEvent) => void>();

  function handOut(event: JobEvent): void {
    for (const listener of [...listeners]) {
      try {
        const returned: unknown = listener(event);
        if (returned instanceof Promise) returned.catch(complain);
      } catch (error) {
        complain(error);
      }
    }
  }

  return {
    db,
    now,
    crossing,
    async write(work, before) {
      const events: JobEvent[] = [];
      const value = await db.transaction().execute(async (change) => {
        const note: Note = async (job, kind, data) => {
          const event = { job, seq: await nextSeq(change, job), kind, at: now(), data };
          await change
            .insertInto('event')
            .values({ ...event, data: JSON.stringify(data) })
            .execute();
          events.push(Object.freeze({ ...event, data: Object.freeze(structuredClone(data)) }));
        };
        return work(change, note);
      });
      if (before !== undefined) crossing(before);
      for (const event of events) handOut(event);
      return value;
    },
    listen(listener) {
      // A wrapper of its own, so that the same function may listen twice and be removed once.
      const entry = (event: JobEvent) => listener(event);
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
  };
}
