/**
 * The tiers `process`, `strict` and `container`: each drive in a cell of its own, loaded before it is wanted. In: scan and
 * drive tasks. Out: what they find and how each ended; `run` never rejects. Scans only parse, and stay in threads.
 */
import type { CellMessage } from '../../../workers/cell/protocol.ts';
import type { Runner, Task, TaskMessage } from '../../contracts.ts';
import type { End } from '../../model.ts';
import { DEFAULT_ENGINE, hosts } from '../../registry.ts';
import { threadRunner } from '../thread.ts';
import { capsFor } from './caps.ts';
import type { CellTier } from './command.ts';
import { CellPool } from './pool.ts';
import type { CellCaps } from './watch.ts';

export interface CellRunnerOptions {
  readonly tier: CellTier;
  /** Drives at once; one more cell is kept ready. */
  readonly jobs: number;
  /** Milliseconds of CPU one drive may use, instead of the default. */
  readonly timeoutMs?: number;
  /** Told of each cell that ended: its peak of resident megabytes, and whether its code came from the cache. */
  readonly onCell?: (spent: { readonly peakMb: number; readonly cached: boolean }) => void;
}

type DriveTask = Extract<Task, { kind: 'drive' }>;

export function cellRunner(options: CellRunnerOptions): Runner {
  const { tier, jobs, timeoutMs } = options;
  const scans = threadRunner({ jobs });
  const cells = new CellPool(tier, jobs);
  return {
    tier,
    run: (task, onMessage, signal) =>
      task.kind === 'scan'
        ? scans.run(task, onMessage, signal)
        : driveIn(cells, task, capsFor(timeoutMs), options, onMessage, signal),
    close: async () => void (await Promise.all([scans.close(), cells.close()])),
  };
}

async function driveIn(
  cells: CellPool,
  { source, host: name }: DriveTask,
  caps: CellCaps,
  { onCell }: CellRunnerOptions,
  onMessage: (message: TaskMessage) => void,
  signal: AbortSignal | undefined,
): Promise<End> {
  const host = hosts[name];
  if (!host) return { code: 'engine-unavailable', detail: `no host ${name}` };
  if (signal?.aborted) return { code: 'timed-out', detail: 'cancelled' };
  return cells.use(async (cell) => {
    const hear = (message: CellMessage): void => {
      if (message.kind === 'observation') onMessage({ kind: 'observation', observation: message.observation });
      else cell.kill({ code: 'tampered', detail: `a message of kind ${message.kind}` });
    };
    const end = await cell.perform({ kind: 'drive', source, host, engine: DEFAULT_ENGINE }, caps, hear, signal);
    onCell?.({ peakMb: cell.peakMb, cached: cell.cached });
    return end;
  });
}
