/**
 * `savecheck sweep`: verifies everything a run left behind, or only what it added and changed.
 */
import type { RawOptions } from '../options.ts';
import { readSettings } from '../options.ts';
import { UsageError } from '../usage-error.ts';
import { sweep } from '../verify/sweep.ts';
import { DEFAULT_HOSTS } from '../verify.ts';
import type { CommandPart, Shell } from './contract.ts';
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

async function run(words: readonly string[], raw: Options, outputs: OutputPairs, shell: Shell): Promise<void> {
  const { options, targets } = hostsAndTargets(raw, words);
  const settings = readSettings({ ...options, outputs: outputs.pairs }, DEFAULT_HOSTS);
  if (targets.length === 0) throw new UsageError('No directory given', 'Name the directory that the run wrote to');
  if (options.before !== undefined && settings.since !== undefined)
    throw new UsageError('--before and --since are two answers to one question', 'Give one of them');
  const { before } = options;
  const verifyThere = onServer(options);
  const report = await withRun(settings, options.saveFacts, shell, (given) =>
    sweep(targets, {
      ...given,
      ...(before === undefined ? {} : { before }),
      ...(verifyThere ? { run: verifyThere } : {}),
    }),
  );
  await finish(report, settings, shell);
}

export const command: CommandPart = {
  name: 'sweep',
  register(program, shell) {
    const outputs = new OutputPairs();
    const sweepCommand = program
      .command('sweep')
      .summary('verify what a run left behind')
      .description('Verifies every artifact in the output directory of a run: pages, generators, and archives of them.')
      .argument('[directory...]', 'where the run wrote its outputs');
    addServerOptions(addReportOptions(addRunOptions(sweepCommand, DEFAULT_HOSTS), outputs))
      .option('--before <manifest>', 'judge only what is new or changed since savecheck snapshot wrote this')
      .option('--since <revision>', 'judge only what changed since this git revision')
      .action((directories: readonly string[], options: Options) => run(directories, options, outputs, shell));
    examples(sweepCommand, [
      ['savecheck sweep outputs/', 'everything there'],
      ['savecheck snapshot outputs/ --output before.json', 'before the run'],
      ['savecheck sweep outputs/ --before before.json', 'after it: what the run wrote'],
    ]);
  },
};
