/**
 * `crypto.subtle`: digests and HMAC, computed by the engine; other operations are refused as unsupported.
 * In: an algorithm and bytes. Out: a promise of bytes in the page's realm.
 */
import type { PageHost } from '../bridge.ts';
import { askOf } from '../channels/ask.ts';
import { defineGetters } from '../channels/define.ts';

interface Key {
  readonly type: 'secret';
  readonly extractable: boolean;
  readonly algorithm: object;
  readonly usages: readonly string[];
}

export function installSubtleCrypto(window: Window & typeof globalThis, host: PageHost): void {
  const ask = askOf(host);
  const keys = new WeakMap<Key, { readonly hash: string; readonly bytes: Uint8Array }>();
  const nameOf = (algorithm: unknown) =>
    String(typeof algorithm === 'string' ? algorithm : (algorithm as { name?: unknown } | null)?.name).toUpperCase();
  const hash = (name: string, content: BufferSource, key?: Uint8Array): ArrayBuffer => {
    host.shim('subtle-crypto');
    const hex = ask('hash', { name, content: toHex(bytesOf(content)), ...(key ? { key: toHex(key) } : {}) });
    if (!hex) throw new DOMException(`Unrecognized name: ${name}`, 'NotSupportedError');
    return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)).buffer as ArrayBuffer;
  };
  const refuse = async () => {
    host.shim('subtle-crypto');
    throw new DOMException('The operation is not supported', 'NotSupportedError');
  };
  const keyFrom = (bytes: Uint8Array, algorithm: unknown, extractable: boolean, usages: readonly string[]): Key => {
    const key: Key = { type: 'secret', extractable, algorithm: { name: nameOf(algorithm) }, usages };
    keys.set(key, { hash: nameOf((algorithm as { hash?: unknown }).hash ?? 'SHA-256'), bytes });
    return key;
  };
  const sign = async (_algorithm: unknown, key: Key, content: BufferSource) => {
    const held = keys.get(key);
    return held ? hash(held.hash, content, held.bytes) : refuse();
  };
  const subtle = {
    digest: async (algorithm: unknown, content: BufferSource) => hash(nameOf(algorithm), content),
    importKey: async (
      format: unknown,
      key: BufferSource,
      algorithm: unknown,
      extractable: boolean,
      usages: string[],
    ) => (format === 'raw' ? keyFrom(bytesOf(key), algorithm, extractable, usages) : refuse()),
    generateKey: async (algorithm: unknown, extractable: boolean, usages: string[]) =>
      keyFrom(window.crypto.getRandomValues(new Uint8Array(32)), algorithm, extractable, usages),
    exportKey: async (_format: unknown, key: Key) => keys.get(key)?.bytes.slice().buffer ?? refuse(),
    sign,
    verify: async (algorithm: unknown, key: Key, signature: BufferSource, content: BufferSource) =>
      toHex(new Uint8Array((await sign(algorithm, key, content)) as ArrayBuffer)) === toHex(bytesOf(signature)),
    encrypt: refuse,
    decrypt: refuse,
    deriveBits: refuse,
    deriveKey: refuse,
    wrapKey: refuse,
    unwrapKey: refuse,
  };
  defineGetters(window.Crypto.prototype, { subtle: () => subtle });
}

function bytesOf(source: BufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
