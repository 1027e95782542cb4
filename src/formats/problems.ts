/**
 * What a report complains of, one entry a place, for formats that machines read. In: a report. Out: write-backs that
 * count as lost or suspect, findings no write-back speaks of, and artifacts that stayed inconclusive.
 */
import type { Report, ReportedFinding, RuleName, Verdict, WriteBack } from '../model.ts';
import { resultSentences } from './result-sentences.ts';
import { actionWords, endpointWords } from './wording.ts';
import { wordEvidence } from './words.ts';

export type ProblemRule = RuleName | 'artifact-inconclusive';

export interface Problem {
  readonly rule: ProblemRule;
  readonly level: 'error' | 'warning';
  readonly path: string;
  readonly line: number | null;
  readonly column: number | null;
  /** One line of plain English; strings of the artifact are cleaned. */
  readonly message: string;
  /** What makes it the same problem in another revision, without lines; not unique within a report. */
  readonly identity: readonly string[];
  readonly verdict: Verdict | null;
  readonly writeBack: WriteBack | null;
  readonly suppressed: WriteBack['suppressed'];
}

export function problemsOf(report: Report): Problem[] {
  const problems: Problem[] = [];
  for (const verdict of report.verdicts) {
    verdict.writeBacks.forEach((writeBack, at) => {
      if (writeBack.label === 'lost' || writeBack.label === 'suspect')
        problems.push(ofWriteBack(verdict, writeBack, at));
    });
    if (verdict.label === 'inconclusive') problems.push(ofInconclusive(verdict));
  }
  return [...problems, ...loneFindings(report).map(ofFinding)];
}

/** Findings no write-back of any verdict speaks of. */
export function loneFindings(report: Report): ReportedFinding[] {
  const sources = report.verdicts.flatMap(({ writeBacks }) => writeBacks.flatMap(({ source }) => source ?? []));
  const spoken = new Set(sources.map(({ path, line }) => `${path}:${line}`));
  return report.findings.filter(({ path, line }) => !spoken.has(`${path}:${line}`));
}

function ofWriteBack(verdict: Verdict, writeBack: WriteBack, at: number): Problem {
  const { endpoint, action, source, channel, outcome, label } = writeBack;
  const evidence = verdict.evidence.filter((each) => each.writeBack === at);
  const cause = action ? `${actionWords(action)}: ` : '';
  const rule: RuleName = label === 'lost' ? 'artifact-write-back-lost' : 'artifact-write-back-suspect';
  return {
    rule,
    level: label === 'lost' ? 'error' : 'warning',
    path: source?.path ?? verdict.artifact,
    line: source?.line ?? null,
    column: source?.column ?? null,
    message: `${cause}${endpointWords(endpoint)}. ${resultSentences(writeBack, evidence, true).join(' ')}`,
    identity: [rule, endpoint.method, endpoint.url, channel, outcome, action?.on ?? '', action?.name ?? ''],
    verdict,
    writeBack,
    suppressed: writeBack.suppressed,
  };
}

function ofInconclusive(verdict: Verdict): Problem {
  const why = verdict.evidence.filter(({ writeBack }) => writeBack === undefined).map(wordEvidence);
  return {
    rule: 'artifact-inconclusive',
    level: 'warning',
    path: verdict.artifact,
    line: null,
    column: null,
    message: ['It could not be decided whether this artifact loses data.', ...new Set(why)].join(' '),
    identity: ['artifact-inconclusive', ...new Set(verdict.evidence.map(({ code }) => code))],
    verdict,
    writeBack: null,
    suppressed: undefined,
  };
}

function ofFinding(finding: ReportedFinding): Problem {
  const { rule, severity, path, line, column, message, endpoint, consequence, suppressed } = finding;
  return {
    rule,
    level: severity === 'error' ? 'error' : 'warning',
    path,
    line,
    column,
    message,
    identity: [rule, endpoint.method, endpoint.url, consequence],
    verdict: null,
    writeBack: null,
    suppressed,
  };
}
