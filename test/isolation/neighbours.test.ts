import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Runner } from '../../src/contracts.ts';
import { threadRunner } from '../../src/isolation/thread.ts';
import type { Report } from '../../src/model.ts';
import { verify } from '../../src/verify.ts';
import { LOST } from '../support/pages.ts';
import { openCellRunner } from './support/drive-tasks.ts';
import { BOXES } from './support/walls-here.ts';

/** Makes the next page look honest: every list of records that is filtered or walked comes out empty. */
const PATCHES_INTRINSICS = `<script>
  const host = Object.getPrototypeOf(Object.getPrototypeOf(EventTarget));
  for (let o = host; o; o = Object.getPrototypeOf(o))
    for (const name of ['filter', 'flatMap', 'some', 'push', 'values', 'toString', 'call', 'apply'])
      try { Object.defineProperty(o, name, { value() { return []; }, configurable: true }); } catch {}
</script>`;

/** Takes what the windows of one process share: the classes behind the page's objects. */
const PATCHES_JSDOM = `<textarea id="t"></textarea><script>
  for (const node of [document, t, window, new XMLHttpRequest(), document.createElement('form')])
    for (const key of Object.getOwnPropertySymbols(node)) {
      const hidden = node[key];
      for (let o = hidden && Object.getPrototypeOf(hidden); o; o = Object.getPrototypeOf(o))
        for (const name of ['textContent', 'dispatchEvent', '_dispatch', 'click'])
          try { Object.defineProperty(o, name, { get: () => () => true, set() {}, configurable: true }); } catch {}
    }
</script>`;

/** Leaves behind what might live longer than its page: stores, timers, channels, workers. */
const LEAVES_THINGS = `<script>
  localStorage.setItem('saved', 'yes'); document.cookie = 'saved=yes; path=/';
  try { indexedDB.open('notes'); } catch {}
  const c = new BroadcastChannel('notes'); c.onmessage = () => c.postMessage('saved');
  setInterval(() => { try { window.parent.document.body.textContent = 'Not saved'; } catch {} }, 1);
  new Promise(() => {}); window.onunload = () => { for (let i = 0; i < 1e5; i++) setTimeout(() => {}, i); };
</script>`;

const FALSIFIERS = [
  ['one that changes built-in objects', PATCHES_INTRINSICS],
  ['one that changes what stands behind its own objects', PATCHES_JSDOM],
  ['one that leaves things behind', LEAVES_THINGS],
] as const;

async function verdictOf(runner: Runner, html: string): Promise<Report['verdicts'][number] | undefined> {
  const bytes = Buffer.from(html);
  const report = await verify({ targets: [{ name: 'page.html', bytes }], hosts: ['cowork'], runner, jobs: 1 });
  return report.verdicts.map((verdict) => ({ ...verdict, durationMs: 0 }))[0];
}

describe.each(BOXES ? (['strict', 'process'] as const) : (['process'] as const))('neighbours in %s cells', (tier) => {
  let runner: Runner;
  let alone: Awaited<ReturnType<typeof verdictOf>>;
  beforeAll(async () => {
    runner = openCellRunner(tier);
    alone = await verdictOf(runner, LOST);
  });
  afterAll(() => runner.close());

  it('a page that loses data is found out', () => {
    expect(alone?.label).toBe('lost');
  });
  it.each(FALSIFIERS)('it is after %s', async (_name, html) => {
    await verdictOf(runner, html);
    expect(await verdictOf(runner, LOST)).toEqual(alone);
  });
});

describe('neighbours in one thread, which is no wall', () => {
  const MARKS = '<script>Object.getPrototypeOf(Object.getPrototypeOf(EventTarget)).marked = 1;</script>';

  it('a page that changes built-in objects is found out, and its thread goes with it', async () => {
    const runner = threadRunner({ jobs: 1, timeoutMs: 1_500 });
    try {
      const alone = await verdictOf(runner, LOST);
      const guilty = await verdictOf(runner, MARKS);
      expect(guilty?.label).toBe('inconclusive');
      expect(guilty?.evidence.map(({ code }) => code)).toContain('tamper-suspected');
      expect(await verdictOf(runner, LOST)).toEqual(alone);
    } finally {
      await runner.close();
    }
  });
});

describe('what the source shows', () => {
  it('is not taken back by a drive that was forged, nor by one that is no observation', async () => {
    for (const forged of [{ tripwires: [] }, null]) {
      const scans = threadRunner({ jobs: 1 });
      const runner: Runner = {
        tier: 'strict',
        run: async (task, onMessage, signal) => {
          if (task.kind === 'scan') return scans.run(task, onMessage, signal);
          onMessage({ kind: 'observation', observation: forged as never });
          return { code: 'completed', detail: '' };
        },
        close: () => scans.close(),
      };
      const verdict = await verdictOf(runner, LOST);
      await runner.close();
      expect(verdict?.label).not.toBe('clean');
      expect(verdict?.writeBacks).toHaveLength(1);
      expect(verdict?.evidence.map(({ code }) => code)).toContain('tampered');
    }
  });

  it('is not taken back by a well-made observation of an idle page', async () => {
    const cells = openCellRunner('process');
    const idle = await verifyForged(cells);
    await cells.close();
    expect(idle?.label).not.toBe('clean');
    expect(idle?.writeBacks[0]).toMatchObject({ seen: 'source', endpoint: { url: '/api/notes' } });
  });
});

/** Drives an empty page in place of the artifact, as an artifact that took over its cell could make it look. */
async function verifyForged(cells: Runner): ReturnType<typeof verdictOf> {
  const forging: Runner = {
    ...cells,
    run: (task, onMessage, signal) => {
      const source = task.kind === 'drive' ? { ...task.source, text: '<p>Nothing here</p>' } : task.source;
      return cells.run({ ...task, source }, onMessage, signal);
    },
  };
  return verdictOf(forging, LOST);
}
