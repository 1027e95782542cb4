/**
 * The API's reference for people, made from the OpenAPI document the server itself offers. No script, nothing from elsewhere.
 */
import { html } from 'hono/html';
import type { ApiDocument } from '../http/openapi.ts';
import { PROBLEMS } from '../http/problem.ts';
import type { Markup } from './layout.ts';
import { document } from './layout.ts';

interface Operation {
  readonly summary?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema?: { readonly description?: string; readonly default?: unknown };
    readonly description?: string;
  }[];
  readonly responses?: Readonly<Record<string, { readonly description?: string }>>;
}

function operation(method: string, path: string, of: Operation): Markup {
  const parameters = (of.parameters ?? []).filter((parameter) => parameter.in !== 'path');
  return html`<section><h3><code>${method.toUpperCase()} ${path}</code></h3>
<p>${of.summary ?? ''}</p>
${
  parameters.length === 0
    ? ''
    : html`<div class="scroll"><table><thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Meaning</th></tr></thead><tbody>
${parameters.map(
  ({ name, in: place, schema, description }) =>
    html`<tr><td><code>${name}</code></td><td>${place}</td><td>${
      description ?? schema?.description ?? ''
    }${schema?.default === undefined ? '' : html` <span class="quiet">default ${JSON.stringify(schema.default)}</span>`}</td></tr>`,
)}</tbody></table></div>`
}
<ul>${Object.entries(of.responses ?? {}).map(([status, { description }]) => html`<li><code>${status}</code> ${description ?? ''}</li>`)}</ul>
</section>`;
}

export function apiPage(api: ApiDocument): Markup {
  const paths = Object.entries(api.paths ?? {}) as [string, Record<string, Operation>][];
  return document({
    title: 'API',
    content: html`<h1>API</h1>
<p>The whole of it for programs: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1). Send a key as
<code>Authorization: Bearer …</code>; errors are problem details (RFC 9457).</p>
${paths.flatMap(([path, operations]) => Object.entries(operations).map(([method, of]) => operation(method, path, of)))}
<h2>Problem codes</h2>
<div class="scroll"><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Title</th></tr></thead><tbody>
${Object.entries(PROBLEMS).map(([code, [status, title]]) => html`<tr><td><code>${code}</code></td><td>${status}</td><td>${title}</td></tr>`)}
</tbody></table></div>`,
  });
}
