/**
 * One piece of a run within its share of steps. In: a run and what to do. Out: nothing; what was left open is closed, and the
 * next piece starts with no condition above it and no write before it.
 */

import { NOTHING } from '../ledger/recent.ts';
import { Cut } from '../machine/completions.ts';
import type { Run } from './run.ts';

/** Runs `act`, code of that unit, within its share of steps; what is cut off stays cut off, and is known to be. */
export function guarded(run: Run, unit: number, isProgram: boolean, act: () => void): void {
  run.budget.startEntry(isProgram, run.facts.fileOf(unit));
  run.mask = 0;
  run.forks = 0;
  run.rounds = 0;
  run.after = NOTHING;
  run.wrote = false;
  run.schedule.resetRuns();
  const depth = run.heap.depth;
  try {
    act();
  } catch (error) {
    if (!(error instanceof Cut) && !(error instanceof RangeError)) throw error;
    run.budget.truncated = true;
    run.ledger.noteCut(run.entry, run.after);
    run.heap.restoreDepth(depth);
  }
  run.branches.drop(0);
  run.schedule.clear();
  run.activations.endAll();
  run.mask = 0;
  run.forks = 0;
}
