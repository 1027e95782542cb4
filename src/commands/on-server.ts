/**
 * `--server`: a run is done by a server instead of here. In: the options as given. Out: what takes the place of `verify`.
 * Refuses options that only make sense where the artifacts are opened.
 */
import type { Command } from 'commander';
import { optionOf } from '../options/validate.ts';
import type { RawOptions } from '../options.ts';
import { DEFAULT_HOSTS } from '../registry.ts';
import { verifyOnServer } from '../service/client.ts';
import { UsageError } from '../usage-error.ts';
import type { verify } from '../verify.ts';

export interface ServerOptions {
  readonly server?: string;
  readonly key?: string;
}

export function addServerOptions(command: Command): Command {
  return command
    .option('--server <url>', 'let this server do it')
    .option('--key <key>', 'its API key (default: SAVECHECK_KEY of the environment)');
}

const HERE_ONLY = ['isolation', 'jobs', 'baseline', 'saveFacts'] as const;

/** Null without `--server`. */
export function onServer(raw: ServerOptions & RawOptions & { readonly saveFacts?: string }): typeof verify | null {
  const { server } = raw;
  if (server === undefined) {
    if (raw.key !== undefined) throw new UsageError('--key goes with --server');
    return null;
  }
  const odd = HERE_ONLY.find((name) => raw[name] !== undefined);
  if (odd !== undefined)
    throw new UsageError(`${optionOf(odd)} has no effect on a server`, 'Leave it out, or leave --server out');
  const key = raw.key ?? process.env.SAVECHECK_KEY;
  return ({ targets, hosts = DEFAULT_HOSTS, drive = true, archives, changed, timeoutMs, signal, onProgress }) =>
    verifyOnServer({ server, key, targets, hosts, drive, archives, changed, timeoutMs, signal, onProgress });
}
