/**
 * An archive in memory to its files in memory: zip, tar, and tar in gzip, told apart by their first bytes.
 * Nothing is extracted to disk; what reads an archive is loaded for one. Throws an ArchiveFault for what is damaged, hostile or
 * over a cap; declared sizes are not believed.
 */
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Entry } from 'yauzl';
import { ARCHIVE_CAPS, ARCHIVE_RATIO_FREE_BYTES } from '../../limits.ts';
import { ArchiveFault, archivePaths } from './archive-paths.ts';

export interface ArchiveCaps {
  /** Files and directories in the archive. */
  readonly entries: number;
  /** Bytes of all files together, inflated. */
  readonly bytes: number;
  /** Inflated bytes for each byte of the archive. */
  readonly ratio: number;
}

export type ArchiveKind = 'zip' | 'tar' | 'tar.gz';

/** The kind of an archive by its first bytes, or null for another kind of file. */
export function archiveKind(bytes: Uint8Array): ArchiveKind | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512));
  if (head.length >= 4 && head.readUInt16BE(0) === 0x504b && [0x0304, 0x0506].includes(head.readUInt16BE(2)))
    return 'zip';
  if (head[0] === 0x1f && head[1] === 0x8b) return 'tar.gz';
  return head.subarray(257, 262).toString('latin1') === 'ustar' ? 'tar' : null;
}

/** Every regular file of the archive, by safe path, in the archive's order. */
export async function readArchive(
  bytes: Uint8Array,
  caps: ArchiveCaps = ARCHIVE_CAPS,
): Promise<Map<string, Uint8Array>> {
  const kind = archiveKind(bytes);
  if (kind === null) throw new ArchiveFault('archive-unknown', 'neither zip, tar nor tar.gz');
  const budget = new Budget(bytes.length, caps);
  try {
    return kind === 'zip' ? await readZip(bytes, budget) : await readTar(bytes, kind === 'tar.gz', budget);
  } catch (error) {
    if (error instanceof ArchiveFault) throw error;
    throw new ArchiveFault('archive-damaged', (error as Error).message);
  }
}

/** Counts what comes out of an archive while it comes out. */
class Budget {
  readonly path = archivePaths();
  #bytes = 0;
  #entries = 0;
  readonly #packed: number;
  readonly #caps: ArchiveCaps;

  constructor(packed: number, caps: ArchiveCaps) {
    this.#packed = packed;
    this.#caps = caps;
  }

  entry(): void {
    if (++this.#entries > this.#caps.entries)
      throw new ArchiveFault('archive-too-many', `more than ${this.#caps.entries} entries`);
  }

  take(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#caps.bytes)
      throw new ArchiveFault('archive-too-large', `more than ${this.#caps.bytes} bytes inside`);
    if (this.#bytes > ARCHIVE_RATIO_FREE_BYTES && this.#bytes > this.#packed * this.#caps.ratio)
      throw new ArchiveFault('archive-ratio', `inflates to more than ${this.#caps.ratio} times its size`);
  }

  async all(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream) {
      this.take(chunk.length);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

async function readZip(bytes: Uint8Array, budget: Budget): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const { fromBufferPromise } = await import('yauzl');
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
    lazyEntries: true,
    // Names are judged by our own rules, which say which name is refused.
    decodeStrings: true,
    strictFileNames: true,
  });
  for await (const entry of zip.eachEntry()) {
    budget.entry();
    const name = entry.fileName;
    if (isZipLink(entry)) throw new ArchiveFault('archive-link', `a symbolic link: ${name}`);
    if (entry.isEncrypted()) throw new ArchiveFault('archive-encrypted', `encrypted: ${name}`);
    const isDirectory = name.endsWith('/');
    const path = budget.path(name, isDirectory);
    if (!isDirectory) files.set(path, await budget.all(await zip.openReadStreamPromise(entry)));
  }
  return files;
}

/** Unix archivers keep the file mode in the upper half; 0o120000 is a symbolic link. */
function isZipLink(entry: Entry): boolean {
  return ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
}

async function readTar(bytes: Uint8Array, zipped: boolean, budget: Budget): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const { extract: extraction } = await import('tar-stream');
  const extract = extraction();
  const count = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      try {
        budget.take(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  const packed = Readable.from([bytes]);
  const fed = zipped ? pipeline(packed, createGunzip(), count, extract) : pipeline(packed, count, extract);
  const read = (async () => {
    for await (const entry of extract) {
      budget.entry();
      const { name, type } = entry.header;
      if (type !== 'file' && type !== 'contiguous-file' && type !== 'directory')
        throw new ArchiveFault('archive-link', `a ${type ?? 'special file'}: ${name}`);
      // `tar -C dir .` begins with the directory itself, which has no name of its own.
      if (type === 'directory' && /^\.?\/?$/.test(name)) {
        entry.resume();
        continue;
      }
      const path = budget.path(name, type === 'directory');
      const chunks: Uint8Array[] = [];
      for await (const chunk of entry) chunks.push(chunk as Uint8Array);
      if (type !== 'directory') files.set(path, Buffer.concat(chunks));
    }
  })();
  const ends = await Promise.allSettled([fed, read]);
  const faults = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []));
  const first = faults.find((reason) => reason instanceof ArchiveFault) ?? faults[0];
  if (first) throw first;
  return files;
}
