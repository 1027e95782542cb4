/**
 * Opens one page in host `cowork` and says what the drive saw. In: the page's path and its text. Out: a confirmation.
 * Never rejects. Scripts beside the page are read from its own directory; a path that is not there has none.
 */
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { openRunner } from '../verify/tiers.ts';
import { readSiblings } from './read-siblings.ts';
import type { Confirmation } from './runtime-confirmation.ts';
import { confirmByDriving, unavailable } from './runtime-confirmation.ts';

/** A thread is opened for the page and closed after it: no page can reach the next. */
export async function confirmArtifact(path: string, html: string): Promise<Confirmation> {
  try {
    const { texts: siblings } = readSiblings(path, html, dirname(path));
    const sha256 = createHash('sha256').update(html).digest('hex');
    const runner = await openRunner('thread', { jobs: 1, timeoutMs: undefined });
    try {
      return await confirmByDriving({ path, language: 'html', text: html, sha256, siblings }, runner);
    } finally {
      await runner.close();
    }
  } catch (error) {
    return unavailable(error instanceof Error ? error.message : String(error));
  }
}
