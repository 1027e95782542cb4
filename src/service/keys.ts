/**
 * API keys, in a database of their own that the server and the command line open at the same time. In: the data
 * directory. A key is shown once, when it is made; only its SHA-256 is kept. A revoked key stops working at once.
 */
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { join } from 'node:path';
import type { Kysely, Selectable } from 'kysely';
import { REQUESTS_PER_MINUTE, TENANT_QUEUED } from '../limits.ts';
import { openDirectory } from './data-directory.ts';
import { sha256 } from './stores/blobs.ts';
import { migrate, statements } from './stores/migrations.ts';
import { openDatabase } from './stores/node-sqlite.ts';

export const SCOPES = ['read', 'verify', 'webhooks'] as const;
export type Scope = (typeof SCOPES)[number];

/** Whoever makes a request, and what they may do. */
export interface Caller {
  readonly tenant: string;
  readonly scopes: readonly Scope[];
  readonly ratePerMinute: number;
  readonly maxQueued: number;
  /** Null: as many as there are slots. */
  readonly maxRunning: number | null;
}

export interface ApiKey extends Caller {
  readonly id: string;
  readonly created: number;
  readonly lastUsed: number | null;
  readonly revoked: number | null;
}

interface KeyTable {
  id: string;
  tenant: string;
  hash: string;
  scopes: string;
  rate_per_minute: number;
  max_queued: number;
  max_running: number | null;
  created: number;
  last_used: number | null;
  revoked: number | null;
}

interface NewKey {
  readonly tenant: string;
  readonly scopes?: readonly Scope[];
  readonly ratePerMinute?: number;
  readonly maxQueued?: number;
  readonly maxRunning?: number;
}

export interface KeyStore {
  /** The key itself is in the answer and nowhere else. */
  create(key: NewKey): Promise<{ readonly secret: string; readonly key: ApiKey }>;
  list(): Promise<readonly ApiKey[]>;
  /** False when there is no such key, or it was revoked before. */
  revoke(id: string): Promise<boolean>;
  find(secret: string): Promise<ApiKey | null>;
  /** Whether any key works: then every request needs one. */
  inUse(): Promise<boolean>;
  close(): Promise<void>;
}

/** The only user of a server that has no keys and listens on this machine alone. */
export const LOCAL_CALLER: Caller = {
  tenant: 'local',
  scopes: SCOPES,
  ratePerMinute: REQUESTS_PER_MINUTE,
  maxQueued: TENANT_QUEUED,
  maxRunning: null,
};

const STEPS = {
  '0001-keys': statements(
    `CREATE TABLE api_key (id TEXT PRIMARY KEY, tenant TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, scopes TEXT NOT NULL,
       rate_per_minute INTEGER NOT NULL, max_queued INTEGER NOT NULL, max_running INTEGER,
       created INTEGER NOT NULL, last_used INTEGER, revoked INTEGER) STRICT`,
  ),
};

/** Milliseconds between two notes of a key's use. */
const USE_NOTED_MS = 60_000;

function keyOf(row: Selectable<KeyTable>): ApiKey {
  return {
    id: row.id,
    tenant: row.tenant,
    scopes: row.scopes.split(' ') as Scope[],
    ratePerMinute: row.rate_per_minute,
    maxQueued: row.max_queued,
    maxRunning: row.max_running,
    created: row.created,
    lastUsed: row.last_used,
    revoked: row.revoked,
  };
}

async function create(db: Kysely<{ api_key: KeyTable }>, wanted: NewKey): ReturnType<KeyStore['create']> {
  const secret = `savecheck_${randomBytes(32).toString('base64url')}`;
  const row = {
    id: randomUUIDv7(),
    tenant: wanted.tenant,
    hash: sha256(secret),
    scopes: (wanted.scopes ?? SCOPES).join(' '),
    rate_per_minute: wanted.ratePerMinute ?? REQUESTS_PER_MINUTE,
    max_queued: wanted.maxQueued ?? TENANT_QUEUED,
    max_running: wanted.maxRunning ?? null,
    created: Date.now(),
    last_used: null,
    revoked: null,
  };
  await db.insertInto('api_key').values(row).execute();
  return { secret, key: keyOf(row) };
}

async function find(db: Kysely<{ api_key: KeyTable }>, secret: string): Promise<ApiKey | null> {
  // Found by hash: how long that takes says nothing about a key.
  const row = await db
    .selectFrom('api_key')
    .selectAll()
    .where('hash', '=', sha256(secret))
    .where('revoked', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const now = Date.now();
  if (now - (row.last_used ?? 0) > USE_NOTED_MS)
    await db.updateTable('api_key').set({ last_used: now }).where('id', '=', row.id).execute();
  return keyOf(row);
}

export async function openKeyStore(directory: string): Promise<KeyStore> {
  await openDirectory(directory);
  const path = join(directory, 'keys.sqlite');
  const db = openDatabase<{ api_key: KeyTable }>(path, false);
  await migrate(db, STEPS, path);
  return {
    create: (key) => create(db, key),
    list: async () => (await db.selectFrom('api_key').selectAll().orderBy('id').execute()).map(keyOf),
    async revoke(id) {
      const revoked = await db
        .updateTable('api_key')
        .set({ revoked: Date.now() })
        .where('id', '=', id)
        .where('revoked', 'is', null)
        .executeTakeFirst();
      return revoked.numUpdatedRows > 0n;
    },
    find: (secret) => find(db, secret),
    async inUse() {
      const one = await db.selectFrom('api_key').select('id').where('revoked', 'is', null).limit(1).executeTakeFirst();
      return one !== undefined;
    },
    close: () => db.destroy(),
  };
}
