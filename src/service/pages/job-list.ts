/**
 * The first page: a form to upload something, and the caller's jobs, newest first. Works without script.
 */
import { html } from 'hono/html';
import type { Label } from '../../model.ts';
import { LABELS } from '../../model.ts';
import { clean } from '../../untrusted.ts';
import type { Job } from '../contract.ts';
import type { IsolationState } from '../isolation-floor.ts';
import type { Markup } from './layout.ts';
import { badge, document, when } from './layout.ts';

export interface JobListView {
  readonly jobs: readonly Job[];
  readonly label: Label | undefined;
  /** The last job shown, when there are more. */
  readonly next: string | null;
  readonly isolation: IsolationState;
}

function uploadForm(isolation: IsolationState): Markup {
  if (isolation.tier === null)
    return html`<div class="panel notice"><p>Uploads are refused: ${isolation.degraded}.</p></div>`;
  return html`<form class="panel upload" method="post" action="/" enctype="multipart/form-data">
<label>An artifact, a source, or an archive of a run’s outputs
<input type="file" name="file" required></label>
<label><input type="checkbox" name="required" value="true"> Required: stays unmet until a verdict for these bytes is good</label>
<button>Verify</button>
</form>
${isolation.degraded === null ? '' : html`<p class="notice quiet">This server runs uploads in the tier “${isolation.tier}”: ${isolation.degraded}.</p>`}`;
}

function row(job: Job): Markup {
  return html`<tr>
<td><a href="/jobs/${job.id}">${clean(job.name)}</a></td>
<td>${badge(job.label ?? job.status)}</td>
<td>${job.obligation === null ? '' : badge(job.obligation)}</td>
<td>${when(job.created)}</td>
</tr>`;
}

function filter(label: Label | undefined): Markup {
  return html`<form class="filter" method="get" action="/"><label>Label <select name="label">
<option value="">all</option>
${LABELS.map((one) => html`<option${one === label ? html` selected` : ''}>${one}</option>`)}
</select></label> <button>Show</button></form>`;
}

export function jobListPage({ jobs, label, next, isolation }: JobListView): Markup {
  const more = new URLSearchParams({ ...(label === undefined ? {} : { label }), cursor: next ?? '' });
  return document({
    title: 'Jobs',
    content: html`<h1>Does what people save arrive?</h1>
${uploadForm(isolation)}
<h2>Your jobs</h2>
${filter(label)}
${
  jobs.length === 0
    ? html`<p class="quiet">None yet.</p>`
    : html`<div class="scroll"><table>
<thead><tr><th scope="col">Upload</th><th scope="col">Verdict</th><th scope="col">Obligation</th><th scope="col">Posted</th></tr></thead>
<tbody>${jobs.map(row)}</tbody></table></div>`
}
${next === null ? '' : html`<p class="pages"><a href="/?${more.toString()}" rel="next">Older jobs</a></p>`}`,
  });
}
