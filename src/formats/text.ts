/**
 * The report for a terminal. In: a report, the width, whether to colour. Out: one line a verdict with its write-backs
 * under it: what was pressed, what was sent, what the page said. `verbose` adds the click trace and both timelines.
 */
import { Ansis } from 'ansis';
import type { Format, FormatContext } from '../contracts.ts';
import type { Failure, Label, Report, ReportedFinding, Verdict, WriteBack } from '../model.ts';
import { LABELS } from '../model.ts';
import { clean } from '../untrusted.ts';
import { wrap } from './columns.ts';
import { withoutCommands } from './neutral.ts';
import { saidWords } from './perceived-wording.ts';
import { loneFindings } from './problems.ts';
import { traceLines } from './text-trace.ts';
import type { Paint } from './text-write-back.ts';
import { labelled, writeBackLines } from './text-write-back.ts';
import { actionWords } from './wording.ts';
import { wordEvidence } from './words.ts';

const MIN_COLUMNS = 40;
const MAX_COLUMNS = 100;

export const text: Format = {
  mediaType: 'text/plain; charset=utf-8',
  render(report, context) {
    const width = Math.max(MIN_COLUMNS, Math.min(context.columns, MAX_COLUMNS));
    const paint = paintFor(context);
    const blocks = [
      ...report.verdicts.toSorted(worstFirst).map((verdict) => verdictBlock(verdict, width, paint, context.verbose)),
      ...loneFindings(report).map((finding) => findingBlock(finding, width, paint)),
      ...report.failures.map((failure) => failureBlock(failure, width, paint)),
      ...report.unscanned.map(({ path, reason }) => wrap(`not scanned  ${clean(path)}: ${clean(reason)}`, width)),
      ...report.notes.map((note) => wrap(`note  ${clean(note)}`, width)),
    ];
    const body = blocks.length === 0 ? [] : [...separate(blocks), ''];
    return withoutCommands(`${[...body, ...closing(report, width, paint)].join('\n')}\n`);
  },
};

function paintFor({ color }: FormatContext): Paint {
  const ansis = new Ansis(color ? 1 : 0);
  return {
    lost: ansis.red.bold,
    inconclusive: ansis.magenta.bold,
    suspect: ansis.yellow.bold,
    clean: ansis.green,
    dim: ansis.dim,
    strong: ansis.bold,
  };
}

function worstFirst(a: Verdict, b: Verdict): number {
  return LABELS.indexOf(a.label) - LABELS.indexOf(b.label);
}

/** A blank line round every block of more than one line. */
function separate(blocks: readonly (readonly string[])[]): string[] {
  return blocks.flatMap((block, at) => {
    const before = blocks[at - 1];
    return before && (block.length > 1 || before.length > 1) ? ['', ...block] : block;
  });
}

function verdictBlock(verdict: Verdict, width: number, paint: Paint, verbose: boolean): string[] {
  const head = labelled(verdict.label, clean(verdict.artifact), width, paint);
  const about = verdict.label === 'clean' ? [] : indented(hostWords(verdict), width, paint.dim);
  const own = verdict.evidence
    .filter(({ writeBack }) => writeBack === undefined)
    .flatMap((evidence) => indented(wordEvidence(evidence), width));
  const repairs = verdict.repairs.map(({ name, kind }) => `Repaired to run: ${clean(name, 60)} (${kind}).`);
  return [
    ...head,
    ...about,
    ...distinct(own),
    ...repairs.flatMap((line) => indented(line, width)),
    ...writeBackGroups(verdict).flatMap(([first, ...others]) => [
      '',
      ...writeBackLines(verdict, first, verdict.writeBacks.indexOf(first), width, paint, verbose),
      ...othersLine(others, width, paint),
    ]),
    ...(verbose ? traceLines(verdict, width, paint) : []),
  ];
}

/** Write-backs of one call with one outcome that look alike are told once: a form that saves with every field. */
function writeBackGroups({ writeBacks }: Verdict): (readonly [WriteBack, ...WriteBack[]])[] {
  const groups = Map.groupBy(writeBacks, ({ endpoint, source, outcome, byHost, shown, suppressed }) =>
    JSON.stringify([
      ...[endpoint.method, endpoint.url, source, outcome, byHost, suppressed],
      ...(shown ? [saidWords(shown.refused), saidWords(shown.accepted)] : []),
    ]),
  );
  return [...groups.values()] as [WriteBack, ...WriteBack[]][];
}

function othersLine(others: readonly WriteBack[], width: number, paint: Paint): string[] {
  if (others.length === 0) return [];
  const named = others.slice(0, 3).map(({ action }) => (action ? actionWords(action) : 'never reached'));
  const more = others.length > named.length ? ` and ${others.length - named.length} more` : '';
  return indented(`The same for: ${named.join(', ')}${more}.`, width, paint.dim);
}

/** `in cowork; suspect in cowork-live; low confidence`. */
function hostWords({ hosts, label, confidence }: Verdict): string {
  const alike = hosts.filter((each) => each.label === label).map(({ host }) => host);
  const others = hosts.filter((each) => each.label !== label).map((each) => `${each.label} in ${each.host}`);
  const parts = [...(alike.length > 0 ? [`in ${alike.join(' and ')}`] : []), ...others];
  return [...parts, ...(confidence === 'low' ? ['low confidence'] : [])].join('; ');
}

function indented(line: string, width: number, paint: (line: string) => string = (plain) => plain): string[] {
  return line === '' ? [] : wrap(line, width - 2).map((part) => `  ${paint(part)}`);
}

function distinct(lines: readonly string[]): string[] {
  return [...new Set(lines)];
}

function findingBlock(finding: ReportedFinding, width: number, paint: Paint): string[] {
  const label: Label = finding.severity === 'error' ? 'lost' : 'suspect';
  const where = `${clean(finding.path)}:${finding.line}:${finding.column}`;
  const excuse = finding.suppressed
    ? indented(`Excused (${finding.suppressed.by}): ${clean(finding.suppressed.reason)}`, width)
    : [];
  return [...labelled(label, where, width, paint), ...indented(clean(finding.message, 400), width), ...excuse];
}

function failureBlock(failure: Failure, width: number, paint: Paint): string[] {
  const where = failure.line === undefined ? '' : `:${failure.line}`;
  return [
    ...labelled('inconclusive', `${clean(failure.path)}${where}`, width, paint, 'not checked'),
    ...indented(`${failure.stage} (${clean(failure.code, 40)}): ${clean(failure.detail, 400)}`, width),
  ];
}

function closing(report: Report, width: number, paint: Paint): string[] {
  const counts: [(line: string) => string, string][] = LABELS.filter((label) => report.summary[label] > 0).map(
    (label) => [paint[label], `${report.summary[label]} ${label}`],
  );
  if (report.summary.failures > 0) counts.push([paint.inconclusive, `${report.summary.failures} not checked`]);
  if (counts.length === 0) counts.push([paint.strong, 'no verdicts']);
  const about = [
    `${report.scanned.length} scanned`,
    ...(report.hosts.length > 0 ? [`in ${report.hosts.join(' and ')}`] : []),
    `${(report.durationMs / 1000).toFixed(1)} s`,
  ].join(', ');
  const plain = counts.map(([, count]) => count).join(', ');
  const painted = counts.map(([colour, count]) => colour(count)).join(', ');
  const fits = plain.length + about.length + 3 <= width;
  const lines = fits
    ? [`${painted} ${paint.dim(`(${about})`)}`]
    : [painted, ...wrap(about, width).map((line) => paint.dim(line))];
  return report.partial ? [...lines, paint.inconclusive('Interrupted: this report is partial.')] : lines;
}
