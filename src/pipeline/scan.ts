/**
 * One source to findings. In: a source, its language, the primitives. Out: every write-back with what the code does about
 * its answer, and a failure for whatever could not be looked at. Never throws; imports no part.
 */
import { analyse } from '../interpreter/analyse.ts';
import { setOutside } from '../interpreter/trees/frames.ts';
import { FINDINGS_PER_FILE } from '../limits.ts';
import type { Failure, Finding, ScanOutcome, Source } from '../model.ts';
import { LOST_CONSEQUENCES } from '../model.ts';
import { mayHoldWrite } from '../syntax/candidacy.ts';
import { lineIndex } from '../syntax/line-index.ts';
import { beside, findingsOf } from './scan/findings.ts';
import { namesFiles } from './scan/missing.ts';
import type { ScanParts } from './scan/parts.ts';
import { programsOf } from './scan/programs.ts';

/** `parts.language` is that of the source. What goes wrong is a failure that may hold a write-back. */
export function scan(source: Source, parts: ScanParts): ScanOutcome {
  try {
    return scanned(source, parts);
  } catch (error) {
    const detail =
      error instanceof RangeError
        ? 'nested too deeply to analyse'
        : `the scan ended unexpectedly: ${String(error).slice(0, 200)}`;
    const failure: Failure = {
      stage: 'scan',
      code: error instanceof RangeError ? 'nested-too-deeply' : 'internal',
      path: source.path,
      detail,
      candidate: true,
    };
    return { path: source.path, candidates: 1, findings: [], failures: [failure] };
  }
}

function scanned(source: Source, parts: ScanParts): ScanOutcome {
  const hints = parts.primitives.map((primitive) => primitive.hint);
  const texts = [source.text, ...Object.values(source.siblings)];
  if (!texts.some((text) => mayHoldWrite(text, hints) || namesFiles(text)))
    return { path: source.path, candidates: 0, findings: [], failures: [] };
  const lines = lineIndex(source.text);
  const extraction = parts.language.extract(source);
  const failures = [...extraction.failures];
  const libraries: string[] = [];
  const findings: Finding[] = [];
  let candidates = 0;
  const programs = programsOf({ source, parts, lines, failures, libraries }, extraction);
  const outside = setOutside(programs);
  for (const program of programs) {
    const analysis = analyse(program, parts.primitives, outside);
    const found = findingsOf(source, program, analysis, lines);
    findings.push(...found.findings);
    failures.push(...found.failures);
    candidates += Math.max(analysis.sinks, found.findings.length);
  }
  const left = libraries.map((name) => (name === source.path ? name : beside(source.path, name)));
  return { ...bounded(source, candidates, findings, failures), ...(left.length > 0 ? { libraries: left } : {}) };
}

const LOST: ReadonlySet<string> = new Set(LOST_CONSEQUENCES);

function bounded(source: Source, candidates: number, findings: Finding[], failures: Failure[]): ScanOutcome {
  const rank = (finding: Finding): number => (LOST.has(finding.consequence) ? 0 : 1);
  // Two programs of one source may hold the same place.
  const sorted = unique(findings, findingKey).sort(
    (a, b) => rank(a) - rank(b) || a.line - b.line || a.column - b.column,
  );
  if (sorted.length > FINDINGS_PER_FILE)
    failures.push({
      stage: 'node-limit',
      code: 'findings',
      path: source.path,
      detail: `more than ${FINDINGS_PER_FILE} findings`,
      candidate: true,
    });
  return {
    path: source.path,
    candidates,
    findings: sorted.slice(0, FINDINGS_PER_FILE),
    failures: unique(failures, failureKey),
  };
}

function unique<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

function findingKey({ path, line, column, consequence, endpoint }: Finding): string {
  return `${path}:${line}:${column}:${consequence}:${endpoint.url}`;
}

function failureKey({ stage, code, path, line, column, detail }: Failure): string {
  return `${stage}:${code}:${path}:${line}:${column}:${detail}`;
}
