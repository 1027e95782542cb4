import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../src/registry.ts';
import { isLocalWriteBack, writeBackKeys } from '../../src/write-back-key.ts';
import type { DrivingThread } from '../engines/support/driving-thread.ts';
import { openDrivingThread, sourceOf } from '../engines/support/driving-thread.ts';

const PAGE_SCRIPT = new URL('../../src/page/main.ts', import.meta.url);
const SAVE = (id: string) =>
  `<label>Note ${id} <input id="t${id}"></label><button id="b${id}">Save ${id}</button><p id="m${id}"></p>` +
  `<script>b${id}.onclick=async()=>{m${id}.textContent='Saving';const r=await fetch('/${id}',{method:'POST',body:t${id}.value});m${id}.textContent=r.ok?'Saved ${id}':'Not saved ${id}'}</script>`;

describe.each(Object.keys(engines))('the engine %s', (name) => {
  let thread: DrivingThread;
  beforeAll(async () => {
    thread = await openDrivingThread(PAGE_SCRIPT, name);
  });
  afterAll(() => thread.close());

  it('gives equal observations for equal requests', async () => {
    const source = sourceOf(SAVE('a'));
    expect(await thread.drive(source)).toEqual(await thread.drive(source));
  });

  it('answers as the host in the refusing world, and 200 in the accepting one', async () => {
    const source = sourceOf(SAVE('a'));
    const [refused, accepted] = [
      await thread.drive(source),
      await thread.drive(source, { kind: 'accepting', unlocked: [] }),
    ];
    expect(refused.requests).toMatchObject([{ answer: 'refused', status: 404, reads: ['ok'] }]);
    expect(accepted.requests).toMatchObject([{ answer: 'accepted', status: 200, reads: ['ok'] }]);
    expect(refused.timeline.map(({ text }) => text)).toContain('Not saved a');
    expect(accepted.timeline.map(({ text }) => text)).toContain('Saved a');
    expect(refused.end.code).toBe('completed');
  });

  it('accepts one write-back alone where the world says so', async () => {
    const source = sourceOf(SAVE('a') + SAVE('b'));
    const refused = await thread.drive(source);
    const [, key = ''] = writeBackKeys(refused.requests, refused.actions);
    const { requests } = await thread.drive(source, { kind: 'refusing-but-for-one', key });
    expect(requests.filter(isLocalWriteBack).map(({ endpoint, answer }) => [endpoint.url.slice(-2), answer])).toEqual([
      ['/a', 'refused'],
      ['/b', 'accepted'],
    ]);
  });

  it('says which control each body carried, and which action sent it', async () => {
    const { requests, actions } = await thread.drive(sourceOf(SAVE('a')));
    expect(requests[0]?.carries).toEqual(['Note a']);
    expect(actions.find(({ step }) => step === requests[0]?.step)).toMatchObject({ kind: 'pointer', name: 'Save a' });
    expect(requests[0]?.answeredAt).toBeGreaterThan(requests[0]?.at ?? Infinity);
  });

  it('keeps the order of virtual time', async () => {
    const { timeline, actions, requests, lived } = await thread.drive(sourceOf(SAVE('a')));
    for (const times of [timeline, actions, requests].map((list) => list.map(({ at }) => at))) {
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(Math.max(0, ...times)).toBeLessThanOrEqual(lived);
    }
  });

  it('goes on after a script that throws, and names a missing one', async () => {
    const html = `<script>gone()</script><script src="https://cdn.example.net/kit.js"></script>${SAVE('a')}`;
    const { errors, scripts, requests } = await thread.drive(sourceOf(html));
    expect(errors).toContainEqual(expect.objectContaining({ kind: 'script', step: 0, undefinedName: 'gone' }));
    expect(scripts).toContainEqual({ url: 'https://cdn.example.net/kit.js', status: 'missing' });
    expect(requests).toHaveLength(1);
  });

  it('covers what it saw', async () => {
    const { coverage } = await thread.drive(sourceOf(`${SAVE('a')}<button disabled>Never</button>`));
    expect(coverage.controls.map(({ name: control, reached }) => [control, reached])).toEqual(
      expect.arrayContaining([
        ['Save a', true],
        ['Never', false],
      ]),
    );
  });
});
