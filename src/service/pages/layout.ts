/**
 * The frame of every page for people. In: a title and its content. Out: a whole HTML document without inline style or
 * script. What `html` fills in is escaped; strings from outside are cleaned before they come here.
 */
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Label } from '../../model.ts';

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

export interface Page {
  readonly title: string;
  readonly content: Markup;
  /** Seconds after which a browser without script loads the page again. */
  readonly refresh?: number;
  /** The page of a job that has not ended: the script follows its events. */
  readonly live?: boolean;
}

export function document({ title, content, refresh, live = false }: Page): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · savecheck</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${refresh === undefined ? '' : html`<noscript><meta http-equiv="refresh" content="${refresh}"></noscript>`}
${live ? html`<script src="/live.js" defer></script>` : ''}
</head>
<body>
<header class="top"><a class="brand" href="/">savecheck</a><nav><a href="/">Jobs</a> <a href="/docs">API</a></nav></header>
<main>
${content}
</main>
</body>
</html>
`;
}

/** A label as a badge; the word is in it, so that colour says nothing alone. */
export function badge(label: Label | string): Markup {
  return html`<span class="badge ${label}">${label}</span>`;
}

/** A time for people and for programs. */
export function when(ms: number): Markup {
  const iso = new Date(ms).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}
