/**
 * The options that `verify`, `sweep` and their relatives share. In: a commander command. Out: the same command with the
 * options on it; their values reach `readSettings` as `RawOptions`.
 */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import type { RawOptions } from '../options.ts';
import { TIERS } from '../options.ts';
import { DEFAULT_HOSTS, formats, hosts } from '../registry.ts';

type RawOutput = NonNullable<RawOptions['outputs']>[number];

/** Pairs formats with files in the order they were given: a file belongs to the format before it, else to the one after. */
export class OutputPairs {
  readonly #pairs: { format?: string; file?: string }[] = [];

  get pairs(): readonly RawOutput[] {
    return this.#pairs;
  }

  format(word: string): void {
    const last = this.#pairs.at(-1);
    if (last && last.format === undefined) last.format = word;
    else this.#pairs.push({ format: word });
  }

  file(path: string): void {
    if (path === '') throw new InvalidArgumentError('It names no file.');
    const last = this.#pairs.at(-1);
    if (last && last.file === undefined) last.file = path;
    else this.#pairs.push({ file: path });
  }
}

/** Options of a report: its formats, where they go, and how much it says. */
export function addReportOptions(command: Command, outputs: OutputPairs): Command {
  return command
    .option('--format <name>', `${Object.keys(formats).join(', ')}; may be repeated, each with its --output`, (word) =>
      outputs.format(word),
    )
    .option('--output <file>', 'where the format before it goes; standard output by default', (path) =>
      outputs.file(path),
    )
    .option('--json', 'the same as --format json')
    .option('--fail-on <labels>', 'labels that end with exit code 1, separated by commas, or none (default: lost)')
    .option('--baseline <file>', 'accept what this file lists; written by savecheck baseline')
    .option('--verbose', 'more in the report: the click trace, and what the page showed when refused and accepted');
}

/** Options of a run: where artifacts are opened, and how; what is told on the way; where settings come from. */
export function addRunOptions(command: Command): Command {
  return command
    .option(
      '--host <name...>',
      `hosts to open artifacts in: ${Object.keys(hosts).join(', ')}, or all (default: ${DEFAULT_HOSTS.join(' ')})`,
    )
    .option('--isolation <tier>', `how artifacts are walled off: ${TIERS.join(', ')} (default: thread)`)
    .option('--jobs <n>', 'artifacts at once')
    .option('--timeout <seconds>', 'time one drive may take')
    .option('--no-drive', 'judge by the source alone, at low confidence')
    .option('--save-facts <file>', 'store what was gathered, for verify --replay')
    .option('--quiet', 'nothing on standard error but errors')
    .option('--no-progress', 'no progress on a terminal')
    .option('--config <file>', 'settings file (default: savecheck.config.json or .yaml, or savecheck in package.json)');
}

/**
 * Splits what stood after `--host`: it takes any number of names, and so also swallows targets that follow it. A word
 * that is no host but a file, a glob or `-` is a target.
 */
export function hostsAndTargets<Options extends { readonly host?: readonly string[] }>(
  options: Options,
  targets: readonly string[],
): { options: Options; targets: readonly string[] } {
  const known = new Set([...Object.keys(hosts), 'all']);
  const words = options.host ?? [];
  const swallowed = words.filter(
    (word) => !known.has(word) && (word === '-' || /[*?[\]{}]/.test(word) || existsSync(word)),
  );
  const named = words.filter((word) => !swallowed.includes(word)).flatMap((word) => word.split(','));
  return { options: words.length > 0 ? { ...options, host: named } : options, targets: [...swallowed, ...targets] };
}
