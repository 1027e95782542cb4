/**
 * The public face `savecheck/harness`: the halves of analyze-skill, for a harness that has one of its own. In: paths
 * and texts. Out: plain objects. Nothing here throws for what it is given, and all but `confirmArtifactRuntime` answer
 * at once.
 */
import './needed-node.ts';
import type { AnalysisFailure, ArtifactFinding } from './skill/artifact-findings.ts';
import { analysisFailures, artifactFindings } from './skill/artifact-findings.ts';
import { artifactSourcesOf } from './skill/artifact-sources.ts';
import { confirmArtifact } from './skill/confirm-artifact.ts';
import { resolveSkillTarget as resolveTarget } from './skill/resolve-skill-target.ts';
import type { Confirmation } from './skill/runtime-confirmation.ts';
import { scanFiles } from './skill/scan-files.ts';
import { scanText } from './skill/scan-text.ts';

export type { PathFinding } from './skill/analyze-skill-text.ts';
export { analyzeSkillText, hasIgnoreMarker } from './skill/analyze-skill-text.ts';
export type { AnalysisFailure, ArtifactFinding, Confirmation };

/**
 * The contract-bearing Markdown of one target: a file, a directory by its shapes, `dir/*.md` or `dir/**\/*.md`.
 * `unscanned` names what is out of the target's scope; `error` says why the target is none, with the shapes that were
 * tried.
 */
export function resolveSkillTarget(
  target: string,
): { files: string[]; unscanned: string[]; failures: AnalysisFailure[] } | { error: string } {
  const resolved = resolveTarget(target);
  if ('error' in resolved) return resolved;
  const { files, unscanned, failures } = resolved;
  return { files: [...files], unscanned: [...unscanned], failures: analysisFailures(failures) };
}

/**
 * The artifact sources of a file or directory; empty for what is not there. Links are followed inside the target only.
 */
export function collectArtifactSources(target: string): { files: string[]; failures: AnalysisFailure[] } {
  const { files, failures } = artifactSourcesOf(target);
  return { files: [...files], failures: analysisFailures(failures) };
}

/**
 * The findings of one source, by its extension; scripts that it names are read from its directory. `failure` is there
 * when something that may hold a write-back could not be analysed: the first such thing, in order of the text.
 */
export function analyzeArtifactFile(
  path: string,
  text: string,
): { findings: ArtifactFinding[]; failure?: AnalysisFailure } {
  const { outcome } = scanText(path, text);
  const [failure] = analysisFailures(outcome.failures);
  return { findings: artifactFindings(outcome), ...(failure ? { failure } : {}) };
}

/** The findings of all sources in the targets, each real file once. `scanned` lists what was read. */
export function analyzeArtifacts(targets: readonly string[]): {
  findings: ArtifactFinding[];
  analysisFailures: AnalysisFailure[];
  scanned: string[];
} {
  const { files, failures } = scanFiles(targets);
  return {
    findings: files.flatMap(({ findings }) => findings),
    analysisFailures: analysisFailures(failures),
    scanned: files.map(({ file }) => file),
  };
}

/**
 * Opens a page in host `cowork`, presses its controls and says what became of its write-backs: the drive alone, never
 * the source. `htmlPath` names the page and tells where its scripts stand. Never rejects.
 */
export function confirmArtifactRuntime(htmlPath: string, html: string): Promise<Confirmation> {
  return confirmArtifact(htmlPath, html);
}
