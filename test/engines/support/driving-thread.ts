/**
 * A thread with the jsdom engine and a page script of the test's choice. In: sources; a host by name, or as it is.
 * Out: observations, one for each drive.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Host } from '../../../src/contracts.ts';
import { bundlePageScript } from '../../../src/engines/jsdom/page-script.ts';
import type { Observation, Source, World } from '../../../src/model.ts';

export function sourceOf(text: string, siblings: Record<string, string> = {}, path = 'artifact.html'): Source {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { path, language: 'html', text, sha256, siblings };
}

export interface DrivingThread {
  drive(source: Source, world?: World, host?: string | Host, repair?: readonly object[]): Promise<Observation>;
  close(): Promise<unknown>;
}

export async function openDrivingThread(
  entry = new URL('./clicking-page.ts', import.meta.url),
  engine = 'jsdom',
): Promise<DrivingThread> {
  const pageScript = await bundlePageScript(fileURLToPath(entry));
  const worker = new Worker(new URL('./driving-thread.worker.ts', import.meta.url), {
    workerData: { pageScript, engine },
    execArgv: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  });
  return {
    async drive(source, world = { kind: 'refusing' }, host = 'cowork', repair = []) {
      worker.postMessage({ source, world, host, repair });
      const [answer] = (await once(worker, 'message')) as [{ observation?: Observation; error?: string }];
      if (!answer.observation) throw new Error(answer.error);
      return answer.observation;
    },
    close: () => worker.terminate(),
  };
}
