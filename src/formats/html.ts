/**
 * The report as one self-contained page: no network, no script, usable by keyboard and screen reader, light and dark.
 * In: a report. Out: HTML; each Save is a row with both worlds side by side. Every string of an artifact is text in it.
 */
import { createHash } from 'node:crypto';
import type { Format } from '../contracts.ts';
import type { Label, Report, ReportedFinding, Verdict } from '../model.ts';
import { LABELS } from '../model.ts';
import { escapeMarkup } from '../untrusted.ts';
import { STYLE } from './html-style.ts';
import { show, writeBackTable } from './html-write-back.ts';
import { loneFindings } from './problems.ts';
import { stepWords } from './wording.ts';
import { wordEvidence } from './words.ts';

const MEANINGS: Readonly<Record<Label, string>> = {
  lost: 'data is lost and the person is not told',
  inconclusive: 'it could not be decided',
  suspect: 'data does not arrive; the person may notice',
  clean: 'driven to its end, nothing is lost',
};

/** Fewer artifacts than these are found by scrolling. */
const INDEX_FROM = 8;

/** Nothing may be loaded, run or sent: only this style sheet applies. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

export const html: Format = {
  mediaType: 'text/html; charset=utf-8',
  render(report) {
    const verdicts = report.verdicts.toSorted((a, b) => LABELS.indexOf(a.label) - LABELS.indexOf(b.label));
    const rest = [
      section('Findings in other sources', loneFindings(report).map(findingItem)),
      failures(report),
      unscanned(report),
      notes(report),
    ].filter((part) => part !== '');
    return [
      '<!doctype html><html lang="en"><head><meta charset="utf-8">',
      `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
      '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">',
      `<title>savecheck: ${report.summary.lost} lost, ${report.verdicts.length} artifacts</title><style>${STYLE}</style></head><body>`,
      '<a class="skip" href="#verdicts">Skip to the verdicts</a>',
      header(report),
      '<main>',
      verdicts.length > 0 ? filter(report) : '',
      verdicts.length > INDEX_FROM ? index(verdicts) : '',
      `<div id="verdicts">${verdicts.map(verdictSection).join('\n')}${verdicts.length === 0 ? '<p>No verdicts.</p>' : ''}</div>`,
      ...rest,
      '</main></body></html>\n',
    ].join('\n');
  },
};

function header(report: Report): string {
  const counts = LABELS.filter((label) => report.summary[label] > 0).map(
    (label) => `<span class="badge ${label}">${report.summary[label]} ${label}</span>`,
  );
  const failed =
    report.summary.failures > 0
      ? [`<span class="badge inconclusive">${report.summary.failures} not checked</span>`]
      : [];
  const about = [
    `${report.scanned.length} scanned`,
    report.hosts.length > 0 ? `in ${report.hosts.map((host) => show(host, 40)).join(' and ')}` : 'source only',
    `${(report.durationMs / 1000).toFixed(1)} s`,
    `savecheck ${show(report.version, 40)}`,
    `${show(report.engine.name, 40)} ${show(report.engine.version, 40)}`,
    `isolation ${show(report.isolation, 40)}`,
    show(report.startedAt, 40),
  ];
  const partial = report.partial ? '<p><strong>Interrupted: this report is partial.</strong></p>' : '';
  return `<header><h1>Does every Save in these artifacts arrive?</h1><p>${[...counts, ...failed].join(' · ') || 'No verdicts.'}</p><p class="soft">${about.join(' · ')}</p>${partial}</header>`;
}

/** Works by style alone. */
function filter(report: Report): string {
  const boxes = LABELS.filter((label) => report.summary[label] > 0).map(
    (label) =>
      `<label><input type="checkbox" id="show-${label}" checked><span><span class="badge ${label}">${label}</span> <span class="soft">(${report.summary[label]}): ${MEANINGS[label]}</span></span></label>`,
  );
  return `<fieldset><legend>Show</legend>${boxes.join('')}</fieldset>`;
}

function index(verdicts: readonly Verdict[]): string {
  const items = verdicts.map(
    ({ label, artifact }, at) =>
      `<li class="${label}"><span class="badge">${label}</span> <a href="#v${at}">${show(artifact)}</a></li>`,
  );
  return `<details><summary>All ${verdicts.length} artifacts</summary><ol>${items.join('')}</ol></details>`;
}

function verdictSection(verdict: Verdict, at: number): string {
  const { label, artifact, hosts, confidence, evidence, repairs, writeBacks } = verdict;
  const where = hosts.map((each) => `${show(each.host, 40)}: ${each.label}`).join(', ');
  const about = [where, `${confidence} confidence`].filter((part) => part !== '').join(' · ');
  const own = evidence.filter(({ writeBack }) => writeBack === undefined);
  const reasons = [
    ...new Set(own.map((each) => escapeMarkup(wordEvidence(each)))),
    ...repairs.map(({ name, kind }) => `Repaired to run: <code>${show(name, 60)}</code> (${kind}).`),
  ];
  return [
    `<section class="verdict ${label}" aria-labelledby="v${at}"><header><span class="badge">${label}</span><h2 id="v${at}">${show(artifact)}</h2><span class="soft">${about}</span></header>`,
    reasons.length > 0 ? `<ul>${reasons.map((reason) => `<li>${reason}</li>`).join('')}</ul>` : '',
    writeBacks.length > 0
      ? writeBackTable(verdict, `${writeBacks.length === 1 ? 'One write-back' : `${writeBacks.length} write-backs`}`)
      : '',
    trace(verdict),
    '</section>',
  ].join('');
}

function trace({ trace: steps }: Verdict): string {
  if (steps.length === 0) return '';
  const items = steps.map((action) => {
    return `<li value="${action.step}">${escapeMarkup(stepWords(action))}</li>`;
  });
  return `<details><summary>Click trace: ${steps.length} steps</summary><ol>${items.join('')}</ol></details>`;
}

function findingItem({ severity, path, line, column, message, suppressed }: ReportedFinding): string {
  const excuse = suppressed ? ` Excused (${suppressed.by}): ${show(suppressed.reason)}` : '';
  return `${severity}: <code>${show(path)}:${line}:${column}</code> ${show(message, 400)}${excuse}`;
}

function failures(report: Report): string {
  const items = report.failures.map(({ path, line, stage, code, detail }) => {
    const where = line === undefined ? '' : `:${line}`;
    return `<code>${show(path)}${where}</code> ${stage}: ${show(code, 60)}: ${show(detail)}`;
  });
  return section('Not checked', items);
}

function unscanned(report: Report): string {
  return section(
    'Not scanned',
    report.unscanned.map(({ path, reason }) => `<code>${show(path)}</code>: ${show(reason)}`),
  );
}

function notes(report: Report): string {
  return section(
    'Notes',
    report.notes.map((note) => show(note)),
  );
}

function section(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return `<section><h2>${title}</h2><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul></section>`;
}
