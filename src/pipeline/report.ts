/**
 * Puts a run together as one report. In: facts and verdicts of every source, what could not be checked, and how to word
 * a finding. Out: the report, schema version 1, plain data. Every format renders this and nothing else.
 */
import type { Facts, Failure, Finding, Label, Report, ReportedFinding, Verdict } from '../model.ts';
import { LABELS } from '../model.ts';
import { countsAs } from './consequence.ts';

/** What a run found and how it was made; the rest of the report is derived from it. */
export interface Run
  extends Pick<
    Report,
    | 'version'
    | 'engine'
    | 'isolation'
    | 'sandbox'
    | 'hosts'
    | 'startedAt'
    | 'durationMs'
    | 'partial'
    | 'verdicts'
    | 'scanned'
    | 'unscanned'
    | 'notes'
  > {
  readonly facts: readonly Facts[];
  /** Failures of collecting and driving; those of scanning come with the facts. */
  readonly failures: readonly Failure[];
}

export function makeReport(run: Run, wordFinding: (finding: Finding) => string): Report {
  const { facts, failures: others, ...rest } = run;
  const failures = [...others, ...facts.flatMap(({ scan }) => scan.failures)];
  return {
    schemaVersion: 1,
    tool: 'savecheck',
    ...rest,
    summary: summaryOf(run.verdicts, failures.length),
    findings: facts.flatMap((each) => reportedFindings(each, wordFinding)),
    failures,
  };
}

function summaryOf(verdicts: readonly Verdict[], failures: number): Report['summary'] {
  const count = (label: Label): number => verdicts.filter((verdict) => verdict.label === label).length;
  const counts = Object.fromEntries(LABELS.map((label) => [label, count(label)])) as Record<Label, number>;
  return { ...counts, failures };
}

/** Most severe first, then by place. */
function reportedFindings(
  { scan, suppressions = [] }: Facts,
  wordFinding: (finding: Finding) => string,
): ReportedFinding[] {
  const reported = scan.findings.map((finding): ReportedFinding => {
    const { rule, severity } = countsAs(finding.consequence);
    const { path, line, column, consequence, endpoint, proof } = finding;
    const excuse = suppressions.find((each) => each.rule === rule && each.path === path && each.line === line);
    return {
      rule,
      severity,
      path,
      line,
      column,
      message: wordFinding(finding),
      consequence,
      endpoint,
      ...(proof ? { proof } : {}),
      ...(excuse ? { suppressed: { by: excuse.by, reason: excuse.reason } } : {}),
    };
  });
  return reported.toSorted(
    (a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path, 'en') || a.line - b.line || a.column - b.column,
  );
}

function rank({ severity }: ReportedFinding): number {
  return severity === 'error' ? 0 : 1;
}
