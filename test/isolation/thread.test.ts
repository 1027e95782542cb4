import type { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import { threadRunner } from '../../src/isolation/thread.ts';
import type { End, Observation } from '../../src/model.ts';
import { sourceOf } from '../engines/support/driving-thread.ts';

const runner = threadRunner({ jobs: 1, timeoutMs: 1_500 });
afterAll(() => runner.close());

async function run(html: string, signal?: AbortSignal): Promise<{ end: End; observations: Observation[] }> {
  const observations: Observation[] = [];
  const end = await runner.run(
    { kind: 'drive', source: sourceOf(html), host: 'cowork' },
    (message) => {
      if (message.kind === 'observation') observations.push(message.observation);
    },
    signal,
  );
  return { end, observations };
}

const HONEST = `<button id="b">Save</button><p id="m"></p><script>b.onclick=async()=>{const r=await fetch('/n',{method:'POST'});m.textContent=r.ok?'Saved':'Not saved'}</script>`;

describe('the thread tier', () => {
  it('drives both worlds of a page and posts each', async () => {
    const { end, observations } = await run(HONEST);
    expect(end).toEqual({ code: 'completed', detail: '' });
    expect(observations.map(({ world }) => world.kind)).toEqual(['refusing', 'accepting']);
  });

  const HOSTILE: readonly (readonly [string, string, End['code']])[] = [
    ['a loop at load', '<script>for(;;);</script>', 'timed-out'],
    ['a loop on click', '<button onclick="for(;;);">Save</button>', 'timed-out'],
    ['a storm of promise reactions', '<script>const f=()=>queueMicrotask(f);f()</script>', 'timed-out'],
    ['a regular expression that explodes', `<script>/^(a+)+$/.test('a'.repeat(40)+'b')</script>`, 'timed-out'],
    ['an alert for ever', '<script>while(confirm())alert(1)</script>', 'timed-out'],
    [
      'a heap that fills',
      '<script>const a=[];for(;;)a.push(new Array(1e5).fill(a.length+.5))</script>',
      'out-of-memory',
    ],
  ];
  it.each(HOSTILE)('ends %s, and drives the next page', async (_name, html, code) => {
    expect((await run(html)).end.code).toBe(code);
    expect((await run(HONEST)).end.code).toBe('completed');
  });

  it('leaves no thread behind, however the one before it ended', async () => {
    const alive = new Set<Worker>();
    const onWorker = (worker: Worker) => {
      alive.add(worker);
      worker.once('exit', () => alive.delete(worker));
    };
    process.on('worker', onWorker);
    const own = threadRunner({ jobs: 1, timeoutMs: 500 });
    const drive = async (html: string) => own.run({ kind: 'drive', source: sourceOf(html), host: 'cowork' }, () => {});
    try {
      for (const at of [0, 1, 5]) await drive(HOSTILE[at]?.[1] ?? '');
      await drive(HONEST);
      // The one in use, and one kept warm.
      expect(alive.size).toBeLessThanOrEqual(2);
    } finally {
      await own.close();
      process.off('worker', onWorker);
    }
    expect(alive.size).toBe(0);
  });

  it('keeps the worlds that were finished when a later one does not end', async () => {
    const html = `<button id="b">Save</button><script>b.onclick=async()=>{const r=await fetch('/n',{method:'POST'});if(r.ok)for(;;);}</script>`;
    const { end, observations } = await run(html);
    expect(end.code).toBe('timed-out');
    expect(observations.map(({ world }) => world.kind)).toEqual(['refusing']);
  });

  it('survives a page that recurses without bound', async () => {
    expect((await run(`<script>const f=()=>f();f()</script>${HONEST}`)).end.code).toBe('completed');
  });

  it('can be cancelled, before and while it runs', async () => {
    expect((await run(HONEST, AbortSignal.abort())).end).toEqual({ code: 'timed-out', detail: 'cancelled' });
    const stop = new AbortController();
    const running = run('<script>for(;;);</script>', stop.signal);
    stop.abort();
    expect((await running).end.code).toBe('timed-out');
  });

  it('says so when there is no such host or engine', async () => {
    const end = await runner.run({ kind: 'drive', source: sourceOf('<p>x'), host: 'nowhere' }, () => {});
    expect(end.code).toBe('engine-unavailable');
  });

  it('ends as unavailable when a thread cannot load its file, and whoever runs it lives on', async () => {
    // No engine: calling it throws while the file is loaded.
    const broken = threadRunner({ jobs: 1, engine: '__proto__' });
    const drive = () => broken.run({ kind: 'drive', source: sourceOf(HONEST), host: 'cowork' }, () => {});
    try {
      for (let time = 0; time < 3; time += 1) {
        const { code, detail } = await drive();
        expect(code).toBe('engine-unavailable');
        expect(detail).toMatch(/is not a function/);
      }
      const scan = await broken.run({ kind: 'scan', source: sourceOf(HONEST) }, () => {});
      expect(scan.code).toBe('completed');
    } finally {
      await broken.close();
    }
  });
});
