/**
 * The files of one upload as one run of bytes, and back. The same files in any order, from any kind of archive, give the
 * same bytes, so that their SHA-256 names what was uploaded.
 */

/** `path` is relative, with `/` between its parts. */
export interface BundleFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Not to be judged by itself: it is there for what pulls it in. */
  readonly sibling?: boolean;
}

/** A manifest of what was there before travels among the files, under this name. */
export const MANIFEST_NAME = 'savecheck-manifest.json';

interface Packed {
  readonly files: readonly (readonly [path: string, content: string, encoding?: 'base64'])[];
  /** Paths that are not to be judged by themselves. */
  readonly siblings?: readonly string[];
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function pack({ path, bytes }: BundleFile): Packed['files'][number] {
  try {
    return [path, strict.decode(bytes)];
  } catch {
    // Not UTF-8: kept byte for byte; what it says is the collector's question.
    return [path, Buffer.from(bytes).toString('base64'), 'base64'];
  }
}

export function packBundle(files: readonly BundleFile[]): Uint8Array {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const siblings = sorted.filter(({ sibling }) => sibling).map(({ path }) => path);
  const packed: Packed = { files: sorted.map(pack), ...(siblings.length === 0 ? {} : { siblings }) };
  return Buffer.from(JSON.stringify(packed));
}

/** Throws for bytes that `packBundle` did not make. */
export function unpackBundle(bytes: Uint8Array): readonly BundleFile[] {
  const { files, siblings = [] } = JSON.parse(Buffer.from(bytes).toString()) as Packed;
  const aside = new Set(siblings);
  return files.map(([path, content, encoding]) => ({
    path,
    bytes: Buffer.from(content, encoding ?? 'utf8'),
    ...(aside.has(path) ? { sibling: true } : {}),
  }));
}
