/**
 * `savecheck sweep`: verifies everything a run left behind, or only what it added and changed.
 */
import type { RawOptions } from '../options.ts';
import { readSettings } from '../options.ts';
import { UsageError } from '../usage-error.ts';
import { sweep } from '../verify/sweep.ts';
import { verify } from '../verify.ts';
import type { Register, Shell } from './contract.ts';
import { examples } from './contract.ts';
import { finish } from './finish.ts';
import type { ServerOptions } from './on-server.ts';
import { addServerOptions, onServer } from './on-server.ts';
import { addReportOptions, addRunOptions, hostsAndTargets, OutputPairs } from './run-options.ts';
import { withRun } from './run-verify.ts';

interface Options extends RawOptions, ServerOptions {
  readonly before?: string;
  readonly saveFacts?: string;
}

async function sweepTargets(words: readonly string[], raw: Options, outputs: OutputPairs, shell: Shell): Promise<void> {
  const { options, targets } = hostsAndTargets(raw, words);
  const settings = readSettings({ ...options, outputs: outputs.pairs });
  if (targets.length === 0) throw new UsageError('No directory given', 'Name the directory that the run wrote to');
  if (options.before !== undefined && settings.since !== undefined)
    throw new UsageError('--before and --since are two answers to one question', 'Give one of them');
  const run = onServer(options) ?? verify;
  const report = await withRun(settings, options.saveFacts, shell, (given) =>
    sweep(targets, { ...given, before: options.before, run }),
  );
  await finish(report, settings, shell);
}

export const register: Register = (command, shell) => {
  const outputs = new OutputPairs();
  command
    .description('Verifies every artifact in the output directory of a run: pages, generators, and archives of them.')
    .argument('[directory...]', 'where the run wrote its outputs');
  addServerOptions(addReportOptions(addRunOptions(command), outputs))
    .option('--before <manifest>', 'judge only what is new or changed since savecheck snapshot wrote this')
    .option('--since <revision>', 'judge only what changed since this git revision')
    .action((directories: readonly string[], options: Options) => sweepTargets(directories, options, outputs, shell));
  examples(command, [
    ['savecheck sweep outputs/', 'everything there'],
    ['savecheck snapshot outputs/ --output before.json', 'before the run'],
    ['savecheck sweep outputs/ --before before.json', 'after it: what the run wrote'],
  ]);
};
