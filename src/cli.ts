/**
 * The command table and the exit-code policy. In: the arguments after `savecheck`. Out: what the command printed and the
 * process's exit code. Only the command that is asked for is loaded.
 */
import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { Command, CommanderError } from 'commander';
import type { Register, Shell } from './commands/contract.ts';
import { EXIT, examples } from './commands/contract.ts';
import { processShell } from './commands/shell.ts';
import { clean } from './untrusted.ts';
import { NotProvenError, UsageError, unknownWord } from './usage-error.ts';
import { savecheckVersion } from './verify/identity.ts';

interface CommandLine {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly register: Register }>;
}

const COMMANDS: readonly CommandLine[] = [
  { name: 'verify', summary: 'scan and drive artifacts; one verdict each', load: () => import('./commands/verify.ts') },
  { name: 'sweep', summary: 'verify what a run left behind', load: () => import('./commands/sweep.ts') },
  { name: 'snapshot', summary: 'the manifest that --before reads', load: () => import('./commands/snapshot.ts') },
  { name: 'assert', summary: 'the no_lost_write_back gate', load: () => import('./commands/assert.ts') },
  { name: 'baseline', summary: 'write the file that --baseline reads', load: () => import('./commands/baseline.ts') },
  { name: 'serve', summary: 'verdicts over HTTP', load: () => import('./commands/serve.ts') },
  { name: 'keys', summary: 'the keys of the service', load: () => import('./commands/keys.ts') },
  {
    name: 'isolation',
    summary: 'what each tier proves on this machine',
    load: () => import('./commands/isolation.ts'),
  },
  {
    name: 'hosts',
    summary: 'the host profiles and where each fact is from',
    load: () => import('./commands/hosts.ts'),
  },
  {
    name: 'analyze-skill',
    summary: 'a skill’s texts and artifacts, before anything runs',
    load: () => import('./commands/analyze-skill.ts'),
  },
  {
    name: 'lint-skill',
    summary: 'host-loop footguns and agent types that do not resolve',
    load: () => import('./commands/lint-skill.ts'),
  },
  {
    name: 'resolve-agent-types',
    summary: 'the agent types a plugin defines',
    load: () => import('./commands/resolve-agent-types.ts'),
  },
];

/** Whether the caller reads the answer with a program; looked up before parsing, since parsing may be what fails. */
function wantsJson(args: readonly string[]): boolean {
  return args.some(
    (arg, index) =>
      arg === '--json' ||
      /^--(?:output-)?format=json$/.test(arg) ||
      (arg === 'json' && /^--(?:output-)?format$/.test(args[index - 1] ?? '')),
  );
}

async function buildProgram(args: readonly string[], shell: Shell): Promise<Command> {
  const program = new Command('savecheck')
    .description(
      'Opens an AI-made artifact the way its host will, presses every Save, and says whether the data survived.',
    )
    .version(savecheckVersion(), '-V, --version')
    .exitOverride()
    .configureOutput({ writeOut: (text) => void shell.print(text), writeErr: (text) => shell.tell(text.trimEnd()) })
    .configureOutput({ outputError: () => {} })
    .showSuggestionAfterError(true);
  const [wanted] = args[0] === 'help' ? args.slice(1) : args;
  const names = COMMANDS.map(({ name }) => name);
  if (args[0] === 'help' && wanted !== undefined && !names.includes(wanted))
    throw unknownWord('command', wanted, names);
  for (const { name, summary, load } of COMMANDS) {
    const command = program.command(name).summary(summary).description(summary);
    if (name === wanted) (await load()).register(command, shell);
  }
  return examples(program, [
    ['savecheck verify page.html', 'scan and drive one page'],
    ['savecheck sweep outputs/', 'everything a run left behind'],
    ['savecheck help verify', 'the options of a command'],
  ]);
}

/** Characters shown of a message, which may quote a path or a key of a file. */
const MESSAGE_CHARS = 2000;

/** Words and an exit code. In JSON mode standard output carries one JSON document all the same. */
async function explain(
  { message, hint }: UsageError,
  code: 'usage' | 'not-proven',
  exitCode: number,
  args: readonly string[],
  shell: Shell,
): Promise<void> {
  shell.exit(exitCode);
  shell.tell(`savecheck: ${clean(message, MESSAGE_CHARS)}`);
  if (hint !== undefined) shell.tell(`  ${clean(hint, MESSAGE_CHARS)}`);
  if (wantsJson(args))
    await shell.print(`${JSON.stringify({ error: { code, message, hint: hint ?? null }, exitCode })}\n`);
}

/** Commander's own errors are mistakes of the caller, but for help and version, which it reports the same way. */
function asUsageError(error: CommanderError, args: readonly string[]): UsageError | null {
  if (error.code === 'commander.helpDisplayed' || error.code === 'commander.version') return null;
  if (error.code === 'commander.help') return args.includes('help') ? null : new UsageError('No command given');
  const [message = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const first = args[0] ?? '';
  const isTarget = error.code === 'commander.unknownCommand' && existsSync(first);
  const hint = isTarget ? `To check that file: savecheck verify ${first}` : suggestion?.replace(/^\((.*)\)$/, '$1');
  const helped = COMMANDS.some(({ name }) => name === first) ? `${first} ` : '';
  return new UsageError(message, hint ?? `See savecheck ${helped}--help`);
}

/**
 * Bytes of bytecode of the largest function that is optimized. jsdom makes the properties of a window's styles in one
 * function: once a thread, V8 would spend two seconds and 150 MB on optimizing what runs once a window. The flag holds for
 * the whole process, which is ours here; a program that calls `verify` is not.
 */
const OPTIMIZED_BYTECODE = 8_000;

/** Runs one command. `args` are the arguments after `savecheck`. Never rejects for a mistake of the caller. */
export async function main(args: readonly string[], shell: Shell = processShell()): Promise<void> {
  setFlagsFromString(`--max-optimized-bytecode-size=${OPTIMIZED_BYTECODE}`);
  // Until the command has ended by itself: a process that runs out of things to wait for must not look like success.
  shell.exit(EXIT.bug);
  let code: number = EXIT.ok;
  const watched: Shell = {
    ...shell,
    exit(chosen) {
      code = chosen;
    },
  };
  try {
    const program = await buildProgram(args, watched);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    const usage = error instanceof CommanderError ? asUsageError(error, args) : error;
    if (usage instanceof UsageError) await explain(usage, 'usage', EXIT.usage, args, watched);
    else if (usage instanceof NotProvenError)
      await explain(new UsageError(usage.message), 'not-proven', EXIT.notProven, args, watched);
    else if (usage !== null) throw usage;
  }
  shell.exit(code);
}
