/** The caps of one task in a cell. In: milliseconds of CPU one drive may use. Out: every cap the parent keeps. */
import { DRIVE_CPU_MS } from '../../limits.ts';
import { taskWallMs } from '../task-wall.ts';
import type { CellCaps } from './watch.ts';

const RESIDENT_MB = 400;
const OUTPUT_BYTES = 64 * 1024 * 1024;

export function capsFor(timeoutMs: number = DRIVE_CPU_MS): CellCaps {
  return {
    cpuMs: timeoutMs,
    wallMs: taskWallMs(timeoutMs),
    residentMb: RESIDENT_MB,
    outputBytes: OUTPUT_BYTES,
  };
}
