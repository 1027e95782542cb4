/**
 * What the routes work with, and what a request carries on its way. Types only.
 */
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { JobStore } from '../contract.ts';
import type { Dispatcher } from '../dispatcher.ts';
import type { Caller, KeyStore } from '../keys.ts';
import type { Metrics } from '../metrics.ts';
import type { WatchedIsolation } from '../tier-watch.ts';
import type { Watch } from '../watch.ts';

export interface Service {
  readonly store: JobStore;
  readonly dispatcher: Dispatcher;
  readonly keys: KeyStore;
  readonly watch: Watch;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly isolation: WatchedIsolation;
  readonly version: string;
  /** What the key of a verdict depends on beside the upload and its options. */
  readonly cacheScope: string;
  readonly slots: number;
  readonly dataDirectory: string;
  readonly uploadBytes: number;
  /** Bytes that must stay free on the disk. */
  readonly diskFreeBytes: number;
  /** Names, beside this machine's own and plain addresses, that the server answers to. */
  readonly hostNames: ReadonlySet<string>;
  /** A server that other machines reach takes no request without a key. */
  readonly keyRequired: boolean;
  /** Webhooks may point to this machine and its network; for tests and development. */
  readonly privateWebhooks: boolean;
  draining(): boolean;
}

export interface AppEnv {
  Variables: {
    requestId: string;
    traceparent: string;
    traceId: string;
    caller: Caller;
    /** A name for logs: what the request turned out to be about. */
    job?: string;
  };
}

export type App = OpenAPIHono<AppEnv>;
export type AppContext = Context<AppEnv>;
