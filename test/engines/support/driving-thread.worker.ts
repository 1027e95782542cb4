import { parentPort, workerData } from 'node:worker_threads';
import type { DriveRequest, Host } from '../../../src/contracts.ts';
import { engines, hosts } from '../../../src/registry.ts';

parentPort?.on(
  'message',
  async ({ source, world, host, repair }: Omit<DriveRequest, 'host'> & { host: string | Host }) => {
    const place = typeof host === 'string' ? hosts[host] : host;
    const load = engines[(workerData as { engine: string }).engine];
    try {
      if (!load || !place) throw new Error('no such engine or host');
      const observation = await (await load()).drive({ source, host: place, world, repair });
      parentPort?.postMessage({ observation });
    } catch (error) {
      parentPort?.postMessage({ error: error instanceof Error ? error.stack : 'failed' });
    }
  },
);
