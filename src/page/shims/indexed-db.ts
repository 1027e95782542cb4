/**
 * `indexedDB`, in memory. In: calls of the page. Out: a database of the fake-indexeddb package, made when first asked
 * for; what is put into it is recorded as kept.
 */
import type { PageHost } from '../bridge.ts';
import { askOf } from '../channels/ask.ts';

declare function require(name: 'fake-indexeddb'): typeof import('fake-indexeddb');

const NAMES = [
  'IDBCursor',
  'IDBCursorWithValue',
  'IDBDatabase',
  'IDBFactory',
  'IDBIndex',
  'IDBKeyRange',
  'IDBObjectStore',
  'IDBOpenDBRequest',
  'IDBRequest',
  'IDBTransaction',
  'IDBVersionChangeEvent',
  'indexedDB',
] as const;

export function installIndexedDb(window: Window & typeof globalThis, host: PageHost): void {
  let parts: typeof import('fake-indexeddb') | null = null;
  const load = () => {
    if (parts) return parts;
    host.shim('indexed-db');
    // A bundled `require` evaluates the package when it is first needed, once in a window.
    parts = require('fake-indexeddb');
    recordWrites(parts, host);
    return parts;
  };
  for (const name of NAMES)
    Object.defineProperty(window, name, {
      configurable: true,
      enumerable: name === 'indexedDB',
      get: () => load()[name],
      set: (value) => Object.defineProperty(window, name, { value, writable: true, configurable: true }),
    });
}

function recordWrites(parts: typeof import('fake-indexeddb'), host: PageHost): void {
  const ask = askOf(host);
  const store = parts.IDBObjectStore.prototype;
  for (const name of ['put', 'add'] as const) {
    const original = store[name];
    store[name] = function write(this: typeof store, value: unknown, key?: IDBValidKey) {
      ask('keep', { channel: 'storage', name: `indexedDB/${this.name}`, body: JSON.stringify(value) ?? '' });
      return original.call(this, value, key as never);
    } as typeof original;
  }
}
