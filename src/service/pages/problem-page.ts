/** A problem as a page, for a person whose browser asked. */
import { html } from 'hono/html';
import type { Problem } from '../http/problem.ts';
import { PROBLEMS } from '../http/problem.ts';
import type { Markup } from './layout.ts';
import { document } from './layout.ts';

export function problemPage(problem: Problem, traceId: string): Markup {
  const [, title] = PROBLEMS[problem.code];
  return document({
    title,
    content: html`<h1>${title}</h1>
<p>${problem.message}</p>
<p class="quiet"><code>${problem.code}</code> · trace ${traceId}</p>
<p><a href="/">Back to the jobs</a></p>`,
  });
}
