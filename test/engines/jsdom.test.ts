import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Observation, Recorded } from '../../src/model.ts';
import type { DrivingThread } from './support/driving-thread.ts';
import { openDrivingThread, sourceOf } from './support/driving-thread.ts';

let thread: DrivingThread;
beforeAll(async () => {
  thread = await openDrivingThread();
});
afterAll(() => thread.close());

const drive = (html: string, ...rest: unknown[]): Promise<Observation> => thread.drive(sourceOf(html), ...(rest as []));
const shown = (observation: Observation): string[] => observation.timeline.map(({ text }) => text);
const first = (observation: Observation): Recorded => {
  const [request] = observation.requests;
  if (!request) throw new Error('no request was made');
  return request;
};
const FIELD = '<textarea id="t"></textarea><button id="b">Save</button><p id="m"></p>';

describe('requests', () => {
  it('records a fetch with its body, canary, action, place and what was looked at', async () => {
    const html = `${FIELD}\n<script>b.onclick=async()=>{const r=await fetch('/n',{method:'POST',body:t.value});m.textContent=r.ok?'y':'n'}</script>`;
    const observation = await drive(html);
    expect(first(observation)).toMatchObject({
      channel: 'fetch',
      endpoint: { method: 'POST', url: 'https://cowork.invalid/n', reach: 'own-origin' },
      answer: 'refused',
      status: 404,
      body: 'sc-1-note',
      carries: ['note'],
      reads: ['ok'],
      site: { path: 'artifact.html', line: 2, column: html.split('\n')[1]!.indexOf('fetch') + 1 },
    });
    expect(observation.actions.find(({ step }) => step === first(observation).step)?.name).toBe('Save');
  });

  it('tells the place of a handler attribute', async () => {
    const html = `<p>x</p>\n <button onclick="fetch('/n',{method:'PUT'})">S</button>`;
    expect(first(await drive(html)).site).toEqual({ path: 'artifact.html', line: 2, column: 19 });
  });

  it('attributes a request to its action through timers, promises and frames of animation', async () => {
    const html = `${FIELD}<script>b.onclick=()=>setTimeout(()=>requestAnimationFrame(async()=>{await null;fetch('/n',{method:'POST'})}),700)</script>`;
    const observation = await drive(html);
    expect(observation.actions.find(({ step }) => step === first(observation).step)?.name).toBe('Save');
  });

  it('rejects where the host rejects, and sees whether the fate was prepared for', async () => {
    const html = (handler: string) => `<button id="b">S</button><script>b.onclick=async()=>{${handler}}</script>`;
    const live = (handler: string) => drive(html(handler), { kind: 'refusing' }, 'cowork-live');
    const ignored = await live(`await fetch('/n',{method:'POST'})`);
    expect(first(ignored)).toMatchObject({ answer: 'blocked', status: null, reads: [] });
    expect(ignored.errors).toMatchObject([{ kind: 'rejection', message: 'TypeError: Failed to fetch' }]);
    expect(first(await live(`try{await fetch('/n',{method:'POST'})}catch{}`)).reads).toEqual(['fate']);
    expect(first(await drive(html(`fetch('/n',{method:'POST'}).then(()=>{}).catch(()=>{})`))).reads).toEqual(['fate']);
  });

  it('reports the fields an accepted body lacks, and gives them when unlocked', async () => {
    const html = `${FIELD}<script>b.onclick=async()=>{const d=await (await fetch('/n',{method:'POST'})).json();m.textContent=d.items.map(x=>x).length+'/'+(d.saved?'kept':'gone')}</script>`;
    const accepted = await drive(html, { kind: 'accepting', unlocked: [] });
    expect(first(accepted)).toMatchObject({ answer: 'accepted', status: 200, missingFields: ['items'] });
    const unlocked = await drive(html, { kind: 'accepting', unlocked: ['items', 'saved'] });
    expect(shown(unlocked).at(-1)).toContain('0/kept');
  });

  it('answers like an array when the page treats the body as one', async () => {
    const html = `${FIELD}<script>b.onclick=async()=>{const d=await (await fetch('/n')).json();d.forEach(x=>x);m.textContent='listed'}</script>`;
    const observation = await drive(html, { kind: 'accepting', unlocked: [] });
    expect(first(observation).wantsArray).toBe(true);
    expect(shown(observation).at(-1)).toContain('listed');
  });

  it('gives an XHR the event order of the standard', async () => {
    const html = `${FIELD}<script>b.onclick=()=>{const x=new XMLHttpRequest(),l=[];x.open('POST','/n');for(const e of ['readystatechange','loadstart','progress','load','loadend','error'])x.addEventListener(e,()=>l.push(e[0]+x.readyState));x.onloadend=()=>{m.textContent=l.join()+':'+x.status};x.send('q')}</script>`;
    expect(shown(await drive(html)).at(-1)).toContain('l1,r2,r3,p3,r4,l4,l4:404');
    expect(shown(await drive(html, { kind: 'refusing' }, 'cowork-live')).at(-1)).toContain('l1,r4,e4,l4:0');
  });

  it('records remote writes as remote and answers them with an empty 200', async () => {
    const html = `${FIELD}<script>b.onclick=async()=>{const r=await fetch('https://api.example.com/',{method:'POST'});m.textContent=r.status+JSON.stringify(await r.json())}</script>`;
    const observation = await drive(html);
    expect(first(observation)).toMatchObject({ answer: 'remote', endpoint: { reach: 'remote' } });
    expect(shown(observation).at(-1)).toContain('200{}');
  });

  it('records beacons, sockets, images, storage, cookies, messages and the clipboard', async () => {
    const html = `<button id="b">S</button><script>b.onclick=()=>{navigator.sendBeacon('/b','x');new WebSocket('/w');new Image().src='/p';localStorage.k='v';document.cookie='c=1';parent.postMessage('hi','*');navigator.clipboard.writeText('copied');navigator.serviceWorker.register('/sw.js').catch(()=>{});new EventSource('/e')}</script>`;
    const { requests } = await drive(html);
    expect(requests.map(({ channel }) => channel).sort()).toEqual(
      [
        'beacon',
        'clipboard',
        'cookie',
        'event-source',
        'image',
        'post-message',
        'service-worker',
        'socket',
        'storage',
      ].sort(),
    );
  });
});

describe('leaving the page', () => {
  it('records a native form with its submitter, whose method and action win', async () => {
    const html = `<form method="get" action="/a"><textarea name="n"></textarea><button name="go" value="1" formmethod="post" formaction="/b">S</button></form>`;
    const observation = await drive(html);
    expect(first(observation)).toMatchObject({
      channel: 'form',
      endpoint: { method: 'POST', url: 'https://cowork.invalid/b' },
      body: 'n=sc-1-note&go=1',
      carries: ['note'],
      element: { tag: 'button', name: 'go' },
    });
    expect(observation.timeline.some(({ kind }) => kind === 'navigation')).toBe(true);
  });

  it('sends a form once by submit(), and not at all when the event is prevented', async () => {
    const form = '<form id="f" method="post" action="/s"></form><button id="b">S</button>';
    expect((await drive(`${form}<script>b.onclick=()=>f.submit()</script>`)).requests).toHaveLength(1);
    const prevented = `${form}<script>f.onsubmit=e=>e.preventDefault();b.onclick=()=>f.requestSubmit()</script>`;
    expect((await drive(prevented)).requests).toEqual([]);
  });

  it('blocks a native form where the host does', async () => {
    const html = '<form method="post"><button>S</button></form>';
    const observation = await drive(html, { kind: 'refusing' }, 'cowork-live');
    expect(first(observation)).toMatchObject({ channel: 'form', answer: 'blocked' });
    expect(observation.timeline.some(({ kind }) => kind === 'navigation')).toBe(false);
  });

  it('reads a download, blob and all', async () => {
    const html = `${FIELD}<script>b.onclick=()=>{const a=document.createElement('a');a.download='n.txt';a.href=URL.createObjectURL(new Blob([t.value]));a.click()}</script>`;
    const observation = await drive(html);
    expect(first(observation)).toMatchObject({ channel: 'download', body: 'sc-1-note', carries: ['note'] });
    expect(observation.timeline).toContainEqual(expect.objectContaining({ kind: 'download', text: 'n.txt' }));
  });

  it('keeps the document when the page navigates', async () => {
    const html = `<button id="b">S</button><p id="m"></p><script>b.onclick=()=>{location='/away';m.textContent='still here'}</script>`;
    const observation = await drive(html);
    expect(observation.requests).toMatchObject([{ channel: 'navigation' }]);
    expect(shown(observation).some((text) => text.includes('still here'))).toBe(true);
  });
});

describe('walls', () => {
  const FILE = `const x=new X();x.open('GET','file:///etc/hostname');x.onload=()=>m.textContent='read '+x.responseText;x.onerror=()=>m.textContent='refused';x.send()`;
  it('reads no file, from the page or through a fresh frame', async () => {
    for (const from of ['window', `document.body.appendChild(document.createElement('iframe')).contentWindow`]) {
      const observation = await drive(`${FIELD}<script>const X=${from}.XMLHttpRequest;${FILE}</script>`);
      expect(shown(observation).at(-1)).toContain('refused');
    }
  });

  it('puts the same channels into a srcdoc frame before its scripts run', async () => {
    const html = `<iframe srcdoc="<script>fetch('/in',{method:'POST',body:'q'})</script>"></iframe>`;
    expect(first(await drive(html))).toMatchObject({
      channel: 'fetch',
      endpoint: { url: 'https://cowork.invalid/in' },
    });
  });

  it('gives the page no function of the host', async () => {
    const html = `${FIELD}<script>b.onclick=()=>{const p=fetch('/n');m.textContent=[fetch,Response,p.then,p.constructor,alert,URL.createObjectURL].map(f=>f.constructor('return typeof process')()).join()}</script>`;
    expect(shown(await drive(html)).at(-1)).toContain('undefined,undefined,undefined,undefined,undefined,undefined');
  });
});

describe('scripts', () => {
  it('runs modules after parsing, in order, with imports of siblings, at their own positions', async () => {
    const html = `<p id="m"></p>\n<script type="module">import {x} from './lib.js';m.textContent+='module '+x;fetch('/n',{method:'POST'})</script>\n<script>m.textContent+='classic '</script>`;
    const observation = await thread.drive(sourceOf(html, { 'lib.js': `export const x = 'lib';` }));
    expect(shown(observation).join()).toContain('classic module lib');
    expect(first(observation).site?.line).toBe(2);
    expect(observation.scripts).toContainEqual({ url: 'https://cowork.invalid/artifacts/lib.js', status: 'ran' });
  });

  it('resolves import maps and import()', async () => {
    const html = `<p id="m"></p><script type="importmap">{"imports":{"kit":"./kit.js","deep/":"./d/"}}</script><script type="module">import k from 'kit';const {d}=await import('deep/d.js');m.textContent=k+d</script>`;
    const observation = await thread.drive(
      sourceOf(html, { 'kit.js': `export default 'kit'`, 'd/d.js': `export const d = '+deep'` }),
    );
    expect(shown(observation).join()).toContain('kit+deep');
  });

  it('names a script that is not there, and stands in for analytics', async () => {
    const html = `<script src="https://cdn.example.net/kit.js"></script><script src="https://www.googletagmanager.com/gtag/js"></script><script>gtag('x')</script><script type="module">import 'https://esm.sh/react'</script>`;
    const { scripts, errors } = await drive(html);
    expect(scripts).toContainEqual({ url: 'https://cdn.example.net/kit.js', status: 'missing' });
    expect(scripts).toContainEqual({ url: 'https://www.googletagmanager.com/gtag/js', status: 'stubbed' });
    expect(scripts).toContainEqual({ url: 'https://esm.sh/react', status: 'missing' });
    expect(errors.filter(({ kind }) => kind !== 'resource')).toEqual([]);
  });

  it('is not misled by a page that replaces what its watching script uses', async () => {
    const html = `<script>JSON.stringify=()=>'x';JSON.parse=()=>{throw 1};setTimeout=null;Object.prototype.extra=1</script>${FIELD}<script>b.onclick=()=>fetch('/n',{method:'POST'})</script>`;
    const observation = await drive(html);
    expect(observation.end.code).toBe('completed');
    expect(observation.requests).toHaveLength(1);
    const broken = await drive(`<script>Object.prototype.toJSON=()=>{throw 1}</script>${FIELD}`);
    expect(broken.end.code).toBe('tampered');
  });

  it('goes on after a script that throws, whatever it throws', async () => {
    const html = `<script>nope()</script><script>throw null</script><script>throw {get message(){throw 1},toString(){for(;;);}}</script>${FIELD}<script>b.onclick=()=>fetch('/n',{method:'POST'})</script>`;
    const observation = await drive(html);
    expect(observation.errors).toHaveLength(3);
    expect(observation.errors[0]).toMatchObject({ step: 0, undefinedName: 'nope', place: { line: 1, column: 9 } });
    expect(observation.requests).toHaveLength(1);
  });

  it('puts stand-ins in place of globals and placeholders, and says what they were given', async () => {
    const html = `${FIELD}<script>const D = {{ data }};Kit.mount(b,{});b.onclick=()=>fetch('/n',{method:'POST',body:D.items.length})</script>`;
    const repair = [
      { kind: 'placeholder', name: '{{ data }}' },
      { kind: 'undefined-global', name: 'Kit' },
    ];
    const observation = await drive(html, { kind: 'refusing' }, 'cowork', repair);
    expect(observation.errors).toEqual([]);
    expect(observation.repairs).toEqual([
      { kind: 'placeholder', name: '{{ data }}', touched: false },
      { kind: 'undefined-global', name: 'Kit', touched: true },
    ]);
    expect(observation.requests).toHaveLength(1);
  });
});

describe('time', () => {
  it('waits for nothing: an autosave every half minute fires twice', async () => {
    const { requests, lived } = await drive(`<script>setInterval(()=>fetch('/a',{method:'POST'}),30000)</script>`);
    expect(requests.map(({ at }) => at)).toEqual([30_000, 60_000]);
    expect(lived).toBeGreaterThanOrEqual(60_000);
  });

  it('lets a message that hides itself stand in the timeline', async () => {
    const html = `${FIELD}<script>b.onclick=()=>{m.textContent='oops';setTimeout(()=>m.textContent='',3000)}</script>`;
    const { timeline } = await drive(html);
    const raised = timeline.findIndex(({ text }) => text.startsWith('Saveoops'));
    expect(timeline[raised + 1]!.at - timeline[raised]!.at).toBe(3_000);
  });

  it('ends a page that schedules for ever without losing what it did', async () => {
    const html = `<script>const go=()=>{for(let i=0;i<3;i++)setTimeout(new Function('f','f()').bind(null,go),i)};fetch('/n',{method:'POST'});go()</script>`;
    const observation = await drive(html);
    expect(observation.end.code).toBe('timed-out');
    expect(observation.requests).toHaveLength(1);
  });

  it('lets time pass beside a page that reschedules itself at once', async () => {
    const html = `${FIELD}<script>const f=()=>setTimeout(f,0);f();b.onclick=()=>setTimeout(()=>fetch('/n',{method:'POST'}),3000)</script>`;
    const observation = await drive(html);
    expect(observation.end.code).toBe('completed');
    expect(observation.requests).toHaveLength(1);
  });

  it('does not drive what is too large', async () => {
    expect((await drive(`<p>${'x'.repeat(9 * 1024 * 1024)}</p>`)).end.code).toBe('too-large');
  });

  it('drives what is nearly as large', async () => {
    expect((await drive(`<p>${'x'.repeat(7 * 1024 * 1024)}</p>`)).end.code).toBe('completed');
  });
});
