/** Small archives made by hand, so that a test can break any rule an archiver keeps. */
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import tar from 'tar-stream';

export interface ZipPart {
  readonly name: string;
  readonly content?: string | Uint8Array;
  /** Unix mode, file type included. */
  readonly mode?: number;
  readonly flags?: number;
}

/** A zip archive with the given entries, whatever their names. */
export function zip(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '', mode = 0o100644, flags = 0x800 } of parts) {
    const raw = Buffer.from(content);
    const packed = deflateRawSync(raw);
    const title = Buffer.from(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(flags, 2);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(raw), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(raw.length, 18);
    head.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, title, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0003'), head, tail, title]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end]);
}

/** A tar archive of header and content pairs. */
export async function tarOf(
  parts: readonly (readonly [Partial<tar.Header> & { readonly name: string }, string])[],
  gzip = false,
): Promise<Buffer> {
  const pack = tar.pack();
  for (const [header, content] of parts) pack.entry(header, content);
  pack.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of pack) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return gzip ? gzipSync(bytes) : bytes;
}
