/**
 * One entry to a source: read, decoded, hashed, with its siblings. What cannot be read is a failure, never an exception.
 */
import { createHash } from 'node:crypto';
import { SOURCE_BYTES } from '../../limits.ts';
import type { Failure, Source } from '../../model.ts';
import { decodeBytes } from '../../syntax/decode.ts';
import type { Entry } from './selection.ts';
import type { Gathering } from './siblings.ts';
import { gatherSiblings } from './siblings.ts';
import { vanished } from './walk.ts';

export interface Loaded {
  /** Null when it could not be read. */
  readonly source: Source | null;
  readonly failures: readonly Failure[];
  /** Identities of the siblings that were read. */
  readonly pulled: readonly string[];
  /** The same with further files, each by the paths it may stand under; null when none of them is there and new. */
  further(wanted: readonly (readonly string[])[]): Promise<Loaded | null>;
}

/** Never rejects for what cannot be read: that is a failure of the entry. */
export async function load(entry: Entry): Promise<Loaded> {
  const read = await entry.tree.read(entry.inside, SOURCE_BYTES);
  if (!read.ok) return failed(entry, read.code === 'too-large' ? 'size' : 'read', vanished(read.code), read.detail);
  const decoded = decodeBytes(read.bytes);
  if (!decoded.ok) return failed(entry, 'read', decoded.code, decoded.detail);
  const { path, language } = entry;
  const sha256 = createHash('sha256').update(read.bytes).digest('hex');
  return loaded({ path, language, text: decoded.text, sha256 }, await gatherSiblings(entry, decoded.text));
}

function loaded(alone: Omit<Source, 'siblings' | 'late'>, gathering: Gathering): Loaded {
  const { texts, identities, failures, late } = gathering.done();
  return {
    source: { ...alone, siblings: texts, ...(late.length > 0 ? { late } : {}) },
    failures,
    pulled: identities,
    further: async (wanted) => ((await gathering.further(wanted)) ? loaded(alone, gathering) : null),
  };
}

function failed(entry: Entry, stage: Failure['stage'], code: string, detail: string): Loaded {
  return {
    source: null,
    failures: [{ stage, code, path: entry.path, detail, candidate: true }],
    pulled: [],
    further: async () => null,
  };
}
