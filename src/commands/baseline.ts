/**
 * `savecheck baseline`: verifies what is named and writes everything it finds as accepted, for `--baseline`.
 */
import type { RawOptions } from '../options.ts';
import { readSettings } from '../options.ts';
import { UsageError } from '../usage-error.ts';
import { baselineDocument, baselineOf } from '../verify/excuses.ts';
import { verify } from '../verify.ts';
import type { Register, Shell } from './contract.ts';
import { EXIT, endCode, examples } from './contract.ts';
import { addRunOptions, hostsAndTargets } from './run-options.ts';
import { withRun } from './run-verify.ts';
import { requireWritablePlace, writeWhole } from './write-file.ts';

interface Options extends RawOptions {
  readonly output?: string;
  readonly reason?: string;
  readonly saveFacts?: string;
}

/** What could not be checked cannot be accepted: it ends with exit code 3, with the rest written. */
async function run(words: readonly string[], raw: Options, shell: Shell): Promise<void> {
  const { options, targets } = hostsAndTargets(raw, words);
  const settings = readSettings(options);
  if (targets.length === 0) throw new UsageError('No target given', 'Name what the baseline is for');
  if (options.output !== undefined) requireWritablePlace(options.output);
  const accepting = baselineOf(options.reason);
  const report = await withRun({ ...settings, baseline: undefined }, options.saveFacts, shell, (given) =>
    verify({ ...given, targets, onIssues: (issues) => accepting.add(issues) }),
  );
  if (report.partial) return shell.exit(endCode(shell, EXIT.couldNotVerify));
  const baseline = accepting.baseline();
  if (options.output === undefined) await shell.print(baselineDocument(baseline));
  else writeWhole(options.output, baselineDocument(baseline));
  const { inconclusive, failures } = report.summary;
  shell.tell(`savecheck: ${baseline.entries.length} accepted in ${report.scanned.length} sources`);
  if (inconclusive + failures > 0)
    shell.tell(`savecheck: ${inconclusive} inconclusive and ${failures} not checked are not in it`);
  shell.exit(inconclusive + failures > 0 ? EXIT.couldNotVerify : EXIT.ok);
}

export const register: Register = (command, shell) => {
  command
    .description('Accepts what is there now, so that a later run fails only for what is new.')
    .argument('[target...]', 'as for verify');
  addRunOptions(command)
    .option('--output <file>', 'where the baseline goes; standard output by default')
    .option('--reason <text>', 'why it is accepted; shown wherever an entry applies')
    .action((targets: readonly string[], options: Options) => run(targets, options, shell));
  examples(command, [
    ['savecheck baseline site/ --output savecheck-baseline.json --reason "before the rewrite"', 'accept what is there'],
    ['savecheck verify site/ --baseline savecheck-baseline.json', 'fail for what is new'],
  ]);
};
