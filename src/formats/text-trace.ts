/**
 * The click trace for a terminal. In: a verdict. Out: what the person did, step by step, up to the last write-back; a
 * longer trace is cut and says so.
 */
import type { Verdict } from '../model.ts';
import { padTo, wrap } from './columns.ts';
import type { Paint } from './text-write-back.ts';
import { stepWords } from './wording.ts';

export function traceLines(verdict: Verdict, width: number, paint: Paint): string[] {
  const last = Math.max(0, ...verdict.writeBacks.map(({ action }) => action?.step ?? 0));
  const steps = verdict.trace.filter(({ step }) => step <= last);
  if (steps.length === 0) return [];
  const lines = steps.flatMap((action) => {
    const head = `  ${padTo(`${action.step}.`, 5)}`;
    return wrap(stepWords(action), width - head.length).map(
      (line, at) => (at === 0 ? paint.dim(head) : ' '.repeat(head.length)) + line,
    );
  });
  const rest = verdict.trace.length - steps.length;
  const more = rest > 0 ? [paint.dim(`  and ${rest} more without a write-back`)] : [];
  return ['', paint.dim('  click trace'), ...lines, ...more];
}
