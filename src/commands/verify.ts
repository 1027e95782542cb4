/**
 * `savecheck verify`: scans and drives what is named, and prints a verdict for each artifact.
 */
import { SOURCE_BYTES } from '../limits.ts';
import { readBaseline } from '../options/baseline.ts';
import { readFacts } from '../options/facts.ts';
import type { RawOptions } from '../options.ts';
import { readSettings } from '../options.ts';
import type { Target } from '../pipeline/collect/targets.ts';
import { UsageError } from '../usage-error.ts';
import { replay, verify } from '../verify.ts';
import type { Register, Shell } from './contract.ts';
import { examples } from './contract.ts';
import { finish } from './finish.ts';
import type { ServerOptions } from './on-server.ts';
import { addServerOptions, onServer } from './on-server.ts';
import { addReportOptions, addRunOptions, hostsAndTargets, OutputPairs } from './run-options.ts';
import { withRun } from './run-verify.ts';

interface Options extends RawOptions, ServerOptions {
  readonly stdinName?: string;
  readonly replay?: string;
  readonly saveFacts?: string;
}

/** `-` stands for standard input, once. */
async function withInput(targets: readonly string[], name: string, shell: Shell): Promise<Target[]> {
  if (targets.filter((target) => target === '-').length > 1) throw new UsageError('Standard input can be named once');
  return Promise.all(
    targets.map(async (target) => (target === '-' ? { name, bytes: await shell.input(SOURCE_BYTES) } : target)),
  );
}

async function verifyTargets(
  words: readonly string[],
  raw: Options,
  outputs: OutputPairs,
  shell: Shell,
): Promise<void> {
  const { options, targets } = hostsAndTargets(raw, words);
  const settings = readSettings({ ...options, outputs: outputs.pairs });
  if (options.replay !== undefined) {
    if (targets.length > 0) throw new UsageError('--replay judges stored facts; it takes no target');
    const baseline = settings.baseline === undefined ? undefined : readBaseline(settings.baseline);
    return finish(replay(readFacts(options.replay), { baseline }), settings, shell);
  }
  if (targets.length === 0)
    throw new UsageError('No target given', 'Name a file, a directory, a glob or an archive, or - for standard input');
  const named = await withInput(targets, options.stdinName ?? 'stdin.html', shell);
  const run = onServer(options) ?? verify;
  const report = await withRun(settings, options.saveFacts, shell, (given) => run({ ...given, targets: named }));
  await finish(report, settings, shell);
}

export const register: Register = (command, shell) => {
  const outputs = new OutputPairs();
  command
    .description(
      'Scans sources and opens pages as their hosts will, presses every Save, and says what became of the data.',
    )
    .argument('[target...]', 'a file, directory, glob, .zip, .tar or .tar.gz, or - for standard input');
  addServerOptions(addReportOptions(addRunOptions(command), outputs))
    .option('--since <revision>', 'judge only what changed since this git revision')
    .option('--stdin-name <name>', 'the name of standard input; its extension says what it is (default: stdin.html)')
    .option('--replay <file>', 'judge facts that --save-facts stored, without opening anything')
    .action((targets: readonly string[], options: Options) => verifyTargets(targets, options, outputs, shell));
  examples(command, [
    ['savecheck verify page.html', 'one page, in both default hosts'],
    ['savecheck verify outputs/ --fail-on lost,suspect', 'a directory; suspect fails as well'],
    ['generate | savecheck verify -', 'a page from standard input'],
    ['savecheck verify "site/**/*.html" --format sarif --output out.sarif', 'a glob; SARIF into a file'],
    ['savecheck verify outputs/ --server https://verdicts.example', 'let a server do it; its key in SAVECHECK_KEY'],
    ['savecheck verify src --no-drive --since origin/main', 'only what a branch changed, by the source alone'],
  ]);
};
