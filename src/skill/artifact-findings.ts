/**
 * What a scan found in a source, the way analyze-skill reports it. In: a scan outcome, or failures. Out: findings with
 * rule, severity and words, most severe first; and the failures that may hide a write-back, since only those are
 * "could not verify".
 */
import { wordFinding } from '../formats/words.ts';
import type { Failure, Place, RuleName, ScanOutcome, Severity } from '../model.ts';
import { countsAs } from '../pipeline/consequence.ts';

export interface ArtifactFinding extends Place {
  readonly rule: RuleName;
  readonly severity: Severity;
  readonly message: string;
}

/** The stages a reader of analyze-skill knows. */
type AnalysisStage = 'select' | 'read' | 'size' | 'extract' | 'parse' | 'node-limit' | 'deadline' | 'unsupported-guard';

export interface AnalysisFailure {
  readonly path: string;
  readonly stage: AnalysisStage;
  readonly reason: string;
  /** 1-based, where it is known. */
  readonly line?: number;
}

/** A source's findings, errors first, then in order of the text. */
export function artifactFindings({ findings }: ScanOutcome): ArtifactFinding[] {
  const reported = findings.map((finding): ArtifactFinding => {
    const { rule, severity } = countsAs(finding.consequence);
    return {
      rule,
      severity,
      path: finding.path,
      line: finding.line,
      column: finding.column,
      message: wordFinding(finding),
    };
  });
  return reported.sort(bySeverity);
}

/**
 * Findings under the file they stand in. A page is scanned with the scripts beside it, so one finding may come from
 * several scans; it counts once. A finding in a file that was not selected itself stays with the source that led
 * there.
 */
export function findingsByFile(
  scans: readonly { readonly file: string; readonly findings: readonly ArtifactFinding[] }[],
): { file: string; findings: ArtifactFinding[] }[] {
  const byFile = new Map<string, ArtifactFinding[]>(scans.map(({ file }) => [file, []]));
  const seen = new Set<string>();
  for (const { file, findings } of scans) {
    for (const finding of findings) {
      const key = JSON.stringify([finding.path, finding.line, finding.column, finding.rule, finding.message]);
      if (!seen.has(key)) (byFile.get(finding.path) ?? byFile.get(file))?.push(finding);
      seen.add(key);
    }
  }
  return [...byFile].map(([file, findings]) => ({ file, findings: findings.sort(bySeverity) }));
}

function bySeverity(a: ArtifactFinding, b: ArtifactFinding): number {
  return rank(a) - rank(b) || a.line - b.line || a.column - b.column;
}

function rank({ severity }: ArtifactFinding): number {
  return severity === 'error' ? 0 : 1;
}

/** A scan gives up at a limit, or at code that it has no way to enter. */
function stageOf({ stage, code }: Failure): AnalysisStage {
  if (stage !== 'scan' && stage !== 'drive') return stage;
  return code === 'unreached' ? 'unsupported-guard' : 'node-limit';
}

/** What may hold a write-back and was not looked at. */
export function analysisFailures(failures: readonly Failure[]): AnalysisFailure[] {
  return failures
    .filter(({ candidate }) => candidate)
    .map((failure) => ({
      path: failure.path,
      stage: stageOf(failure),
      reason: failure.detail === '' ? failure.code : `${failure.code}: ${failure.detail}`,
      ...(failure.line === undefined ? {} : { line: failure.line }),
    }));
}
