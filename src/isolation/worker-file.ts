/** Names a worker file. In: its name without extension. Out: its URL, as source or in `dist/`, whichever runs now. */
import { extname } from 'node:path';

export type WorkerName = 'drive.worker' | 'scan.worker' | 'drive.cell';

export function workerFile(name: WorkerName): URL {
  return new URL(`../../workers/${name}${extname(import.meta.url)}`, import.meta.url);
}
