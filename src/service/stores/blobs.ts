/**
 * Bytes under their SHA-256, in a directory. A blob is whole and durable before its name appears: written aside,
 * synced, renamed, the directory synced. `pin` keeps a sweep from removing what a transaction is about to refer to.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, statSync, unlinkSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export interface Blobs {
  /** Runs `use` with the bytes stored and safe from a sweep until it has resolved. */
  put<Value>(bytes: Uint8Array, sha: string, use: () => Promise<Value>): Promise<Value>;
  /** Throws when the blob is not there or does not hash to its name. */
  get(sha: string): Promise<Uint8Array>;
  /** The bytes freed; 0 when pinned or not there. Synchronous: no pin can come between the look and the removal. */
  removeUnlessPinned(sha: string): number;
  /** Names of blobs, and nothing else, last changed before `before` (ms since 1970). Unfinished writes of that age are removed. */
  olderThan(before: number): AsyncGenerator<string>;
}

const NAME = /^[0-9a-f]{64}$/;

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** mkdir -p, with every new name synced into its parent. */
async function makeDirectory(root: string, parts: readonly string[]): Promise<string> {
  let path = root;
  for (const part of parts) {
    const next = join(path, part);
    const made = await mkdir(next).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
    if (made) await syncDirectory(path);
    path = next;
  }
  return path;
}

async function writeWhole(aside: string, path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(aside, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(aside, path);
}

/** `root` must exist. */
export function blobDirectory(root: string): Blobs {
  const pins = new Map<string, number>();
  const folders = (sha: string) => [sha.slice(0, 2), sha.slice(2, 4)];
  const pathOf = (sha: string) => join(root, ...folders(sha), sha);

  async function store(bytes: Uint8Array, sha: string): Promise<void> {
    const path = pathOf(sha);
    if (existsSync(path) && statSync(path).size === bytes.length) {
      // Another put may have renamed it and not yet synced the name.
      await syncDirectory(dirname(path));
      return;
    }
    const folder = await makeDirectory(root, folders(sha));
    await writeWhole(join(folder, `${randomUUID()}.part`), path, bytes);
    await syncDirectory(folder);
  }

  return {
    async put(bytes, sha, use) {
      pins.set(sha, (pins.get(sha) ?? 0) + 1);
      try {
        await store(bytes, sha);
        return await use();
      } finally {
        const left = (pins.get(sha) ?? 1) - 1;
        if (left === 0) pins.delete(sha);
        else pins.set(sha, left);
      }
    },
    async get(sha) {
      const bytes = await readFile(pathOf(sha));
      if (sha256(bytes) !== sha) throw new Error(`The stored bytes of ${sha} are damaged`);
      return bytes;
    },
    removeUnlessPinned(sha) {
      const path = pathOf(sha);
      if (pins.has(sha) || !existsSync(path)) return 0;
      const { size } = statSync(path);
      unlinkSync(path);
      return size;
    },
    async *olderThan(before) {
      for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const found = await stat(path).catch(() => null);
        if (found === null || found.mtimeMs >= before) continue;
        if (NAME.test(entry.name)) yield entry.name;
        else if (entry.name.endsWith('.part')) await rm(path, { force: true });
      }
    },
  };
}
