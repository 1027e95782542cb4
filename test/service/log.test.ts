import { expect, test } from 'vitest';
import type { Job } from '../../src/service/contract.ts';
import { createLog, observeJobs } from '../../src/service/log.ts';
import { createMetrics } from '../../src/service/metrics.ts';

test('an error from looking at an artifact is logged by its kind and place, not by its words', () => {
  const lines: string[] = [];
  const store = { counts: async () => ({ queued: 0, running: 0, oldestQueued: null }) };
  const observer = observeJobs(
    createLog('info', { write: (line) => void lines.push(line) }),
    createMetrics(store as never),
  );
  const lease = { id: 'job-1', fence: 1, cacheKey: '', useCache: false, job: { tenant: 't' } as Job };
  observer.ended(lease, { kind: 'bug', error: new TypeError('cannot read “sesame of the page”') }, 5);
  const [line = ''] = lines;
  expect(line).not.toContain('sesame');
  expect(JSON.parse(line)).toMatchObject({
    job: 'job-1',
    error: 'TypeError',
    frames: [
      expect.stringContaining('log.test.ts'),
      ...Array(JSON.parse(line).frames.length - 1).fill(expect.any(String)),
    ],
  });
});
