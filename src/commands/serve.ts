/**
 * `savecheck serve`: the HTTP service. Its log goes to standard error as JSON lines; one line for the person says where it
 * listens. SIGTERM and SIGINT drain; a second one ends at once.
 */
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { DRAIN_MS } from '../limits.ts';
import { countUpTo, oneOf, validateOptions } from '../options/validate.ts';
import { MOST_JOBS } from '../options.ts';
import { defaultDataDirectory } from '../service/data-directory.ts';
import { createLog, LOG_LEVELS } from '../service/log.ts';
import type { RunningServer } from '../service/server.ts';
import { startServer } from '../service/server.ts';
import type { Register, Shell } from './contract.ts';
import { examples } from './contract.ts';

const PORT = 'not a port: a number from 0 to 65535';
const DRAIN = 'not a number of seconds from 0 to 600';

const schema = z.object({
  port: z.coerce.number({ error: PORT }).int(PORT).min(0, PORT).max(65_535, PORT),
  host: z.string().min(1),
  data: z.string().min(1).optional(),
  isolation: z.string().optional(),
  allowBelowFloor: z.boolean().optional(),
  allowHost: z.array(z.string().toLowerCase()).optional(),
  jobs: countUpTo(MOST_JOBS).optional(),
  drain: z.coerce.number({ error: DRAIN }).min(0, DRAIN).max(600, DRAIN).optional(),
  logLevel: oneOf('log level', LOG_LEVELS),
  allowPrivateWebhooks: z.boolean().optional(),
});

function open(raw: unknown): Promise<RunningServer> {
  const options = validateOptions(schema, raw);
  const { drain } = options;
  return startServer({
    host: options.host,
    port: options.port,
    dataDirectory: options.data ?? defaultDataDirectory(),
    log: createLog(options.logLevel),
    slots: options.jobs ?? Math.min(8, availableParallelism()),
    allowBelowFloor: options.allowBelowFloor ?? false,
    hostNames: options.allowHost ?? [],
    privateWebhooks: options.allowPrivateWebhooks ?? false,
    drainMs: drain === undefined ? DRAIN_MS : drain * 1000,
    tier: options.isolation,
  });
}

async function serve(raw: unknown, shell: Shell): Promise<void> {
  shell.tell('savecheck: proving the walls of this machine');
  const server = await open(raw);
  const { tier, degraded } = server.isolation;
  if (tier === null) shell.tell(`savecheck: uploads are refused: ${degraded}`);
  else if (degraded !== null) shell.tell(`savecheck: WARNING: isolation ${degraded}`);
  shell.tell(`savecheck: listening on ${server.url}`);
  const { interrupted } = shell;
  if (!interrupted.aborted)
    await new Promise<void>((resolve) => interrupted.addEventListener('abort', () => resolve(), { once: true }));
  await server.stop();
}

export const register: Register = (command, shell) => {
  command
    .description('Takes artifacts over HTTP and answers with verdicts. What it has accepted survives a crash.')
    .option('--port <number>', 'where to listen; 0 chooses a free one', '8765')
    .option('--host <address>', 'beyond 127.0.0.1 a key must exist', '127.0.0.1')
    .option('--data <directory>', 'jobs, uploads, reports and keys (default: savecheck in the XDG state directory)')
    .option('--isolation <tier>', 'the wall around uploads (default: the strongest that is proven here)')
    .option('--allow-below-floor', 'take uploads though the tier is below the floor')
    .option('--allow-host <name...>', 'names, beside addresses and localhost, that the server answers to')
    .option('--jobs <number>', 'jobs at once (default: one for each processor, at most 8)')
    .option('--drain <seconds>', 'how long running jobs may go on when the server is told to end (default: 20)')
    .option('--log-level <level>', LOG_LEVELS.join(', '), 'info')
    .option('--allow-private-webhooks', 'webhooks may point to this machine and its network; for development')
    .action((options: unknown) => serve(options, shell));
  examples(command, [
    ['savecheck serve', 'on 127.0.0.1:8765'],
    ['savecheck serve --allow-below-floor', 'where no wall is proven, for your own artifacts'],
    ['savecheck serve --host 0.0.0.0 --allow-host verdicts.example', 'for others; needs a key'],
  ]);
};
