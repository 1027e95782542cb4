/**
 * `savecheck keys create|list|revoke`: the keys of the service. Works beside a running server, which knows at once.
 */
import { z } from 'zod';
import { countUpTo, oneOf, validateOptions } from '../options/validate.ts';
import { defaultDataDirectory } from '../service/data-directory.ts';
import type { ApiKey, KeyStore } from '../service/keys.ts';
import { openKeyStore, SCOPES } from '../service/keys.ts';
import { UsageError } from '../usage-error.ts';
import type { Register, Shell } from './contract.ts';
import { examples } from './contract.ts';

const count = countUpTo(1_000_000);
const createSchema = z.object({
  tenant: z.string().regex(/^[\w.-]{1,64}$/, 'letters, digits, dots, dashes; at most 64'),
  scope: z.array(oneOf('scope', SCOPES)).optional(),
  rate: count.optional(),
  maxQueued: count.optional(),
  maxRunning: count.optional(),
});

interface Options {
  readonly data?: string;
  readonly json?: boolean;
}

async function withKeys(options: Options, work: (keys: KeyStore) => Promise<void>): Promise<void> {
  const keys = await openKeyStore(options.data ?? defaultDataDirectory());
  try {
    await work(keys);
  } finally {
    await keys.close();
  }
}

function create(raw: Options, shell: Shell): Promise<void> {
  const options = validateOptions(createSchema, raw);
  return withKeys(raw, async (keys) => {
    const { tenant, scope: scopes, rate: ratePerMinute, maxQueued, maxRunning } = options;
    const { secret, key } = await keys.create({ tenant, scopes, ratePerMinute, maxQueued, maxRunning });
    shell.tell(`Key ${key.id} of tenant ${key.tenant}. It is shown this once:`);
    await shell.print(raw.json ? `${JSON.stringify({ key: secret, ...key }, null, 2)}\n` : `${secret}\n`);
  });
}

function line(key: ApiKey): string {
  const state = key.revoked === null ? 'active' : 'revoked';
  const used = key.lastUsed === null ? 'never' : new Date(key.lastUsed).toISOString();
  return `${key.id}  ${state.padEnd(7)}  ${key.tenant}  ${key.scopes.join(',')}  used ${used}\n`;
}

function list(options: Options, shell: Shell): Promise<void> {
  return withKeys(options, async (keys) => {
    const all = await keys.list();
    if (all.length === 0) shell.tell('No keys. Make one: savecheck keys create --tenant NAME');
    await shell.print(options.json ? `${JSON.stringify(all, null, 2)}\n` : all.map(line).join(''));
  });
}

function revoke(id: string, options: Options, shell: Shell): Promise<void> {
  return withKeys(options, async (keys) => {
    if (!(await keys.revoke(id))) throw new UsageError(`No active key ${id}`, 'See savecheck keys list');
    shell.tell(`Key ${id} no longer works`);
  });
}

export const register: Register = (command, shell) => {
  command.description('Makes, lists and revokes API keys. With the first key, every request needs one.');
  const sub = (usage: string, summary: string) =>
    command
      .command(usage)
      .description(summary)
      .option('--data <directory>', 'the data directory of the server')
      .option('--json', 'as JSON');
  sub('create', 'Makes a key and shows it, once')
    .requiredOption('--tenant <name>', 'whose jobs the key sees')
    .option('--scope <scope...>', `what it may do: ${SCOPES.join(', ')} (default: all)`)
    .option('--rate <number>', 'requests in a minute')
    .option('--max-queued <number>', 'jobs that may wait')
    .option('--max-running <number>', 'jobs that may run at once')
    .action((options: Options) => create(options, shell));
  sub('list', 'Lists the keys, without what is secret about them').action((options: Options) => list(options, shell));
  sub('revoke <id>', 'Stops a key at once').action((id: string, options: Options) => revoke(id, options, shell));
  examples(command, [
    ['savecheck keys create --tenant ci', 'a key for everything the tenant ci does'],
    ['savecheck keys create --tenant dash --scope read', 'one that only reads'],
    ['savecheck keys revoke 01a2…', 'stop one at once'],
  ]);
};
