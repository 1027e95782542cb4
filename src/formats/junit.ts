/**
 * The report as JUnit XML: one case for each artifact and host. In: a report. Out: lost is a failure, inconclusive and
 * what could not be checked an error; suspect passes, and so does what is excused, with its words as output.
 */
import type { Format } from '../contracts.ts';
import type { Failure, Label, Report, Verdict } from '../model.ts';
import { clean, escapeMarkup } from '../untrusted.ts';
import { problemsOf } from './problems.ts';

interface Case {
  readonly suite: string;
  readonly name: string;
  readonly seconds: number;
  readonly label: Label;
  readonly lines: readonly string[];
}

export const junit: Format = {
  mediaType: 'application/xml',
  render(report) {
    const cases = [...casesOf(report), ...report.failures.map(caseOfFailure)];
    const suites = [...Map.groupBy(cases, ({ suite }) => suite)].map(([name, own]) => suiteXml(name, own));
    const total = counts(cases, report.durationMs / 1000);
    return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="savecheck" ${total}>\n${suites.join('')}</testsuites>\n`;
  },
};

function casesOf(report: Report): Case[] {
  const problems = Map.groupBy(problemsOf(report), ({ verdict }) => verdict);
  return report.verdicts.flatMap((verdict) => {
    const lines = (problems.get(verdict) ?? []).map((problem) => {
      const at = problem.line === null ? '' : ` (${clean(problem.path)}:${problem.line})`;
      const excuse = problem.suppressed ? `excused (${clean(problem.suppressed.reason)}): ` : '';
      return `${excuse}${problem.message}${at}`;
    });
    return hostsOf(verdict).map(({ host, label }) => ({
      suite: verdict.artifact,
      name: host,
      seconds: verdict.durationMs / 1000,
      label,
      lines,
    }));
  });
}

/** A source that was not driven has one case. */
function hostsOf(verdict: Verdict): { readonly host: string; readonly label: Label }[] {
  return verdict.hosts.length > 0 ? [...verdict.hosts] : [{ host: 'source', label: verdict.label }];
}

function caseOfFailure(failure: Failure): Case {
  const where = failure.line === undefined ? '' : ` at line ${failure.line}`;
  const line = `not checked, ${failure.stage}${where}: ${clean(failure.code, 60)}: ${clean(failure.detail)}`;
  return { suite: failure.path, name: failure.stage, seconds: 0, label: 'inconclusive', lines: [line] };
}

function suiteXml(name: string, cases: readonly Case[]): string {
  const seconds = cases.reduce((sum, each) => sum + each.seconds, 0);
  return `  <testsuite name="${show(name)}" ${counts(cases, seconds)}>\n${cases.map(caseXml).join('')}  </testsuite>\n`;
}

function counts(cases: readonly Case[], seconds: number): string {
  const of = (label: Label): number => cases.filter((each) => each.label === label).length;
  return `tests="${cases.length}" failures="${of('lost')}" errors="${of('inconclusive')}" time="${seconds.toFixed(3)}"`;
}

function caseXml({ suite, name, seconds, label, lines }: Case): string {
  const words = lines.map((line) => show(line, 2_000)).join('\n');
  const first = show(lines[0] ?? label);
  const output = `      <system-out>${words}</system-out>\n`;
  const inner = {
    lost: `      <failure type="lost" message="${first}">${words}</failure>\n`,
    inconclusive: `      <error type="inconclusive" message="${first}">${words}</error>\n`,
    suspect: output,
    clean: lines.length > 0 ? output : '',
  }[label];
  const attributes = `classname="${show(suite)}" name="${show(name)}" time="${seconds.toFixed(3)}"`;
  return inner === '' ? `    <testcase ${attributes}/>\n` : `    <testcase ${attributes}>\n${inner}    </testcase>\n`;
}

function show(text: string, cap?: number): string {
  return escapeMarkup(clean(text, cap)).replaceAll('[', '&#91;');
}
