/**
 * A file to its text. In: a path. Out: the decoded text, or a failure that may hide a candidate. Refuses files over
 * the source cap.
 */
import { readFileSync, statSync } from 'node:fs';
import { SOURCE_BYTES } from '../limits.ts';
import type { Failure, Stage } from '../model.ts';
import { faultOf } from '../pipeline/collect/file-tree.ts';
import { decodeBytes } from '../syntax/decode.ts';

export function readText(path: string): string | Failure {
  const failure = (stage: Stage, code: string, detail: string): Failure => ({
    stage,
    code,
    path,
    detail,
    candidate: true,
  });
  try {
    const { size } = statSync(path);
    if (size > SOURCE_BYTES) return failure('size', 'too-large', `${size} bytes, at most ${SOURCE_BYTES} are read`);
    const decoded = decodeBytes(readFileSync(path));
    return decoded.ok ? decoded.text : failure('read', decoded.code, decoded.detail);
  } catch (error) {
    return failure('read', 'unreadable', faultOf(error).detail);
  }
}
