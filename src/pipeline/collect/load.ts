/**
 * One entry to a source: read, decoded, hashed, with its siblings. What cannot be read is a failure, never an exception.
 */
import { createHash } from 'node:crypto';
import { SOURCE_BYTES } from '../../limits.ts';
import type { Failure, Source } from '../../model.ts';
import { decodeBytes } from '../../syntax/decode.ts';
import { gatherSiblings } from './siblings.ts';
import type { Entry } from './targets.ts';
import { vanished } from './walk.ts';

export interface Loaded {
  /** Null when it could not be read. */
  readonly source: Source | null;
  readonly failures: readonly Failure[];
  /** Identities of the siblings that were read. */
  readonly pulled: readonly string[];
}

export async function load(entry: Entry): Promise<Loaded> {
  const read = await entry.tree.read(entry.inside, SOURCE_BYTES);
  if (!read.ok) return failed(entry, read.code === 'too-large' ? 'size' : 'read', vanished(read.code), read.detail);
  const decoded = decodeBytes(read.bytes);
  if (!decoded.ok) return failed(entry, 'read', decoded.code, decoded.detail);
  const siblings = await gatherSiblings(entry, decoded.text);
  const source: Source = {
    path: entry.path,
    language: entry.language,
    text: decoded.text,
    sha256: createHash('sha256').update(read.bytes).digest('hex'),
    siblings: siblings.texts,
  };
  return { source, failures: siblings.failures, pulled: siblings.identities };
}

function failed(entry: Entry, stage: Failure['stage'], code: string, detail: string): Loaded {
  return { source: null, failures: [{ stage, code, path: entry.path, detail, candidate: true }], pulled: [] };
}
