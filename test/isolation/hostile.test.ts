import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Runner } from '../../src/contracts.ts';
import { threadRunner } from '../../src/isolation/thread.ts';
import type { HostilePage } from './hostile/pages.ts';
import { HOSTILE_PAGES } from './hostile/pages.ts';
import type { Ran } from './support/drive-tasks.ts';
import { BENIGN, openCellRunner, runPage } from './support/drive-tasks.ts';
import { BOXES } from './support/walls-here.ts';

/** Runs each page, and a benign one right after it; two at a time. */
async function runAll(
  runner: Runner,
  pages: readonly HostilePage[],
): Promise<Map<string, { hostile: Ran; next: Ran }>> {
  const results = new Map<string, { hostile: Ran; next: Ran }>();
  const queue = [...pages];
  const lane = async () => {
    for (let page = queue.shift(); page; page = queue.shift()) {
      const hostile = await runPage(runner, page.html());
      results.set(page.name, { hostile, next: await runPage(runner, BENIGN) });
    }
  };
  await Promise.all([lane(), lane()]);
  return results;
}

const secret = (readFileSync('/etc/passwd', 'utf8').split('\n')[0] ?? '') as string;

function expectations(tier: 'strict' | 'thread', pages: readonly HostilePage[], open: () => Runner): void {
  let runner: Runner;
  let results: Awaited<ReturnType<typeof runAll>>;
  let reference: string;
  beforeAll(async () => {
    runner = open();
    reference = JSON.stringify((await runPage(runner, BENIGN)).observations);
    results = await runAll(runner, pages);
  }, 400_000);
  afterAll(() => runner.close());

  it('starts from a benign page with two worlds', () => {
    expect(JSON.parse(reference)).toHaveLength(2);
  });
  it.each(pages)('$name', ({ name, records = {}, ...expected }) => {
    const { hostile, next } = results.get(name) ?? {};
    expect(expected[tier], hostile?.end.detail).toContain(hostile?.end.code);
    const record = hostile?.observations ?? [];
    expect(JSON.stringify(record)).not.toContain(secret);
    if (records.error)
      expect(record.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n')).toMatch(records.error);
    if (records.tripwire) expect(record.flatMap(({ tripwires }) => tripwires).join('\n')).toMatch(records.tripwire);
    expect(next?.end.code).toBe('completed');
    expect(JSON.stringify(next?.observations)).toBe(reference);
  });
}

describe.skipIf(!BOXES)('hostile pages in strict cells', () => {
  expectations('strict', HOSTILE_PAGES, () => openCellRunner('strict'));
});

describe('hostile pages in threads', () => {
  const pages = HOSTILE_PAGES.filter(({ thread }) => thread);
  expectations('thread', pages, () => threadRunner({ jobs: 2, timeoutMs: 1_500 }));
});
