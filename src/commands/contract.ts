/**
 * What a command is: a function that gives its command, named in the table of `cli.ts`, options and an action. A command
 * gets the shell it runs in as an argument and touches neither `process.stdout` nor `process.exit`.
 */
import type { Command } from 'commander';

/** Exit codes of every command (70 and 78 as in sysexits.h); 130 and 143 are the shell's own for an interrupt and a termination. */
export const EXIT = { ok: 0, failed: 1, usage: 2, couldNotVerify: 3, bug: 70, notProven: 78 } as const;

/** The two streams, the terminal's abilities and the person's Ctrl-C. */
export interface Shell {
  /** Writes the command's answer to standard output, as it stands. Resolves when it is written; a closed pipe is no error. */
  print(text: string): Promise<void>;
  /** One line for the person, on standard error. */
  tell(line: string): void;
  /** A line that replaces the last one of its kind; shown on a terminal only. An empty line takes it down. */
  status(line: string): void;
  /** All of standard input, or a UsageError when it holds more than `cap` bytes. */
  input(cap: number): Promise<Uint8Array>;
  /** Whether standard output takes colours. */
  readonly color: boolean;
  /** Width of standard output in characters; 80 when it is no terminal. */
  readonly columns: number;
  /** Standard error is a terminal: progress may be drawn. */
  readonly interactive: boolean;
  /** The file that a GitHub job shows as its summary, where a job runs. */
  readonly stepSummary?: string | undefined;
  /** Aborted at the first SIGINT or SIGTERM; the reason is the exit code, 130 or 143. */
  readonly interrupted: AbortSignal;
  /** Sets the exit code that the process ends with once everything is written. */
  exit(code: number): void;
}

/**
 * Adds options, examples (`examples` below) and an action to a command. The action may be async. It throws a UsageError
 * for a mistake of the caller; anything else it throws is a bug of ours.
 */
export type Register = (command: Command, shell: Shell) => void;

/** The exit code of a command that came to an end of its own, or of the signal that cut it short. */
export function endCode({ interrupted }: Pick<Shell, 'interrupted'>, own: number): number {
  return interrupted.aborted ? (interrupted.reason as number) : own;
}

/** Puts examples under a command's help: pairs of a command line and what it does. */
export function examples(command: Command, pairs: readonly (readonly [line: string, does: string])[]): Command {
  const width = Math.max(...pairs.map(([line]) => line.length));
  const rows = pairs.map(([line, does]) =>
    width > 52 ? `  $ ${line}\n      ${does}` : `  $ ${line.padEnd(width)}   ${does}`,
  );
  return command.addHelpText('after', `\nExamples:\n${rows.join('\n')}\n`);
}
