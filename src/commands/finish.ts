/**
 * The end of a run: its report in every format that was asked for, and the exit code of its verdicts.
 */
import { appendFileSync } from 'node:fs';
import { jobSummary } from '../formats/github-summary.ts';
import type { Label, Report } from '../model.ts';
import type { Settings } from '../options.ts';
import { formats } from '../registry.ts';
import type { Shell } from './contract.ts';
import { EXIT, endCode } from './contract.ts';
import { writeWhole } from './write-file.ts';

/** 1: a verdict has a label of `failOn`. Else 3: a failure, an inconclusive verdict, or a run cut short. Else 0. */
export function exitCodeOf(report: Report, failOn: readonly Label[]): number {
  if (report.verdicts.some(({ label }) => failOn.includes(label))) return EXIT.failed;
  const unsure = report.failures.length > 0 || report.partial || report.summary.inconclusive > 0;
  return unsure ? EXIT.couldNotVerify : EXIT.ok;
}

/** Writes the report and sets the exit code; an interrupted run ends with the code of its signal. */
export async function finish(report: Report, settings: Settings, shell: Shell): Promise<void> {
  shell.exit(endCode(shell, exitCodeOf(report, settings.failOn)));
  if (shell.interrupted.aborted && !settings.quiet)
    shell.tell(`Interrupted: ${report.verdicts.length} judged, the report is partial`);
  for (const { format, file } of settings.outputs) {
    const part = await formats[format]?.();
    if (!part) throw new Error(`no format ${format}`);
    const text = part.render(report, {
      verbose: settings.verbose,
      color: file === undefined && shell.color,
      columns: shell.columns,
    });
    if (file === undefined) await shell.print(text);
    else writeWhole(file, text);
    if (format === 'github' && shell.stepSummary) appendFileSync(shell.stepSummary, jobSummary(report));
  }
}
