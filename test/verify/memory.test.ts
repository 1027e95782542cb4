import { Session } from 'node:inspector/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { threadRunner } from '../../src/isolation/thread.ts';
import { readMarkersOf } from '../../src/verify/suppressions.ts';
import { verify } from '../../src/verify.ts';
import { LOST } from '../support/pages.ts';

const runner = threadRunner({ jobs: 2 });
afterAll(() => runner.close());

async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}

/** Bytes in the heap, and of texts that Node keeps outside it. */
function held(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('what a run holds while it goes on', () => {
  test('no facts, scans or observations of an artifact that is judged', async () => {
    const pages = Array.from({ length: 8 }, (_, at) => [`page-${at}.html`, Buffer.from(LOST)] as const);
    const gone: WeakRef<object>[] = [];
    const report = await verify({
      targets: [{ files: new Map(pages) }],
      hosts: ['cowork'],
      runner,
      onFacts: (facts) => {
        for (const part of [facts, facts.drives, ...facts.drives.flatMap(({ observations }) => observations)])
          gone.push(new WeakRef(part));
      },
    });
    await collectGarbage();
    expect(report.verdicts).toHaveLength(pages.length);
    expect(gone.length).toBeGreaterThanOrEqual(pages.length * 4);
    expect(gone.filter((part) => part.deref() !== undefined)).toHaveLength(0);
  });

  test('no source text because of a comment in it', async () => {
    const MEGABYTE = 1024 * 1024;
    const comment = '// savecheck-ignore-next-line artifact-write-back-lost: the host keeps what it is sent';
    const markersOf = (path: string) => {
      const text = Buffer.from(`${comment}\nnext\n${'x'.repeat(MEGABYTE)}`).toString('latin1');
      return readMarkersOf({ path, language: 'javascript', text, sha256: '', siblings: {} }).markers;
    };
    await collectGarbage();
    const before = held();
    const kept = Array.from({ length: 40 }, (_, at) => markersOf(`${at}.js`));
    await collectGarbage();
    expect(held() - before).toBeLessThan(10 * MEGABYTE);
    expect(kept.flat()).toHaveLength(40);
  });
});
