/**
 * Where the files of a target are read from: a directory on disk, or an archive or upload held in memory.
 * In: a path relative to the tree's root, with `/`. Out: bytes, or a coded reason. Nothing outside the root is read.
 */
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { isAbsolute, posix, relative, resolve, sep } from 'node:path';

/** Why a file cannot be read. */
type ReadFault = 'absent' | 'outside' | 'unreadable' | 'too-large' | 'not-a-file' | 'symlink-loop' | 'symlink-broken';

export type FileRead =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly identity: string }
  | { readonly ok: false; readonly code: ReadFault; readonly detail: string };

export interface FileTree {
  /** Reads at most `cap` bytes; a larger file is `too-large`. `identity` is equal for two paths to one file. */
  read(path: string, cap: number): Promise<FileRead>;
}

const fault = (code: ReadFault, detail: string): FileRead => ({ ok: false, code, detail });

/** The identity of a file in memory: what holds it (an archive's real path), a NUL, and its path in there. */
export function memoryIdentity(label: string, inside: string): string {
  return `${label}\u0000${inside}`;
}

/** A tree in memory. `label` makes identities of different trees differ. */
export function memoryTree(files: ReadonlyMap<string, Uint8Array>, label: string): FileTree {
  return {
    async read(path, cap) {
      const inside = posix.normalize(path);
      if (inside === '..' || inside.startsWith('../') || inside.startsWith('/')) return fault('outside', path);
      const bytes = files.get(inside);
      if (!bytes) return fault('absent', 'not in the archive');
      if (bytes.length > cap) return fault('too-large', tooLarge(bytes.length, cap));
      return { ok: true, bytes, identity: memoryIdentity(label, inside) };
    },
  };
}

/** A tree on disk. `root` is absolute; a symbolic link may lead anywhere inside it. */
export function diskTree(root: string): FileTree {
  let realRoot: Promise<string> | undefined;
  return {
    async read(path, cap) {
      realRoot ??= realpath(root);
      try {
        const real = await realpath(resolve(root, path));
        if (!isInside(await realRoot, real)) return fault('outside', 'leads outside the target');
        return await readReal(real, cap);
      } catch (error) {
        return faultOf(error);
      }
    },
  };
}

/** Whether `path` is `root` or below it; both absolute and real. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Reads a regular file of at most `cap` bytes without ever waiting on a pipe or a device. */
async function readReal(path: string, cap: number): Promise<FileRead> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return fault('not-a-file', specialKind(stats));
    if (stats.size > cap) return fault('too-large', tooLarge(stats.size, cap));
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of file.createReadStream({ autoClose: false, end: cap })) {
      chunks.push(chunk as Uint8Array);
      length += (chunk as Uint8Array).length;
    }
    if (length > cap) return fault('too-large', tooLarge(length, cap));
    return { ok: true, bytes: Buffer.concat(chunks), identity: path };
  } finally {
    await file.close();
  }
}

interface Kinds {
  isDirectory(): boolean;
  isFIFO(): boolean;
  isSocket(): boolean;
}

/** What a path is that is neither a file nor a link, in words. */
export function specialKind(stats: Kinds): string {
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a named pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

function tooLarge(size: number, cap: number): string {
  return `${size} bytes, at most ${cap} are read`;
}

/** The reason behind an error of the file system. An error of another kind is a bug and is thrown on. */
export function faultOf(error: unknown): FileRead & { readonly ok: false } {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) throw error;
  const faults: Readonly<Record<string, ReadFault>> = {
    ENOENT: 'absent',
    ENOTDIR: 'absent',
    ELOOP: 'symlink-loop',
    EISDIR: 'not-a-file',
    ENXIO: 'not-a-file',
    EOPNOTSUPP: 'not-a-file',
  };
  return { ok: false, code: faults[code] ?? 'unreadable', detail: wordsOf(code) };
}

function wordsOf(code: string): string {
  const words: Readonly<Record<string, string>> = {
    EACCES: 'permission denied',
    EPERM: 'operation not permitted',
    ENOENT: 'no such file',
    ENOTDIR: 'a part of the path is no directory',
    ELOOP: 'symbolic links lead in a circle',
    EISDIR: 'a directory',
    EEXIST: 'there is something else of that name',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    EIO: 'the device reports an error',
    ENAMETOOLONG: 'the path is too long',
    EMFILE: 'too many files are open',
  };
  return words[code] ? `${words[code]} (${code})` : code;
}
