/** The caps of one task in a cell. In: milliseconds of CPU one drive may use. Out: every cap the parent keeps. */
import { DRIVE_CPU_MS, DRIVE_WALL_MS, WORLDS_PER_HOST } from '../limits.ts';
import type { CellCaps } from './cell-watch.ts';

const RESIDENT_MB = 400;
const OUTPUT_BYTES = 64 * 1024 * 1024;

/** The backstop in wall time leaves room for every world of a task. */
export function capsFor(timeoutMs: number = DRIVE_CPU_MS): CellCaps {
  return {
    cpuMs: timeoutMs,
    wallMs: Math.max(DRIVE_WALL_MS, timeoutMs * (WORLDS_PER_HOST + 3)),
    residentMb: RESIDENT_MB,
    outputBytes: OUTPUT_BYTES,
  };
}
