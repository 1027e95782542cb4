/**
 * A thread that drives artifacts. In: a drive task and a port. Out: each observation at once over the port, and how the
 * task ended as the result.
 */
import { Session } from 'node:inspector';
import { getHeapStatistics } from 'node:v8';
import type { MessagePort } from 'node:worker_threads';
import { workerData } from 'node:worker_threads';
import type { Engine } from '../src/contracts.ts';
import { COLLECT_HEAP_MB } from '../src/limits.ts';
import type { End, Source } from '../src/model.ts';
import { drive } from '../src/pipeline/drive.ts';
import { engines, hosts } from '../src/registry.ts';

export interface DriveWork {
  readonly source: Source;
  readonly host: string;
  readonly port: MessagePort;
}

/** One engine for the life of a thread: it owns the thread's timers. */
const engine = await loadEngine((workerData as { readonly engine: string }).engine);

async function loadEngine(name: string): Promise<Engine | null> {
  const part = (await engines[name]?.()) ?? null;
  await part?.prepare?.();
  return part && tidied(part);
}

/** The same engine, which leaves no heap full of closed windows to the next drive. */
function tidied(part: Engine): Engine {
  return {
    ...part,
    async drive(request) {
      const observation = await part.drive(request);
      if (heapMb() > COLLECT_HEAP_MB) await collectGarbage();
      return observation;
    },
  };
}

export interface DriveResult {
  readonly end: End;
  readonly heapMb: number;
  /** The page reached for this thread's own realm: no other page may be opened in it. */
  readonly touched: boolean;
}

export default async function work(work: DriveWork): Promise<DriveResult> {
  const tripwires = new Set<string>();
  const end = await driveIn(work, tripwires);
  return { end, heapMb: heapMb(), touched: tripwires.size > 0 };
}

function heapMb(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return (used_heap_size + external_memory) / (1024 * 1024);
}

/**
 * A window that was closed may outlive many ordinary collections, until the heap is nearly full; a full one frees it.
 * The inspector asks for it without a flag, which would hold for the whole process and show in every page.
 */
async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await new Promise((resolve) => session.post('HeapProfiler.collectGarbage', resolve));
  } finally {
    session.disconnect();
  }
}

async function driveIn({ source, host, port }: DriveWork, tripwires: Set<string>): Promise<End> {
  const place = hosts[host];
  if (!engine || !place) return { code: 'engine-unavailable', detail: engine ? `no host ${host}` : 'no such engine' };
  return drive(source, place, engine, (observation) => {
    for (const name of observation.tripwires) tripwires.add(name);
    port.postMessage(observation);
  });
}
