/** The backstop in wall time of a task whose drives may use `cpuMs` of CPU each: it leaves room for every world. */
import { DRIVE_WALL_MS, WORLDS_PER_HOST } from '../limits.ts';

export function taskWallMs(cpuMs: number): number {
  return Math.max(DRIVE_WALL_MS, cpuMs * (WORLDS_PER_HOST + 3));
}
