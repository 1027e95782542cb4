/**
 * Several targets to the Markdown texts behind them, each real file once across all of them. In: targets. Out: texts under the path
 * they were first reached by, what was left out, and failures; or the first target that is none. Never throws.
 */
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { SOURCE_BYTES } from '../limits.ts';
import type { Failure } from '../model.ts';
import type { TargetError } from './resolve-skill-target.ts';
import { resolveSkillTarget } from './resolve-skill-target.ts';
import { realOrNull, systemCode } from './walk-tree.ts';

export interface ReadText {
  readonly path: string;
  readonly text: string;
}

export interface SkillTexts {
  readonly files: readonly ReadText[];
  readonly unscanned: readonly string[];
  readonly failures: readonly Failure[];
}

/** Resolves and reads every target; a file that cannot be read is a failure. */
export function readSkillTexts(targets: readonly string[]): SkillTexts | TargetError {
  const files: ReadText[] = [];
  const unscanned: string[] = [];
  const failures: Failure[] = [];
  const seen = new Set<string>();
  for (const target of targets) {
    const resolved = resolveSkillTarget(target);
    if ('error' in resolved) return resolved;
    unscanned.push(...resolved.unscanned);
    failures.push(...resolved.failures);
    for (const path of resolved.files) {
      const real = realOrNull(path) ?? path;
      if (seen.has(real)) continue;
      seen.add(real);
      const read = readText(path);
      if (typeof read === 'string') files.push({ path, text: read });
      else failures.push(read);
    }
  }
  const reached = new Set(files.map(({ path }) => dirname(resolve(path))));
  const left = [...new Set(unscanned)].filter((path) => !reached.has(resolve(path)));
  return { files, unscanned: left, failures };
}

/** A file as UTF-8 text; larger than the cap, or unreadable, it is a failure that may hide a candidate. */
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
