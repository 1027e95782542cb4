/**
 * The manifest of directories: every regular file with its size and SHA-256, taken before a run and compared after it.
 * In: directories. Out: a manifest, or what changed since one. A file that cannot be read is listed, not skipped.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Manifest, ManifestRoot } from '../options/manifest.ts';
import { faultOf } from '../pipeline/collect/file-tree.ts';
import { walk } from '../pipeline/collect/walk.ts';
import { UsageError } from '../usage-error.ts';

export type Change = 'added' | 'modified';

/** What a directory holds now; `identities` are real paths, by path in the root. */
interface Taken {
  readonly root: ManifestRoot;
  readonly identities: ReadonlyMap<string, string>;
}

/** Takes the manifest of directories; null when the signal is aborted. Throws a UsageError for what is no directory. */
export async function takeManifest(directories: readonly string[], signal?: AbortSignal): Promise<Manifest | null> {
  const roots: ManifestRoot[] = [];
  for (const directory of directories) roots.push((await take(directory, signal)).root);
  return signal?.aborted ? null : { roots };
}

async function take(directory: string, signal?: AbortSignal): Promise<Taken> {
  await requireDirectory(directory);
  const walked = await walk(resolve(directory), { everything: true });
  const files: ManifestRoot['files'] = [];
  const unread = walked.failures.map(({ path, code }) => ({ path, code }));
  const identities = new Map<string, string>();
  for (const { path, identity } of walked.files.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    if (signal?.aborted) break;
    identities.set(path, identity);
    try {
      files.push({ path, ...(await digest(identity)) });
    } catch (error) {
      unread.push({ path, code: faultOf(error).code });
    }
  }
  return { root: { directory, files, unread }, identities };
}

/** Throws a UsageError for a path that is no directory. */
export async function requireDirectory(directory: string): Promise<void> {
  try {
    if (!(await stat(directory)).isDirectory()) throw new UsageError(`Not a directory: ${directory}`);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code, detail } = faultOf(error);
    throw new UsageError(code === 'absent' ? `No such directory: ${directory}` : `Cannot read ${directory}: ${detail}`);
  }
}

async function digest(path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Uint8Array);
    size += (chunk as Uint8Array).length;
  }
  return { size, sha256: hash.digest('hex') };
}

/** What changed in a directory since the manifest was taken. */
export interface Changes {
  /** By identity of the file: its real path. */
  readonly byIdentity: ReadonlyMap<string, Change>;
  /** Whether the manifest knows the directory; nothing else is filled in when it does not. */
  readonly known: boolean;
  /** Paths that could not be read when the manifest was taken. */
  readonly unreadBefore: ReadonlySet<string>;
}

/** Compares a directory with its root in the manifest. A file that could not be read before or now counts as changed. */
export async function changesSince(manifest: Manifest, directory: string, of: number): Promise<Changes> {
  const before = rootFor(manifest, directory, of);
  if (!before) return { byIdentity: new Map(), known: false, unreadBefore: new Set() };
  const { root, identities } = await take(directory);
  const old = new Map(before.files.map((file) => [file.path, file.sha256]));
  const unreadBefore = new Set(before.unread.map(({ path }) => path));
  const byIdentity = new Map<string, Change>();
  for (const { path, sha256 } of root.files) {
    if (old.get(path) === sha256) continue;
    byIdentity.set(identities.get(path) as string, old.has(path) || unreadBefore.has(path) ? 'modified' : 'added');
  }
  for (const { path } of root.unread) {
    const identity = identities.get(path);
    if (identity) byIdentity.set(identity, old.has(path) || unreadBefore.has(path) ? 'modified' : 'added');
  }
  return { byIdentity, known: true, unreadBefore };
}

/** By the directory's name, by its absolute path, or, when there is one on either side, the only one. */
function rootFor(manifest: Manifest, directory: string, of: number): ManifestRoot | undefined {
  const [only] = manifest.roots;
  return (
    manifest.roots.find((root) => root.directory === directory) ??
    manifest.roots.find((root) => resolve(root.directory) === resolve(directory)) ??
    (of === 1 && manifest.roots.length === 1 ? only : undefined)
  );
}
