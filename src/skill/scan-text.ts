/**
 * Scans one source in this thread, for callers that do not wait. In: a path and a text. Out: what a scan yields; never
 * throws. Steps, not a clock, end a scan that goes on too long. Every part is loaded when this module is.
 */
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { SOURCE_BYTES } from '../limits.ts';
import type { Failure, LanguageName, ScanOutcome } from '../model.ts';
import { languageOf, SOURCE_EXTENSIONS } from '../pipeline/collect/kinds.ts';
import { scan } from '../pipeline/scan.ts';
import { languages, scanParts } from '../registry.ts';
import { readSiblings } from './read-siblings.ts';

const names = Object.keys(languages) as LanguageName[];
const parts = new Map(await Promise.all(names.map(async (name) => [name, await scanParts(name)] as const)));

interface ScannedText {
  readonly outcome: ScanOutcome;
  /** Paths of the files that were read along with it. */
  readonly siblings: readonly string[];
}

/** `boundary` is the directory outside of which no sibling is read; without one it is the source's own. */
export function scanText(path: string, text: string, boundary: string = dirname(path)): ScannedText {
  const failed = (stage: Failure['stage'], code: string, detail: string): ScannedText => ({
    outcome: { path, candidates: 0, findings: [], failures: [{ stage, code, path, detail, candidate: true }] },
    siblings: [],
  });
  const name = languageOf(path);
  const taken = name === null ? undefined : parts.get(name);
  if (name === null || !taken) return failed('select', 'unknown-kind', `read are ${SOURCE_EXTENSIONS.join(' ')} only`);
  if (text.length > SOURCE_BYTES)
    return failed('size', 'too-large', `${text.length} characters, at most ${SOURCE_BYTES}`);
  const siblings = readSiblings(path, text, boundary);
  const sha256 = createHash('sha256').update(text).digest('hex');
  const outcome = scan({ path, language: name, text, sha256, siblings: siblings.texts }, taken);
  return {
    outcome: { ...outcome, failures: [...siblings.failures, ...outcome.failures] },
    siblings: Object.keys(siblings.texts).map((key) => join(dirname(path), key)),
  };
}
