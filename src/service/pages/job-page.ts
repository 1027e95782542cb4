/**
 * The page of one job: live while it runs, its verdicts when it is done. In: the job and its report. Out: HTML in which
 * everything an artifact said stands as text. Works without script by loading itself again.
 */
import { html } from 'hono/html';
import { actionWords, adviceFor, endpointWords, outcomeWords } from '../../formats/wording.ts';
import { wordEvidence } from '../../formats/words.ts';
import type { Failure, Label, Report, Verdict, WriteBack } from '../../model.ts';
import { clean } from '../../untrusted.ts';
import type { Job, JobAttempt } from '../contract.ts';
import { isTerminal } from '../http/job-view.ts';
import type { Markup } from './layout.ts';
import { badge, document, when } from './layout.ts';

/** Write-backs and verdicts shown; the report has all of them. */
const SHOWN = 200;

export interface JobPageView {
  readonly job: Job;
  readonly attempts: readonly JobAttempt[];
  readonly report: Report | null;
  /** Names of the formats a report can be had in. */
  readonly formats: readonly string[];
}

const MEANINGS: Readonly<Record<Label, string>> = {
  lost: 'Something a person saves here is lost, and the page does not tell them.',
  inconclusive: 'Something could not be decided.',
  suspect: 'Something a person saves here does not arrive; they may notice.',
  clean: 'Nothing a person saves here is lost.',
};

const REASONS: Readonly<Record<string, string>> = {
  infra: 'The service failed on it.',
  timeout: 'It took longer than a job may take.',
  interrupted: 'Its worker went away as often as a job is tried.',
  poison: 'Its worker ended twice at the same place: what was uploaded ends it.',
  usage: 'There was nothing that could be verified.',
};

function stateOf(job: Job): Markup {
  if (!isTerminal(job))
    return html`<div class="panel"><p aria-live="polite">State: <strong id="state" data-job="${job.id}">${job.status}</strong></p>
<progress id="progress" aria-label="Progress"></progress>
<form method="post" action="/jobs/${job.id}/cancel"><button>Cancel</button></form></div>`;
  const reason =
    job.reason === null
      ? ''
      : html`<p>${REASONS[job.reason]} <span class="quiet">${clean(job.detail ?? '')}</span></p>`;
  const meaning = job.label === null ? '' : html` ${MEANINGS[job.label]}`;
  return html`<div class="panel"><p>${badge(job.label ?? job.status)}${meaning}</p>${reason}</div>`;
}

function facts(job: Job, attempts: readonly JobAttempt[]): Markup {
  const failed = attempts.filter(({ outcome }) => outcome === 'interrupted' || outcome === 'released');
  return html`<dl>
<dt>Posted</dt><dd>${when(job.created)}</dd>
${job.finished === null ? '' : html`<dt>Ended</dt><dd>${when(job.finished)}</dd>`}
<dt>Hosts</dt><dd>${job.options.hosts.join(', ')}</dd>
<dt>SHA-256</dt><dd><code>${job.artifactSha256}</code></dd>
${job.obligation === null ? '' : html`<dt>Obligation</dt><dd>${badge(job.obligation)} fails on ${job.options.failOn.join(', ')}</dd>`}
${job.cachedFrom === null ? '' : html`<dt>Answered by</dt><dd><a href="/jobs/${job.cachedFrom}">an earlier job of the same upload</a></dd>`}
${failed.map((one) => html`<dt>Attempt ${one.n}</dt><dd>${one.outcome} ${clean(one.detail ?? '')}</dd>`)}
</dl>`;
}

function writeBackRow(writeBack: WriteBack): Markup {
  const { action, source } = writeBack;
  const advice = adviceFor(writeBack);
  return html`<tr>
<td>${action ? actionWords(action) : html`<span class="quiet">not driven</span>`}</td>
<td><code>${endpointWords(writeBack.endpoint)}</code>${source ? html`<br><span class="quiet">${clean(source.path)}:${source.line}</span>` : ''}</td>
<td>${outcomeWords(writeBack)}${advice === null ? '' : html`<br><span class="quiet">${advice}</span>`}</td>
</tr>`;
}

function verdictSection(verdict: Verdict): Markup {
  const evidence = [...new Set(verdict.evidence.map(wordEvidence))].slice(0, SHOWN);
  return html`<section><h2>${clean(verdict.artifact)} ${badge(verdict.label)}</h2>
<p class="quiet">${verdict.confidence} confidence</p>
${
  verdict.writeBacks.length === 0
    ? html`<p>No write-back.</p>`
    : html`<div class="scroll"><table><thead><tr><th scope="col">Pressed</th><th scope="col">Sent</th><th scope="col">What became of it</th></tr></thead>
<tbody>${verdict.writeBacks.slice(0, SHOWN).map(writeBackRow)}</tbody></table></div>`
}
${evidence.length === 0 ? '' : html`<ul>${evidence.map((line) => html`<li>${line}</li>`)}</ul>`}</section>`;
}

function failureRow(failure: Failure): Markup {
  return html`<li><code>${failure.code}</code> ${clean(failure.path)}: ${clean(failure.detail)}</li>`;
}

function results(job: Job, report: Report, formats: readonly string[]): Markup {
  const links = formats
    .filter((name) => name !== 'html')
    .map((name) => html` <a href="/v1/jobs/${job.id}/report?format=${name}">${name}</a>`);
  const whole = formats.includes('html') ? html`<a href="/jobs/${job.id}/report">Read the whole report</a> · ` : '';
  return html`<p>${whole}As a file:${links}</p>
${report.notes.map((note) => html`<p class="notice quiet">${clean(note, 500)}</p>`)}
${report.verdicts.slice(0, SHOWN).map(verdictSection)}
${report.verdicts.length > SHOWN ? html`<p>${report.verdicts.length - SHOWN} more in the report.</p>` : ''}
${report.failures.length === 0 ? '' : html`<h2>Not looked at</h2><ul>${report.failures.slice(0, SHOWN).map(failureRow)}</ul>`}`;
}

export function jobPage({ job, attempts, report, formats }: JobPageView): Markup {
  const over = isTerminal(job);
  return document({
    title: clean(job.name),
    ...(over ? {} : { refresh: 3, live: true }),
    content: html`<h1>${clean(job.name)}</h1>
${stateOf(job)}
${facts(job, attempts)}
${report === null ? '' : results(job, report, formats)}`,
  });
}
