/**
 * The report of a job as an answer. In: a job and the name of a format. Out: its text and media type, sent with a validator and,
 * for a page, a policy of its own. Refuses, with a Problem, a job that has none and a format that nobody knows.
 */
import { createHash } from 'node:crypto';
import type { Report } from '../../model.ts';
import { formats } from '../../registry.ts';
import type { Job } from '../contract.ts';
import { Problem } from './problem.ts';
import type { AppContext, Service } from './service.ts';

/** The report of a finished job in a format, with what its media type is. Formats may need no source text: it is gone. */
export async function renderReport(
  service: Service,
  job: Job,
  name: string,
): Promise<{ text: string; mediaType: string }> {
  const stored = await service.store.report(job.id);
  if (stored === null) throw new Problem('not-finished', `The job is ${job.status}`);
  if (name === 'json') return { text: stored, mediaType: 'application/json' };
  const format = await formats[name]?.();
  if (!format) throw new Problem('bad-request', `query.format: known are ${Object.keys(formats).join(', ')}`);
  const text = format.render(JSON.parse(stored) as Report, { verbose: true, color: false, columns: 100 });
  return { text, mediaType: format.mediaType };
}

/** With a strong validator: the same report is not sent twice. */
export function withETag(c: AppContext, text: string, mediaType: string): Response {
  const tag = `"${createHash('sha256').update(mediaType).update(text).digest('base64url')}"`;
  c.header('ETag', tag);
  c.header('Cache-Control', 'private, no-cache');
  const known = (c.req.header('if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (known.includes(tag) || known.includes('*')) return c.body(null, 304);
  const charset = mediaType.startsWith('text/') && !mediaType.includes('charset') ? '; charset=utf-8' : '';
  return c.body(text, 200, { 'Content-Type': mediaType + charset });
}

/** A report page brings its own style and, when it has one, its own script: named by hash, and nothing else may run. */
export function reportPolicy(html: string): string {
  const hashes = (tag: 'style' | 'script') =>
    [...html.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))]
      .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join(' ') || "'none'";
  return `default-src 'none'; style-src ${hashes('style')}; script-src ${hashes('script')}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}
