/**
 * The service as a whole: store, dispatcher, webhooks, HTTP. In: where to listen and where to keep things. Out: a running
 * server and what stops it. Throws a UsageError when it must not start: an open address without a key, a directory or a
 * port in use; a NotProvenError for a tier that was named and does not hold.
 */
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { isLoopbackHost } from '../endpoint.ts';
import { DISK_FREE_BYTES, DRAIN_MS, UPLOAD_BYTES } from '../limits.ts';
import { UsageError } from '../usage-error.ts';
import { identify } from '../verify/identity.ts';
import { cacheScope } from './cache-key.ts';
import type { JobStore } from './contract.ts';
import { Dispatcher } from './dispatcher.ts';
import { createApp } from './http/app.ts';
import type { Service } from './http/service.ts';
import type { IsolationState, TierOffer } from './isolation-floor.ts';
import type { KeyStore } from './keys.ts';
import { openKeyStore } from './keys.ts';
import { observeJobs } from './log.ts';
import type { Metrics } from './metrics.ts';
import { createMetrics } from './metrics.ts';
import type { Crossing } from './stores/journal.ts';
import { openSqliteStore } from './stores/sqlite.ts';
import { tierOffers } from './tier-offers.ts';
import { TierWatch } from './tier-watch.ts';
import { startUpkeep } from './upkeep.ts';
import { verifyUpload } from './verify-upload.ts';
import { Watch } from './watch.ts';
import { WebhookSender } from './webhooks.ts';

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly dataDirectory: string;
  readonly log: Logger;
  /** Jobs at once. */
  readonly slots: number;
  /** Undefined: the strongest that is proven. */
  readonly tier?: string;
  readonly allowBelowFloor?: boolean;
  readonly hostNames?: readonly string[];
  readonly drainMs?: number;
  readonly uploadBytes?: number;
  readonly diskFreeBytes?: number;
  readonly privateWebhooks?: boolean;
  /** Proves the tiers, instead of what does so on this machine. */
  readonly offers?: () => Promise<readonly TierOffer[]>;
  /** Told of each place between two durable steps. */
  readonly crossing?: (at: Crossing) => void;
}

export interface RunningServer {
  readonly url: string;
  /** As it stands now. */
  readonly isolation: IsolationState;
  /** Refuses new work, lets running jobs end within the drain, gives the rest back, closes. Safe to call again. */
  stop(): Promise<void>;
}

async function requireSafeAddress(host: string, keys: KeyStore): Promise<boolean> {
  const anyone = host === '0.0.0.0' || host === '::';
  const loopback = !anyone && isLoopbackHost(host.includes(':') ? `[${host}]` : host);
  if (!loopback && !(await keys.inUse()))
    throw new UsageError(
      `Listening on ${host} lets other machines in, and there is no key`,
      'Make one first: savecheck keys create --tenant NAME',
    );
  return loopback;
}

function listen(service: Service, host: string, port: number): Promise<Server> {
  const listener = getRequestListener(createApp(service).fetch);
  const server = createServer(
    { headersTimeout: 15_000, requestTimeout: 120_000, keepAliveTimeout: 10_000, maxHeaderSize: 16 * 1024 },
    (request, response) => void listener(request, response),
  );
  server.maxConnections = 8_192;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const known = ['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES'].includes(error.code ?? '');
      const hint = 'Choose another with --port and --host; --port 0 takes one that is free';
      reject(known ? new UsageError(`Cannot listen on ${host}:${port}: ${error.code}`, hint) : error);
    });
    server.listen(port, host, () => resolve(server));
  });
}

/** Each in its turn, whatever happened to the ones before. The first failure is thrown at the end. */
async function closeAll(steps: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps)
    await Promise.resolve()
      .then(step)
      .catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

interface Parts {
  readonly keys: KeyStore;
  readonly keyRequired: boolean;
  readonly tiers: TierWatch;
  readonly store: JobStore;
  readonly metrics: Metrics;
}

/** What has to be closed again is put at the head of `closing` as soon as it is open. */
async function openParts(options: ServerOptions, closing: (() => unknown)[]): Promise<Parts> {
  const { log, dataDirectory, slots, host, tier, allowBelowFloor = false } = options;
  const keys = await openKeyStore(dataDirectory);
  closing.unshift(() => keys.close());
  const loopback = await requireSafeAddress(host, keys);
  const store = await openSqliteStore({
    directory: dataDirectory,
    complain: (err) => log.error({ err }, 'a listener failed'),
    crossing: options.crossing,
  });
  closing.unshift(() => store.close());
  const tiers = await TierWatch.open({
    survey: options.offers ?? (() => tierOffers(tier)),
    wish: { loopback, allowBelowFloor, tier },
    slots,
    log,
  });
  closing.unshift(() => tiers.close());
  return { keys, keyRequired: !loopback, tiers, store, metrics: createMetrics(store) };
}

function openDispatcher({ log, slots }: ServerOptions, { tiers, store, metrics }: Parts): Dispatcher {
  const notes = () => {
    const { degraded } = tiers.state;
    return degraded === null ? [] : [`Isolation ${degraded}`];
  };
  const verify = verifyUpload({ use: (work) => tiers.use(work), metrics, lanes: slots, notes });
  const mayRun = () => tiers.state.tier !== null;
  return new Dispatcher({ store, verify, slots, observer: observeJobs(log, metrics), mayRun });
}

function openSender(
  { log, privateWebhooks = false, crossing }: ServerOptions,
  { store, metrics }: Parts,
): WebhookSender {
  return new WebhookSender({
    store,
    allowPrivate: privateWebhooks,
    outcome: (outcome) => metrics.deliveries.inc({ outcome }),
    storeFailed: (err) => log.error({ err }, 'the store failed'),
    sent: () => crossing?.('mid-webhook'),
  });
}

type Circumstances = Pick<Service, 'dispatcher' | 'watch' | 'draining'>;

function serviceOf(options: ServerOptions, parts: Parts, circumstances: Circumstances): Service {
  const { version, engine } = identify();
  const { tiers } = parts;
  const scope = cacheScope(version, `${engine.name} ${engine.version}`);
  return {
    ...circumstances,
    store: parts.store,
    keys: parts.keys,
    metrics: parts.metrics,
    log: options.log,
    get isolation() {
      return tiers.state;
    },
    version,
    get cacheScope() {
      return scope(tiers.state.tier ?? '');
    },
    slots: options.slots,
    dataDirectory: options.dataDirectory,
    uploadBytes: options.uploadBytes ?? UPLOAD_BYTES,
    diskFreeBytes: options.diskFreeBytes ?? DISK_FREE_BYTES,
    hostNames: new Set(options.hostNames),
    keyRequired: parts.keyRequired,
    privateWebhooks: options.privateWebhooks ?? false,
  };
}

function countEnds({ store, metrics }: Parts): () => void {
  return store.onEvent(({ kind, data }) => {
    if (kind === 'terminal') metrics.ends.inc({ status: String(data.status), reason: String(data.reason ?? '') });
  });
}

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

async function start(options: ServerOptions, opened: (() => unknown)[]): Promise<RunningServer> {
  const parts = await openParts(options, opened);
  const dispatcher = openDispatcher(options, parts);
  const watch = new Watch(parts.store);
  let draining = false;
  const service = serviceOf(options, parts, { dispatcher, watch, draining: () => draining });
  const server = await listen(service, options.host, options.port);
  opened.unshift(() => closeServer(server));
  const sender = openSender(options, parts);
  dispatcher.start();
  sender.start();
  // Readers hear of every end before their connections are closed.
  const closing = [
    () => dispatcher.stop(options.drainMs ?? DRAIN_MS),
    () => watch.close(),
    () => sender.stop(),
    startUpkeep(parts.store, options.log),
    countEnds(parts),
    ...opened,
  ];
  let stopping: Promise<void> | undefined;
  return {
    url: urlOf(server),
    get isolation() {
      return parts.tiers.state;
    },
    stop() {
      draining = true;
      stopping ??= closeAll(closing);
      return stopping;
    },
  };
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const opened: (() => unknown)[] = [];
  try {
    return await start(options, opened);
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

/** Answers under way get a moment to be sent; a connection that keeps reading does not hold the process. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), 1_000);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
