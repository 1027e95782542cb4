/**
 * The body of an upload into files in memory. In: a request. Out: what it is called and its files, by safe relative paths.
 * Refuses, with a Problem, what is too large, encoded, of an unknown kind, hostile as an archive, or without a source.
 */
import { z } from '@hono/zod-openapi';
import { UPLOAD_ARCHIVE_CAPS } from '../../limits.ts';
import { ArchiveFault, archivePaths } from '../../pipeline/collect/archive-paths.ts';
import { languageOf, SOURCE_EXTENSIONS, skippedPath } from '../../pipeline/collect/kinds.ts';
import { archiveKind, readArchive } from '../../pipeline/collect/read-archive.ts';
import { clean } from '../../untrusted.ts';
import type { BundleFile } from '../bundle.ts';
import { MANIFEST_NAME } from '../bundle.ts';
import { Problem } from './problem.ts';
import { read } from './route.ts';
import type { AppContext } from './service.ts';

export interface Upload {
  readonly name: string;
  readonly files: readonly BundleFile[];
}

const ARCHIVE_TYPES = /^application\/(?:zip|x-zip-compressed|x-tar|gzip|x-gzip|x-gtar|x-compressed-tar)$/;

/** A body of sources as JSON. */
export const filesSchema = z
  .strictObject({
    files: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(1024).openapi({ description: 'A relative path with `/` between its parts' }),
          content: z.string(),
          encoding: z.enum(['utf8', 'base64']).default('utf8'),
          sibling: z
            .boolean()
            .default(false)
            .openapi({ description: 'Not to be judged by itself: another file pulls it in' }),
        }),
      )
      .min(1)
      .max(UPLOAD_ARCHIVE_CAPS.entries),
    manifest: z.record(z.string(), z.unknown()).optional().openapi({
      description: 'What `savecheck snapshot` wrote before the run: only files that are new or changed are judged',
    }),
  })
  .openapi('Files');

/** What of a body that is too large is still read, and dropped, as a multiple of the cap. */
const READ_ON = 4;

/**
 * At most `cap` bytes, counted as they come. A body that is somewhat larger is read to its end, since a client that is still
 * sending when the connection closes never sees the answer.
 */
export async function readBody(c: AppContext, cap: number): Promise<Uint8Array> {
  if (c.req.header('content-encoding') !== undefined)
    throw new Problem('media-type', 'A Content-Encoding is not accepted; send the bytes as they are');
  const tooLarge = () => new Problem('too-large', `An upload may have ${cap} bytes`, { Connection: 'close' });
  if (Number(c.req.header('content-length') ?? 0) > cap * READ_ON) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    length += chunk.length;
    if (length > cap * READ_ON) throw tooLarge();
    if (length > cap) chunks.length = 0;
    else chunks.push(chunk);
  }
  if (length > cap) throw tooLarge();
  return Buffer.concat(chunks);
}

const NAMES: Readonly<Record<string, string>> = {
  'text/html': 'artifact.html',
  'application/xhtml+xml': 'artifact.html',
  'text/javascript': 'artifact.js',
  'application/javascript': 'artifact.js',
  'text/x-python': 'artifact.py',
  'application/x-python': 'artifact.py',
};

/** The files of one upload by its media type, its name and, where these leave it open, its first bytes. */
export async function uploadOf(bytes: Uint8Array, mediaType: string, named: string | undefined): Promise<Upload> {
  const upload =
    mediaType === 'application/json' && (named === undefined || languageOf(named) === null)
      ? fromJson(bytes, named)
      : await fromBytes(bytes, mediaType, named);
  const own = upload.files.filter(({ sibling }) => !sibling);
  const sources = own.filter(({ path }) => languageOf(path) !== null);
  // A walk leaves some sources out; a file that was named is always looked at.
  const walked = own.length === upload.files.length && upload.files.length > 1;
  if (!sources.some(({ path }) => !walked || skippedPath(path) === null))
    throw new Problem('nothing-to-verify', `No file is a source: looked for *{${SOURCE_EXTENSIONS.join(',')}}`);
  return upload;
}

async function fromBytes(bytes: Uint8Array, mediaType: string, named: string | undefined): Promise<Upload> {
  const isSource = named !== undefined && languageOf(named) !== null;
  if (!isSource && (ARCHIVE_TYPES.test(mediaType) || archiveKind(bytes) !== null)) {
    const files = await guardArchive(() => readArchive(bytes, UPLOAD_ARCHIVE_CAPS));
    return {
      name: clean(named ?? `${files.size} files`),
      files: [...files].map(([path, content]) => ({ path, bytes: content })),
    };
  }
  const name = named ?? NAMES[mediaType];
  if (name === undefined || languageOf(name) === null)
    throw new Problem(
      'media-type',
      'Send text/html, an archive, JSON, or a source with its file name in ?name=',
      {},
      { known: SOURCE_EXTENSIONS },
    );
  const path = await guardArchive(async () => archivePaths()(name, false));
  return { name: clean(path), files: [{ path, bytes }] };
}

function fromJson(bytes: Uint8Array, named: string | undefined): Upload {
  const { files, manifest } = read(filesSchema, parseJson(bytes), 'body');
  const safe = archivePaths();
  const packed: BundleFile[] = files.map(({ name, content, encoding, sibling }) => ({
    path: guarded(() => safe(name, false)),
    bytes: Buffer.from(content, encoding),
    ...(sibling ? { sibling } : {}),
  }));
  if (manifest !== undefined) {
    const path = guarded(() => safe(MANIFEST_NAME, false));
    packed.push({ path, bytes: Buffer.from(JSON.stringify(manifest)) });
  }
  const [first] = files;
  return { name: clean(named ?? (files.length === 1 && first ? first.name : `${files.length} files`)), files: packed };
}

export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    throw new Problem('bad-request', 'The body is not JSON');
  }
}

function refused(error: unknown): unknown {
  if (!(error instanceof ArchiveFault)) return error;
  const code = error.code === 'archive-too-large' ? 'too-large' : 'archive-refused';
  return new Problem(code, clean(error.message), {}, { reason: error.code });
}

function guarded<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw refused(error);
  }
}

function guardArchive<Value>(work: () => Promise<Value>): Promise<Value> {
  return work().catch((error: unknown) => {
    throw refused(error);
  });
}
