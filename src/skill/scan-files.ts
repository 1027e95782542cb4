/**
 * Scans every artifact source of several targets in this thread. In: targets. Out: findings by file, and what could
 * not be looked at. Pages come first: a script that a page was scanned with is not scanned once more by itself.
 */
import type { Failure } from '../model.ts';
import { languageOf } from '../pipeline/collect/kinds.ts';
import type { ArtifactFinding } from './artifact-findings.ts';
import { artifactFindings, findingsByFile } from './artifact-findings.ts';
import { artifactSourcesIn } from './artifact-sources.ts';
import { readText } from './read-text.ts';
import { scanText } from './scan-text.ts';
import { realOrNull } from './walk-tree.ts';

export function scanFiles(targets: readonly string[]): {
  readonly files: readonly { readonly file: string; readonly findings: readonly ArtifactFinding[] }[];
  readonly failures: readonly Failure[];
} {
  const selected = artifactSourcesIn(targets);
  const failures = [...selected.failures];
  const scans = new Map<string, ArtifactFinding[]>();
  const withPages = new Set<string | null>();
  const isPage = (path: string): boolean => languageOf(path) === 'html';
  for (const { path, root, real } of selected.files.toSorted(
    (a, b) => Number(isPage(b.path)) - Number(isPage(a.path)),
  )) {
    if (withPages.has(real)) {
      scans.set(path, []);
      continue;
    }
    const text = readText(path);
    if (typeof text !== 'string') {
      failures.push(text);
      continue;
    }
    const { outcome, siblings } = scanText(path, text, root);
    scans.set(path, artifactFindings(outcome));
    failures.push(...outcome.failures);
    if (isPage(path)) for (const sibling of siblings) withPages.add(realOrNull(sibling));
  }
  const inOrder = selected.files.flatMap(({ path }) => {
    const findings = scans.get(path);
    return findings ? [{ file: path, findings }] : [];
  });
  return { files: findingsByFile(inOrder), failures };
}
