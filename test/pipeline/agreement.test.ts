/**
 * What a drive finds lost, the scan does not call clean: of small pages that are put together at random, the same ones in each run.
 */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { threadRunner } from '../../src/isolation/thread.ts';
import { verdictOf } from '../support/drive-page.ts';
import { labelOf, scanText } from '../support/scan-source.ts';
import type { SmallPage } from '../support/small-pages.ts';
import { readRows, smallPage } from '../support/small-pages.ts';

const PAGES = 600;
/** Every so many pages are driven whatever the scan says of them. */
const EVERY = 40;

const rows = readRows(readFileSync(new URL('agreement.txt', import.meta.url), 'utf8'));
const runner = threadRunner({ jobs: 2 });
afterAll(() => runner.close());

async function driven(pages: readonly SmallPage[]): Promise<readonly string[]> {
  return Promise.all(pages.map(async ({ html }) => (await verdictOf(html, runner)).label));
}

describe('the scan and the drive agree', () => {
  test('a page that a drive finds lost is not clean for the scan', async () => {
    const pages = Array.from({ length: PAGES }, (_, seed) => smallPage(rows, seed + 1));
    const clean: SmallPage[] = [];
    for (const page of pages) if (labelOf(await scanText('html', page.html)) === 'clean') clean.push(page);
    const labels = await driven(clean);
    expect(clean.filter((_, index) => labels[index] === 'lost').map(({ of }) => of)).toEqual([]);
    expect(clean.length).toBeGreaterThan(10);
  });

  test('most of the pages lose what is written', async () => {
    const labels = await driven(
      Array.from({ length: PAGES / EVERY }, (_, index) => smallPage(rows, 1 + index * EVERY)),
    );
    expect(labels.filter((label) => label === 'lost').length).toBeGreaterThan(PAGES / EVERY / 2);
  });
});
