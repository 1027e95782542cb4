/**
 * The summary of a run in Markdown, for a job summary or a comment. In: a report. Out: a table of verdicts, then every
 * problem in a line. Strings of an artifact become character references: no Markdown, no HTML, no mention.
 */
import type { Label, Report } from '../model.ts';
import { LABELS } from '../model.ts';
import { clean } from '../untrusted.ts';
import { problemsOf } from './problems.ts';

const SIGNS: Readonly<Record<Label, string>> = { lost: '❌', inconclusive: '❔', suspect: '⚠️', clean: '✅' };

export function jobSummary(report: Report): string {
  const counts = LABELS.map((label) => `${SIGNS[label]} ${report.summary[label]} ${label}`);
  const lines = ['## savecheck', '', `${counts.join(' · ')} · ${report.summary.failures} not checked`, ''];
  const verdicts = report.verdicts.filter(({ label }) => label !== 'clean');
  if (verdicts.length > 0) lines.push('| verdict | artifact | hosts | confidence |', '|---|---|---|---|');
  for (const { label, artifact, hosts, confidence } of verdicts) {
    const cells = hosts.map((each) => `${inert(each.host)}: ${each.label}`).join(', ');
    lines.push(`| ${SIGNS[label]} ${label} | ${inert(artifact)} | ${cells} | ${confidence} |`);
  }
  const problems = problemsOf(report);
  if (problems.length > 0) lines.push('');
  for (const { path, line, message, suppressed } of problems) {
    const where = line === null ? inert(path) : `${inert(path)}:${line}`;
    lines.push(`* ${suppressed ? `excused (${inert(suppressed.reason)}): ` : ''}**${where}** ${inert(message, 1_000)}`);
  }
  for (const failure of report.failures) {
    lines.push(`* not checked: **${inert(failure.path)}** ${failure.stage}: ${inert(failure.detail)}`);
  }
  if (report.partial) lines.push('', 'Interrupted: this report is partial.');
  return lines.join('\n');
}

/** Letters, digits and blanks stay; every other ASCII character becomes a reference, which Markdown takes as text. */
function inert(text: string, cap?: number): string {
  return clean(text, cap).replace(/[!-/:-@[-`{-~]/g, (character) => `&#${character.charCodeAt(0)};`);
}
