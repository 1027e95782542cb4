/**
 * What a scan found in a source, the way analyze-skill reports it. In: a scan outcome, or failures. Out: findings with rule, severity
 * and words, most severe first; and the failures that may hide a write-back, since only those are "could not verify".
 */
import { wordFinding } from '../formats/words.ts';
import type { Failure, Place, RuleName, ScanOutcome, Severity, Stage } from '../model.ts';
import { standingOf } from '../pipeline/judge-consequence.ts';

export interface ArtifactFinding extends Place {
  readonly rule: RuleName;
  readonly severity: Severity;
  readonly message: string;
}

export interface AnalysisFailure {
  readonly path: string;
  readonly stage: Stage;
  readonly reason: string;
  /** 1-based, where it is known. */
  readonly line?: number;
}

/** A source's findings, errors first, then in order of the text. */
export function artifactFindings({ findings }: ScanOutcome): ArtifactFinding[] {
  const reported = findings.map((finding): ArtifactFinding => {
    const { rule, severity } = standingOf(finding.consequence);
    return {
      rule,
      severity,
      path: finding.path,
      line: finding.line,
      column: finding.column,
      message: wordFinding(finding),
    };
  });
  return reported.sort((a, b) => rank(a) - rank(b) || a.line - b.line || a.column - b.column);
}

function rank({ severity }: ArtifactFinding): number {
  return severity === 'error' ? 0 : 1;
}

/** What may hold a write-back and was not looked at. */
export function analysisFailures(failures: readonly Failure[]): AnalysisFailure[] {
  return failures
    .filter(({ candidate }) => candidate)
    .map(({ path, stage, code, detail, line }) => ({
      path,
      stage,
      reason: detail === '' ? code : `${code}: ${detail}`,
      ...(line === undefined ? {} : { line }),
    }));
}
