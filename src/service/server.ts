/**
 * The service as a whole: store, dispatcher, webhooks, HTTP. In: where to listen and where to keep things. Out: a running
 * server and what stops it. Throws a UsageError when it must not start: an open address without a key, a directory or a
 * port in use; a NotProven for a tier that was named and does not hold.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { isLoopbackHost } from '../endpoint.ts';
import { DRAIN_MS, UPLOAD_BYTES } from '../limits.ts';
import { UsageError } from '../usage-error.ts';
import { identify } from '../verify/identity.ts';
import { cacheScope } from './cache-key.ts';
import { Dispatcher } from './dispatcher.ts';
import { createApp } from './http/app.ts';
import type { Service } from './http/service.ts';
import { InfraFailure } from './infra-failure.ts';
import type { IsolationChoice, TierOffer } from './isolation-floor.ts';
import { chooseIsolation } from './isolation-floor.ts';
import type { KeyStore } from './keys.ts';
import { openKeyStore } from './keys.ts';
import { observeJobs } from './log.ts';
import { createMetrics } from './metrics.ts';
import type { Crossing } from './stores/journal.ts';
import { openSqliteStore } from './stores/sqlite.ts';
import { tierOffers } from './tier-offers.ts';
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
  readonly privateWebhooks?: boolean;
  readonly offers?: readonly TierOffer[];
  /** Told of each place between two durable steps. */
  readonly crossing?: (at: Crossing) => void;
}

export interface RunningServer {
  readonly url: string;
  readonly isolation: IsolationChoice['state'];
  /** Refuses new work, lets running jobs end within the drain, gives the rest back, closes. Safe to call again. */
  stop(): Promise<void>;
}

async function requireSafeAddress(host: string, keys: KeyStore): Promise<boolean> {
  const loopback = isLoopbackHost(host) && host !== '0.0.0.0' && host !== '::';
  if (!loopback && !(await keys.inUse()))
    throw new UsageError(
      `Listening on ${host} lets other machines in, and there is no key`,
      'Make one first: savecheck keys create --tenant NAME',
    );
  return loopback;
}

const NO_RUNNER = async () => {
  throw new InfraFailure('No isolation tier fit for uploads is proven');
};

function listen(service: Service, host: string, port: number) {
  const listener = getRequestListener(createApp(service).fetch);
  const server = createServer(
    { headersTimeout: 15_000, requestTimeout: 120_000, keepAliveTimeout: 10_000, maxHeaderSize: 16 * 1024 },
    (request, response) => void listener(request, response),
  );
  server.maxConnections = 8_192;
  return new Promise<typeof server>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const known = ['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES'].includes(error.code ?? '');
      reject(known ? new UsageError(`Cannot listen on ${host}:${port}: ${error.code}`) : error);
    });
    server.listen(port, host, () => resolve(server));
  });
}

type Closing = readonly (() => unknown)[];

/** Each in its turn, whatever happened to the ones before. The first failure is thrown at the end. */
async function closeAll(steps: Closing): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps)
    await Promise.resolve()
      .then(step)
      .catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { log, slots, dataDirectory, privateWebhooks = false, drainMs = DRAIN_MS } = options;
  const opened: (() => unknown)[] = [];
  try {
    const keys = await openKeyStore(dataDirectory);
    opened.unshift(() => keys.close());
    const loopback = await requireSafeAddress(options.host, keys);
    const { state: isolation, offer } = chooseIsolation(options.offers ?? (await tierOffers()), {
      loopback,
      allowBelowFloor: options.allowBelowFloor ?? false,
      ...(options.tier === undefined ? {} : { tier: options.tier }),
    });
    const crossing = options.crossing ?? (() => undefined);
    const complain = (err: unknown) => log.error({ err }, 'a listener failed');
    const store = await openSqliteStore({ directory: dataDirectory, crossing, complain });
    opened.unshift(() => store.close());
    const metrics = createMetrics(store);
    const runner = await offer?.open(slots);
    if (runner) opened.unshift(() => runner.close());
    const notes = isolation.tier !== null && isolation.degraded !== null ? [`Isolation ${isolation.degraded}`] : [];
    const verify = runner ? verifyUpload({ runner, metrics, lanes: slots, notes }) : NO_RUNNER;
    const dispatcher = new Dispatcher({ store, verify, slots, observer: observeJobs(log, metrics) });
    const webhooks = new WebhookSender({
      store,
      allowPrivate: privateWebhooks,
      outcome: (outcome) => metrics.deliveries.inc({ outcome }),
      storeFailed: (err) => log.error({ err }, 'the store failed'),
      sent: () => crossing('mid-webhook'),
    });
    const { version, engine } = identify('jsdom');
    const watch = new Watch(store);
    let draining = false;
    const service: Service = {
      store,
      dispatcher,
      keys,
      watch,
      metrics,
      log,
      isolation,
      version,
      cacheScope: cacheScope(version, `${engine.name} ${engine.version}`, isolation.tier ?? ''),
      slots,
      dataDirectory,
      uploadBytes: options.uploadBytes ?? UPLOAD_BYTES,
      hostNames: new Set(options.hostNames),
      keyRequired: !loopback,
      privateWebhooks,
      draining: () => draining,
    };
    const server = await listen(service, options.host, options.port);
    if (runner) dispatcher.start();
    webhooks.start();
    const stopUpkeep = startUpkeep(store, log);
    const unlisten = store.onEvent((event) => {
      if (event.kind !== 'terminal') return;
      metrics.ends.inc({ status: String(event.data.status), reason: String(event.data.reason ?? '') });
    });
    let stopping: Promise<void> | undefined;
    const closing: Closing = [
      () => dispatcher.stop(drainMs),
      () => watch.close(),
      () => webhooks.stop(),
      stopUpkeep,
      unlisten,
      () => closeServer(server),
      ...opened,
    ];
    const { address, port, family } = server.address() as AddressInfo;
    return {
      url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
      isolation,
      stop() {
        draining = true;
        stopping ??= closeAll(closing);
        return stopping;
      },
    };
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

/** Answers under way get a moment to be sent; a connection that keeps reading does not hold the process. */
function closeServer(server: Awaited<ReturnType<typeof listen>>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), 1_000);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
