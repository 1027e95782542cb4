/**
 * The report for a GitHub workflow log: one annotation a problem, then the job summary in Markdown. In: a report. Out:
 * workflow commands, with page text that could be taken for one made inert.
 */
import type { Format } from '../contracts.ts';
import type { Failure } from '../model.ts';
import { clean } from '../untrusted.ts';
import { jobSummary } from './github-summary.ts';
import type { Problem } from './problems.ts';
import { problemsOf } from './problems.ts';

export const github: Format = {
  mediaType: 'text/plain; charset=utf-8',
  render(report) {
    const problems = problemsOf(report).filter(({ suppressed }) => !suppressed);
    const lines = [...problems.map(annotation), ...report.failures.map(failureAnnotation)];
    return `${[...lines, ...jobSummary(report).split('\n')].map(inert).join('\n')}\n`;
  },
};

type Properties = Readonly<Record<string, string>>;

const TITLES: Readonly<Record<Problem['rule'], string>> = {
  'artifact-write-back-lost': 'Save loses data',
  'artifact-write-back-suspect': 'Save may lose data',
  'artifact-inconclusive': 'Not decided',
};

function annotation({ level, rule, path, line, column, message }: Problem): string {
  const place: Properties = line === null ? {} : { line: String(line), col: String(column ?? 1) };
  return command(level, { file: path, ...place, title: TITLES[rule] }, message);
}

function failureAnnotation({ path, line, stage, code, detail }: Failure): string {
  const place: Properties = line === undefined ? {} : { line: String(line) };
  const message = `${stage}: ${clean(code, 60)}: ${clean(detail)}`;
  return command('error', { file: path, ...place, title: 'Not checked' }, message);
}

/** `::error file=…,line=…::message`; escapes as the runner's toolkit defines them. */
function command(name: string, properties: Properties, message: string): string {
  const pairs = Object.entries(properties).map(([key, value]) => `${key}=${property(clean(value, 400))}`);
  return `::${name} ${pairs.join(',')}::${escaped(clean(message, 1_000))}`;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function inert(line: string): string {
  return line.replaceAll('##[', '## [');
}
