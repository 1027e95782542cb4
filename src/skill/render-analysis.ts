/**
 * An analysis as text for a person. In: the analysis and whether errors gate. Out: lines, first what was looked at and
 * what was not, last the sum. Every path and word that came from a file is cleaned.
 */
import { clean } from '../untrusted.ts';
import type { SkillAnalysis } from './analyze-skill.ts';

/** Names listed in the banner before the rest is counted; JSON has them all. */
const NAMES = 20;
const PATH_CHARS = 400;

export function renderAnalysis(analysis: SkillAnalysis, strict: boolean): string {
  const lines = [...banner(analysis), ...findings(analysis), ...failures(analysis), ...confirmations(analysis)];
  return `${[...lines, sum(analysis, strict)].join('\n')}\n`;
}

function banner({ markdownScanned, artifactScanned, unscanned, unscannedArtifactSources }: SkillAnalysis): string[] {
  return [
    ...listed('scope: Markdown', markdownScanned),
    ...listed('scope: artifact sources', artifactScanned),
    ...listed('not in scope', unscanned),
    ...listed('not read', unscannedArtifactSources),
  ];
}

function listed(title: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const more = paths.length > NAMES ? `, and ${paths.length - NAMES} more` : '';
  return [`${title} (${paths.length}): ${paths.slice(0, NAMES).map(shown).join(', ')}${more}`];
}

function shown(path: string): string {
  return clean(path, PATH_CHARS);
}

function findings({ files }: SkillAnalysis): string[] {
  return files.flatMap(({ file, findings: found, suppressed }) => [
    ...(suppressed ? [`${shown(file)}  silenced by analyze-skill: ignore`] : []),
    ...found.flatMap(({ severity, path, line, column, rule, message }) => [
      `${shown(path)}:${line}:${column}  ${severity}  ${rule}`,
      `    ${message}`,
    ]),
  ]);
}

function failures({ analysisFailures }: SkillAnalysis): string[] {
  return analysisFailures.map(({ path, line, stage, reason }) => {
    const place = line === undefined ? shown(path) : `${shown(path)}:${line}`;
    return `${place}  could not verify  ${stage}: ${clean(reason)}`;
  });
}

/** A reason why nothing could be driven is said once. */
function confirmations({ runtimeConfirmations = [] }: SkillAnalysis): string[] {
  const lines = runtimeConfirmations.flatMap((one) => {
    if (!one.available) return [`runtime: not available: ${one.reason}`];
    const evidence = one.evidence.map((line) => `    ${line}`);
    return [`${shown(one.path)}  runtime  ${one.verdict} (${one.confidence} confidence)`, ...evidence];
  });
  const said = new Set<string>();
  return lines.filter((line) => line.startsWith('    ') || (!said.has(line) && said.add(line)));
}

function sum({ files, analysisFailures }: SkillAnalysis, strict: boolean): string {
  const all = files.flatMap(({ findings: found }) => found);
  const errors = all.filter(({ severity }) => severity === 'error').length;
  const parts = [counted(errors, 'error'), counted(all.length - errors, 'advisory finding')];
  if (analysisFailures.length > 0) parts.push(`${analysisFailures.length} could not be verified`);
  const gate = errors > 0 && !strict ? '. Findings do not fail this run; --strict fails on errors' : '';
  return `${parts.join(', ')}${gate}.`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
