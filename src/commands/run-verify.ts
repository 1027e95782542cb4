/**
 * What every run of a command needs: settings as options, progress on the terminal, facts into a file, Ctrl-C.
 */
import type { Report, Stage } from '../model.ts';
import { readBaseline } from '../options/baseline.ts';
import type { Settings } from '../options.ts';
import { changesSinceRevision } from '../verify/git-changes.ts';
import type { VerifyOptions } from '../verify.ts';
import { changedIn } from '../verify.ts';
import type { Shell } from './contract.ts';
import { openFactsFile } from './facts-file.ts';
import { progressBar } from './progress.ts';
import { requireWritablePlace } from './write-file.ts';

/** Stages before there are facts. */
const UNREAD: ReadonlySet<Stage> = new Set<Stage>(['select', 'read', 'size']);

/** Checks what can be checked before a long run, then runs it; what was opened for it is closed. */
export async function withRun(
  settings: Settings,
  saveFacts: string | undefined,
  shell: Shell,
  work: (options: Omit<VerifyOptions, 'targets'>) => Promise<Report>,
): Promise<Report> {
  for (const { file } of settings.outputs) if (file !== undefined) requireWritablePlace(file);
  const baseline = settings.baseline === undefined ? undefined : readBaseline(settings.baseline);
  const since = settings.since === undefined ? undefined : await changesSinceRevision(settings.since, '.');
  const facts = saveFacts === undefined ? null : openFactsFile(saveFacts);
  const bar = progressBar(shell, settings.progress && !settings.quiet);
  try {
    const report = await work({
      hosts: settings.hosts,
      isolation: settings.isolation,
      jobs: settings.jobs,
      drive: settings.drive,
      timeoutMs: settings.timeoutMs,
      baseline,
      changed: since && changedIn(since),
      signal: shell.interrupted,
      onProgress: (progress) => bar.show(progress),
      onFacts: (gathered) => facts?.add(gathered),
    });
    for (const failure of report.failures) if (UNREAD.has(failure.stage)) facts?.addFailure(failure);
    return report;
  } finally {
    bar.end();
    facts?.close();
  }
}
