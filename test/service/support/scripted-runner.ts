/**
 * A Runner whose tasks end as the page's own text says, for tests of what is around a Runner. `crash` in a comment ends the
 * task as a worker that died, `lost` posts without looking, `hold` waits until it is let go or aborted, `deaf` does not even end then.
 */
import type { Runner, Task } from '../../../src/contracts.ts';
import type { End } from '../../../src/model.ts';
import { finding, observation, REFUSING } from '../../support/drives.ts';

export const CLEAN = '<!doctype html><p>hello</p>';
export const LOST = `${CLEAN}<!-- lost -->`;
export const HOLD = `${CLEAN}<!-- hold -->`;

export interface ScriptedRunner extends Runner {
  /** Scan tasks started so far, by the text of the source. */
  readonly started: string[];
  /** Lets every held task end. */
  letGo(): void;
}

const COMPLETED: End = { code: 'completed', detail: '' };

export function scriptedRunner({ taskMs = 0, tier = 'scripted' } = {}): ScriptedRunner {
  const started: string[] = [];
  let gate = Promise.withResolvers<void>();
  async function pass({ source }: Task, signal: AbortSignal | undefined): Promise<End> {
    // A listener added after the abort is never called.
    if (signal?.aborted) return { code: 'timed-out', detail: 'cancelled' };
    const aborted = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    if (source.text.includes('<!-- hold -->')) await Promise.race([gate.promise, aborted]);
    if (source.text.includes('<!-- deaf -->')) await new Promise(() => {});
    if (taskMs > 0) await Promise.race([new Promise((resolve) => setTimeout(resolve, taskMs)), aborted]);
    if (signal?.aborted) return { code: 'timed-out', detail: 'cancelled' };
    return source.text.includes('<!-- crash -->') ? { code: 'crashed', detail: 'the worker is gone' } : COMPLETED;
  }
  return {
    tier,
    started,
    letGo() {
      gate.resolve();
      gate = Promise.withResolvers();
    },
    async run(task, onMessage, signal) {
      const { kind, source } = task;
      if (kind === 'scan') started.push(source.text);
      const end = await pass(task, signal);
      if (end.code !== 'completed') return end;
      if (task.kind === 'drive') {
        const seen = observation(REFUSING, { host: task.host, actions: [], requests: [] });
        onMessage({ kind: 'observation', observation: seen });
      } else {
        const findings = source.text.includes('<!-- lost -->') ? [finding({ path: source.path })] : [];
        onMessage({
          kind: 'scan',
          outcome: { path: source.path, candidates: findings.length, findings, failures: [] },
        });
      }
      return end;
    },
    close: () => Promise.resolve(),
  };
}
