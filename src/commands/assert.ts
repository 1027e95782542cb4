/**
 * `savecheck assert`: the `no_lost_write_back` gate over what a run wrote: an exit code and one line.
 */
import type { GateResult } from '../assert/gate.ts';
import { checkNoLostWriteBack } from '../assert/gate.ts';
import { gateDetails, gateLine } from '../assert/gate-line.ts';
import { readScenario } from '../options/scenario.ts';
import { readCaps } from '../options.ts';
import { UsageError } from '../usage-error.ts';
import type { Register, Shell } from './contract.ts';
import { EXIT, endCode, examples } from './contract.ts';

interface Options {
  readonly before?: string;
  readonly resumed?: boolean;
  readonly replay?: boolean;
  readonly scenario?: string;
  readonly drive: boolean;
  readonly jobs?: string;
  readonly timeout?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const CODES: Readonly<Record<GateResult['status'], number>> = {
  pass: EXIT.ok,
  skipped: EXIT.ok,
  fail: EXIT.failed,
  'could-not-verify': EXIT.couldNotVerify,
};

/** Whether the scenario asks for the gate; without a scenario the command itself does. */
function isAsked(scenario: string | undefined, shell: Shell): boolean {
  if (scenario === undefined) return true;
  const { asked, ignored } = readScenario(scenario);
  if (ignored.length > 0) shell.tell(`savecheck: not ours, ignored: ${ignored.join(', ')}`);
  return asked;
}

async function run(directories: readonly string[], options: Options, shell: Shell): Promise<void> {
  if (!isAsked(options.scenario, shell)) {
    const line = 'SKIPPED no_lost_write_back: the scenario does not ask for it';
    return shell.print(options.json ? `${JSON.stringify({ status: 'skipped', reason: 'not-asked' })}\n` : `${line}\n`);
  }
  if (directories.length === 0 && !options.replay)
    throw new UsageError('No directory given', 'Name the directories that the run wrote to');
  const { before, resumed, replay, drive } = options;
  const how = { before, resumed, replay, drive, ...readCaps(options), signal: shell.interrupted };
  const result = await checkNoLostWriteBack(directories, how);
  shell.exit(endCode(shell, CODES[result.status]));
  await shell.print(options.json ? `${JSON.stringify(result)}\n` : `${gateLine(result)}\n`);
  if (!options.json && !options.quiet) for (const line of gateDetails(result)) shell.tell(line);
}

export const register: Register = (command, shell) => {
  command
    .description(
      'Fails when a run added an artifact that loses what a person saves. Without evidence it never passes: exit 3.',
    )
    .argument('[directory...]', 'the directories the run wrote to: outputs, scratchpad')
    .option('--before <manifest>', 'what savecheck snapshot wrote before the run')
    .option('--resumed', 'the run went on with the scratchpad of an earlier one: could not verify')
    .option('--replay', 'a recorded run is replayed: skipped, since it has no run directory')
    .option('--scenario <file>', 'ask only if this scenario has assert: [{no_lost_write_back: true}]')
    .option('--no-drive', 'judge by the sources alone')
    .option('--jobs <n>', 'artifacts at once')
    .option('--timeout <seconds>', 'time one drive may take')
    .option('--json', 'the result as JSON, with the report')
    .option('--quiet', 'the line alone')
    .action((directories: readonly string[], options: Options) => run(directories, options, shell));
  examples(command, [
    ['savecheck snapshot outputs/ --output before.json', 'before the run'],
    ['savecheck assert outputs/ --before before.json', 'after it: exit 0, 1 or 3'],
    ['savecheck assert outputs/ --before before.json --scenario review.yaml', 'if the scenario asks for it'],
  ]);
};
