/** A file to its text. In: a path. Out: UTF-8 text, or a failure that may hide a candidate. Refuses files over the source cap. */
import { readFileSync, statSync } from 'node:fs';
import { SOURCE_BYTES } from '../limits.ts';
import type { Failure } from '../model.ts';
import { systemCode } from './walk-tree.ts';

export function readText(path: string): string | Failure {
  try {
    const { size } = statSync(path);
    if (size <= SOURCE_BYTES) return readFileSync(path, 'utf8');
    const detail = `${size} bytes, at most ${SOURCE_BYTES} are read`;
    return { stage: 'size', code: 'too-large', path, detail, candidate: true };
  } catch (error) {
    return { stage: 'read', code: 'unreadable', path, detail: systemCode(error), candidate: true };
  }
}
