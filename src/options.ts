/**
 * The settings of a run, from the command line and from a configuration file. In: raw words. Out: checked settings with
 * every default filled in. Throws a UsageError that names the option or key. Configuration is data, never code.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { z } from 'zod';
import type { Label } from './model.ts';
import { LABELS } from './model.ts';
import { countUpTo, oneOf, parseDocument, readDocument, readText, validate } from './options/validate.ts';
import { DEFAULT_HOSTS, formats, hosts } from './registry.ts';
import { alternatives, UsageError, unknownWord } from './usage-error.ts';

export const TIERS = ['thread', 'process', 'container', 'strict'] as const;
export type Tier = (typeof TIERS)[number];

/** More at once gains nothing on any machine. */
export const MOST_JOBS = 64;

/** Where one rendering of the report goes; without a file it goes to standard output. */
interface Output {
  readonly format: string;
  readonly file?: string;
}

/** Settings of `verify`, `sweep` and their relatives. */
export interface Settings {
  readonly hosts: readonly string[];
  readonly isolation: Tier;
  readonly jobs: number;
  /** Milliseconds one drive may take; undefined leaves the tier's own deadline. */
  readonly timeoutMs: number | undefined;
  readonly drive: boolean;
  readonly failOn: readonly Label[];
  readonly baseline: string | undefined;
  readonly since: string | undefined;
  readonly outputs: readonly Output[];
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly progress: boolean;
}

const listOf = <Word extends string>(kind: string, known: readonly Word[]) =>
  z
    .union([z.string().transform((word) => word.split(',').map((part) => part.trim())), z.array(z.string())])
    .pipe(z.array(oneOf(kind, known)).min(1, `names no ${kind}`));

const SECONDS = 'not a number of seconds above 0, at most 3600';
const seconds = z.coerce.number({ error: SECONDS }).positive(SECONDS).max(3600, SECONDS);

/** The keys a configuration file may hold. They are named as the options are, in camel case. */
const configSchema = z.strictObject({
  host: listOf('host', [...Object.keys(hosts), 'all']).optional(),
  isolation: oneOf('isolation tier', TIERS).optional(),
  jobs: countUpTo(MOST_JOBS).optional(),
  timeout: seconds.optional(),
  drive: z.boolean().optional(),
  failOn: listOf('label', [...LABELS, 'none'] as const).optional(),
  format: oneOf('format', Object.keys(formats)).optional(),
  baseline: z.string().min(1).optional(),
  quiet: z.boolean().optional(),
  verbose: z.boolean().optional(),
  progress: z.boolean().optional(),
});
type Config = z.output<typeof configSchema>;

/** What commander hands over: one key an option, as words. */
export interface RawOptions {
  readonly host?: readonly string[];
  readonly isolation?: string;
  readonly jobs?: string;
  readonly timeout?: string;
  readonly drive?: boolean;
  readonly failOn?: string;
  readonly baseline?: string;
  readonly since?: string;
  readonly outputs?: readonly { readonly format?: string; readonly file?: string }[];
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly progress?: boolean;
  readonly config?: string;
}

/** How much of a run is done at once, and how long one drive may take; undefined where nobody said. */
export function readCaps(raw: Pick<RawOptions, 'jobs' | 'timeout'>): { jobs?: number; timeoutMs?: number } {
  const timeout = pick(raw.timeout, '--timeout', configSchema.shape.timeout);
  return { jobs: pick(raw.jobs, '--jobs', configSchema.shape.jobs), timeoutMs: milliseconds(timeout) };
}

/** Checks the options of a command and fills in the configuration file's values and the defaults. */
export function readSettings(raw: RawOptions, cwd = '.'): Settings {
  const config = readConfig(raw.config, cwd);
  const caps = readCaps(raw);
  return {
    hosts: hostsOf(pick(raw.host, '--host', configSchema.shape.host) ?? config.host ?? DEFAULT_HOSTS),
    isolation: pick(raw.isolation, '--isolation', configSchema.shape.isolation) ?? config.isolation ?? 'thread',
    jobs: caps.jobs ?? config.jobs ?? Math.min(8, availableParallelism()),
    timeoutMs: caps.timeoutMs ?? milliseconds(config.timeout),
    drive: raw.drive === false ? false : (config.drive ?? true),
    failOn: labelsOf(pick(raw.failOn, '--fail-on', configSchema.shape.failOn) ?? config.failOn ?? ['lost']),
    baseline: raw.baseline ?? config.baseline,
    since: raw.since,
    outputs: outputsOf(raw, config.format ?? 'text'),
    quiet: raw.quiet ?? config.quiet ?? false,
    verbose: raw.verbose ?? config.verbose ?? false,
    progress: raw.progress === false ? false : (config.progress ?? true),
  };
}

function pick<Schema extends z.ZodType>(value: unknown, option: string, schema: Schema): z.output<Schema> {
  return validate(schema, value, option);
}

function milliseconds(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value * 1000);
}

function hostsOf(words: readonly string[]): readonly string[] {
  return words.includes('all') ? Object.keys(hosts) : [...new Set(words)];
}

function labelsOf(words: readonly (Label | 'none')[]): readonly Label[] {
  const labels = words.filter((word) => word !== 'none');
  if (labels.length > 0 && labels.length < words.length) throw new UsageError('--fail-on: none stands alone');
  return labels;
}

const STANDARD_OUTPUT = ['-', '/dev/stdout'];

/** Pairs every format with its file; at most one goes to standard output. */
function outputsOf(raw: RawOptions, fallback: string): readonly Output[] {
  const named = [...(raw.outputs ?? [])];
  if (raw.json && !named.some(({ format }) => format === 'json')) {
    const open = named.findIndex(({ format }) => format === undefined);
    if (open >= 0) named[open] = { ...named[open], format: 'json' };
    else named.push({ format: 'json' });
  }
  const known = Object.keys(formats);
  const outputs = named.map(({ format, file }) => {
    const name = format ?? formatOfFile(file ?? '') ?? fallback;
    if (!known.includes(name)) throw unknownWord('format', name, known);
    return file === undefined || STANDARD_OUTPUT.includes(file) ? { format: name } : { format: name, file };
  });
  if (outputs.filter(({ file }) => file === undefined).length > 1)
    throw new UsageError('Two formats for standard output', 'Give all but one of them an --output FILE of its own');
  const files = outputs.flatMap(({ file }) => (file === undefined ? [] : [file]));
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) throw new UsageError(`Two formats for one file: ${twice}`);
  return outputs.length === 0 ? [{ format: fallback }] : outputs;
}

function formatOfFile(file: string): string | null {
  const byExtension: Readonly<Record<string, string>> = {
    '.json': 'json',
    '.sarif': 'sarif',
    '.xml': 'junit',
    '.html': 'html',
    '.htm': 'html',
    '.txt': 'text',
  };
  return byExtension[extname(file).toLowerCase()] ?? null;
}

const CONFIG_FILES = ['savecheck.config.json', 'savecheck.config.yaml', 'savecheck.config.yml'];

/** The configuration file that was named, or the one in the working directory, or package.json's `savecheck` key. */
function readConfig(named: string | undefined, cwd: string): Config {
  if (named !== undefined) return fromFile(named);
  const found = CONFIG_FILES.filter((name) => existsSync(join(cwd, name)));
  if (found.length > 1)
    throw new UsageError(
      `Several configuration files: ${alternatives(found)}`,
      'Keep one of them, or name one with --config',
    );
  const [name] = found;
  if (name !== undefined) return fromFile(join(cwd, name));
  const manifest = join(cwd, 'package.json');
  return existsSync(manifest) ? fromPackage(manifest, false) : {};
}

function fromFile(path: string): Config {
  return path.endsWith('package.json') ? fromPackage(path, true) : readDocument(configSchema, path, 'configuration');
}

/** A package.json that cannot be parsed matters only when it was named as the configuration. */
function fromPackage(path: string, required: boolean): Config {
  const text = readText(path, 'configuration');
  if (!required && !text.includes('"savecheck"')) return {};
  const parsed = parseDocument(text, path, 'configuration') as { readonly savecheck?: unknown } | null;
  const key = parsed?.savecheck;
  if (key === undefined || typeof key === 'string') return {};
  return validate(configSchema, key, `${path}, key savecheck`);
}
