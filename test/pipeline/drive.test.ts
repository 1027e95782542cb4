import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/contracts.ts';
import { cowork } from '../../src/hosts/cowork.ts';
import type { Observation } from '../../src/model.ts';
import { drive } from '../../src/pipeline/drive.ts';
import type { DrivingThread } from '../engines/support/driving-thread.ts';
import { openDrivingThread, sourceOf } from '../engines/support/driving-thread.ts';

let thread: DrivingThread;
let engine: Engine;
beforeAll(async () => {
  thread = await openDrivingThread();
  engine = {
    drive: ({ source, world, host, repair }) => thread.drive(source, world, host.name, repair),
  };
});
afterAll(() => thread.close());

async function worldsOf(html: string): Promise<Observation[]> {
  const observations: Observation[] = [];
  const end = await drive(sourceOf(html), cowork, engine, (observation) => observations.push(observation));
  expect(end.code).toBe('completed');
  return observations;
}
const kinds = (observations: readonly Observation[]) => observations.map(({ world }) => world.kind);
const SAVE = (id: string, path = id) =>
  `<button id="${id}">Save ${id}</button><script>${id}.onclick=async()=>{const r=await fetch('/${path}',{method:'POST'});document.title=r.ok+'${id}'}</script>`;

describe('worlds', () => {
  it('opens no other world for a page that asks for nothing', async () => {
    expect(kinds(await worldsOf('<p>Report</p><button onclick="this.remove()">Hide</button>'))).toEqual(['refusing']);
  });

  it('opens none for remote requests alone', async () => {
    expect(kinds(await worldsOf(`<script>fetch('https://r.example/',{method:'POST'})</script>`))).toEqual(['refusing']);
  });

  it('lets the accepting world stand for a single write-back', async () => {
    expect(kinds(await worldsOf(SAVE('a')))).toEqual(['refusing', 'accepting']);
  });

  it('opens one world for each of several write-backs, accepting that one alone', async () => {
    const observations = await worldsOf(SAVE('a') + SAVE('b'));
    expect(kinds(observations)).toEqual(['refusing', 'accepting', 'refusing-but-for-one', 'refusing-but-for-one']);
    const answers = observations.slice(2).map(({ requests }) => requests.map(({ answer }) => answer));
    expect(answers).toEqual([
      ['accepted', 'refused'],
      ['refused', 'accepted'],
    ]);
  });

  it('opens a world for a single write-back when the page also reads', async () => {
    expect(kinds(await worldsOf(`<script>fetch('/list').catch(()=>{})</script>${SAVE('a')}`))).toEqual([
      'refusing',
      'accepting',
      'refusing-but-for-one',
    ]);
  });

  it('shares one world among like rows', async () => {
    const rows = [1, 2, 3].map((n) => `<button class="del" data-n="${n}">remove</button>`).join('');
    const script = `<script>for(const b of document.querySelectorAll('.del'))b.onclick=()=>fetch('/rows/'+b.dataset.n,{method:'DELETE'})</script>`;
    const observations = await worldsOf(rows + script);
    expect(kinds(observations)).toEqual(['refusing', 'accepting']);
  });

  it('opens at most twelve such worlds', async () => {
    const many = Array.from({ length: 15 }, (_, i) => SAVE(`s${i}`)).join('');
    expect(kinds(await worldsOf(many)).filter((kind) => kind === 'refusing-but-for-one')).toHaveLength(12);
  });

  it('repeats acceptance with what the page missed, when nothing else differs', async () => {
    const html = `<button id="b">S</button><p id="m"></p><script>b.onclick=async()=>{let d={};try{d=await (await fetch('/n',{method:'POST'})).json()}catch{}m.textContent=d.saved?'Saved':'Not saved'}</script>`;
    const observations = await worldsOf(html);
    expect(observations.map(({ world }) => world)).toEqual([
      { kind: 'refusing' },
      { kind: 'accepting', unlocked: [] },
      { kind: 'accepting', unlocked: ['saved'] },
    ]);
    expect(observations[2]?.timeline.at(-1)?.text).toContain('Saved');
  });
});

describe('repair', () => {
  it('stands in for an undefined global, once for each, step by step', async () => {
    const observations = await worldsOf(
      `<script>const a = One.x;</script><script>const c = Two.y;</script>${SAVE('b')}`,
    );
    // The first drive wrote back already: an error at load is evidence, not an excuse.
    expect(kinds(observations)).toEqual(['refusing', 'accepting']);
    const needed = await worldsOf(`${SAVE('b').replace('b.onclick', 'const x=Kit.one;const y=Other.two;b.onclick')}`);
    expect(needed[0]?.repairs).toEqual([]);
    expect(needed[1]?.repairs.map(({ name }) => name)).toEqual(['Kit', 'Other']);
    expect(kinds(needed)).toEqual(['refusing', 'refusing', 'accepting']);
  });

  it('replaces a placeholder in scripts and leaves the text of the page alone', async () => {
    const html = `<p>{{ title }}</p>${SAVE('b').replace('b.onclick', 'const D = {{ data }};b.onclick')}`;
    const observations = await worldsOf(html);
    const [asItIs, repaired] = observations;
    expect(asItIs?.requests).toEqual([]);
    expect(repaired?.requests).toHaveLength(1);
    expect(repaired?.timeline[0]?.text).toContain('{{ title }}');
  });

  it('says which scripts were missing in a repaired drive', async () => {
    const observations = await worldsOf(
      `<div id="app"></div><script src="https://c.example/kit.js"></script><script>Kit.mount('#app')</script>`,
    );
    expect(observations.at(-1)?.repairs).toEqual([
      { kind: 'undefined-global', name: 'Kit', touched: true },
      { kind: 'missing-script', name: 'https://c.example/kit.js', touched: false },
    ]);
  });
});
