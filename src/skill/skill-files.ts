/**
 * Several targets to the Markdown files behind them, each real file once across all of them. In: targets. Out: paths
 * under the name they were first reached by, what was left out, and failures; or the first target that is none. Never
 * throws.
 */
import { dirname, resolve } from 'node:path';
import type { Failure } from '../model.ts';
import type { SkillTarget, TargetError } from './resolve-skill-target.ts';
import { resolveSkillTarget } from './resolve-skill-target.ts';
import { realOrNull } from './walk-tree.ts';

export function skillFilesIn(targets: readonly string[]): SkillTarget | TargetError {
  const files = new Map<string, string>();
  const unscanned = new Set<string>();
  const failures: Failure[] = [];
  for (const target of targets) {
    const resolved = resolveSkillTarget(target);
    if ('error' in resolved) return resolved;
    for (const path of resolved.unscanned) unscanned.add(path);
    failures.push(...resolved.failures);
    for (const path of resolved.files) {
      const real = realOrNull(path) ?? path;
      if (!files.has(real)) files.set(real, path);
    }
  }
  const paths = [...files.values()];
  const reached = new Set(paths.map((path) => dirname(resolve(path))));
  const left = [...unscanned].filter((path) => !reached.has(resolve(path)));
  return { files: paths, unscanned: left, failures };
}
