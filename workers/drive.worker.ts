/**
 * A thread that drives artifacts. In: a drive task and a port. Out: each observation at once over the port, and how the
 * task ended as the result.
 */
import { getHeapStatistics } from 'node:v8';
import type { MessagePort } from 'node:worker_threads';
import type { Engine } from '../src/contracts.ts';
import type { End, Source } from '../src/model.ts';
import { drive } from '../src/pipeline/drive.ts';
import { engines, hosts } from '../src/registry.ts';

export interface DriveWork {
  readonly source: Source;
  readonly host: string;
  readonly engine: string;
  readonly port: MessagePort;
}

let loaded: { readonly name: string; readonly engine: Engine } | null = null;

export default async function work(work: DriveWork): Promise<{ readonly end: End; readonly heapMb: number }> {
  const end = await driveIn(work);
  const { used_heap_size, external_memory } = getHeapStatistics();
  return { end, heapMb: (used_heap_size + external_memory) / (1024 * 1024) };
}

async function driveIn({ source, host, engine: name, port }: DriveWork): Promise<End> {
  const [load, place] = [engines[name], hosts[host]];
  if (!load || !place) return { code: 'engine-unavailable', detail: load ? `no host ${host}` : `no engine ${name}` };
  if (loaded?.name !== name) loaded = { name, engine: await load() };
  return drive(source, place, loaded.engine, (observation) => port.postMessage(observation));
}
