import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DrivingThread } from '../../engines/support/driving-thread.ts';
import { openDrivingThread, sourceOf } from '../../engines/support/driving-thread.ts';

let thread: DrivingThread;
beforeAll(async () => {
  thread = await openDrivingThread();
});
afterAll(() => thread.close());

const SIBLINGS = {
  'w.js': 'self.onmessage=e=>self.postMessage(e.data+1)',
  'twice.js': 'function twice(n){return 2*n}',
  'thrice.js': 'self.thrice=n=>3*n',
};

/** What an expression of a page comes to, and the shims it used. */
async function evaluate(expression: string): Promise<{ value: unknown; shims: readonly string[] }> {
  const html = `<!doctype html><body><script>(async()=>{let v;try{v=${expression}}catch(e){v='threw '+e}localStorage.setItem('out',JSON.stringify(v??null))})()</script>`;
  const { requests, shims } = await thread.drive(sourceOf(html, SIBLINGS));
  const out = requests.find(({ endpoint }) => endpoint.url === 'localStorage:out');
  return { value: out ? JSON.parse(out.body) : 'never came', shims };
}

const event = (setup: string) => `await new Promise((yes,no)=>{${setup}})`;

const CASES: readonly (readonly [shim: string, expression: string, value: unknown])[] = [
  [
    'match-media',
    `['(min-width: 600px)','(prefers-color-scheme: dark)','print','not print'].map(q=>matchMedia(q).matches)`,
    [true, false, false, true],
  ],
  [
    'intersection-observer',
    event(`new IntersectionObserver(e=>yes(e[0].isIntersecting)).observe(document.body)`),
    true,
  ],
  [
    'xpath',
    `(()=>{const f=new XPathEvaluator().createExpression('//body').evaluate(document);return [f.iterateNext().tagName, document.evaluate('//body', document).iterateNext().tagName]})()`,
    ['BODY', 'BODY'],
  ],
  ['resize-observer', event(`new ResizeObserver(e=>yes(e.length)).observe(document.body)`), 1],
  ['idle-callback', event(`requestIdleCallback(d=>yes(d.didTimeout))`), false],
  [
    'inner-text',
    `(()=>{const d=document.createElement('div');d.innerHTML='<p>a <b>b</b></p><p>c<br>d</p><i hidden>h</i>';const s=d.innerText;d.innerText='x\\ny';return [s,d.innerHTML]})()`,
    ['a b\nc\nd', 'x<br>y'],
  ],
  ['exec-command', `document.execCommand('bold')`, true],
  ['scrolling', `(scrollTo(0,9),document.body.scrollIntoView(),1)`, 1],
  ['animate', `await document.body.animate([],100).finished.then(a=>a.playState)`, 'finished'],
  [
    'dialog-element',
    `(()=>{const d=document.createElement('dialog');document.body.append(d);d.showModal();const o=d.open;d.close('x');return [o,d.open,d.returnValue]})()`,
    [true, false, 'x'],
  ],
  [
    'popover',
    `(()=>{const d=document.createElement('div'),n=[];d.popover='auto';document.body.append(d);d.ontoggle=0;d.addEventListener('toggle',e=>n.push(e.newState));d.showPopover();d.hidePopover();return n})()`,
    ['open', 'closed'],
  ],
  ['clipboard', `await navigator.clipboard.writeText('zz').then(()=>navigator.clipboard.readText())`, 'zz'],
  ['share', `await navigator.share({text:'x'}).then(()=>1)`, 1],
  [
    'indexed-db',
    event(
      `const o=indexedDB.open('d',1);o.onupgradeneeded=()=>o.result.createObjectStore('s');o.onsuccess=()=>{const t=o.result.transaction('s','readwrite');t.objectStore('s').put({a:[1]},'k');t.oncomplete=()=>{const g=o.result.transaction('s').objectStore('s').get('k');g.onsuccess=()=>yes(g.result)}}`,
    ),
    { a: [1] },
  ],
  [
    'performance-marks',
    `(performance.mark('a'),performance.measure('m','a'),performance.getEntriesByName('m').length)`,
    1,
  ],
  [
    'subtle-crypto',
    `await crypto.subtle.digest('SHA-256',new TextEncoder().encode('abc')).then(b=>[...new Uint8Array(b)].slice(0,4))`,
    [0xba, 0x78, 0x16, 0xbf],
  ],
  [
    'broadcast-channel',
    event(
      `const a=new BroadcastChannel('x'),b=new BroadcastChannel('x');b.onmessage=e=>yes(e.data);a.postMessage('hi')`,
    ),
    'hi',
  ],
  [
    'worker',
    event(
      `const w=new Worker(URL.createObjectURL(new Blob(['onmessage=e=>postMessage(e.data*2)'])));w.onmessage=e=>yes(e.data);w.postMessage(21)`,
    ),
    42,
  ],
  ['worker', event(`const w=new Worker('w.js');w.onmessage=e=>yes(e.data);w.postMessage(1)`), 2],
  [
    'worker',
    event(
      `const w=new Worker('data:text/javascript;base64,'+btoa('onmessage=e=>postMessage(e.data+2)'));w.onmessage=e=>yes(e.data);w.postMessage(1)`,
    ),
    3,
  ],
  [
    'worker',
    event(
      `const w=new Worker(URL.createObjectURL(new Blob(["importScripts('twice.js');importScripts('thr'+'ice.js');postMessage(thrice(twice(7)))"])));w.onmessage=e=>yes(e.data)`,
    ),
    42,
  ],
  ['worker', event(`const w=new Worker('gone.js');w.onerror=e=>yes(e.message)`), 'the script of the worker is missing'],
  ['media', `await new Audio('x.mp3').play().then(()=>'played')`, 'played'],
  [
    'audio-context',
    `(()=>{const c=new AudioContext(),o=c.createOscillator();o.connect(c.destination);o.start();return c.state})()`,
    'running',
  ],
  ['media-devices', `await navigator.mediaDevices.getUserMedia({}).catch(e=>e.name)`, 'NotAllowedError'],
  ['speech', event(`const u=new SpeechSynthesisUtterance('a');u.onend=()=>yes(1);speechSynthesis.speak(u)`), 1],
  ['geolocation', event(`navigator.geolocation.getCurrentPosition(()=>no(),e=>yes(e.code))`), 1],
  ['notification', `(new Notification('T',{body:'B'}),Notification.permission)`, 'granted'],
  ['image-bitmap', `(await createImageBitmap(new Blob([]))).width`, 1],
  ['service-worker', `await navigator.serviceWorker.register('/sw.js').catch(e=>e.name)`, 'SecurityError'],
  [
    'canvas',
    `(()=>{const c=document.createElement('canvas').getContext('2d');c.fillRect(0,0,1,1);c.fillText('x',0,0);return c.measureText('ab').width})()`,
    12,
  ],
  [
    'view-transition',
    `await document.startViewTransition(()=>{document.title='v'}).finished.then(()=>document.title)`,
    'v',
  ],
  ['layout', `document.body.checkVisibility()`, true],
];

describe('shims', () => {
  it.each(CASES)('%s: %s', async (shim, expression, expected) => {
    const { value, shims } = await evaluate(expression);
    expect(value).toEqual(expected);
    expect(shims).toContain(shim);
  });

  it('makes copies and messages in the realm of the page', async () => {
    const { value } = await evaluate(
      `(()=>{const a={b:[1,new Date(0)],m:new Map([[1,2]])};a.self=a;const c=structuredClone(a);let refused='';try{structuredClone(()=>1)}catch(e){refused=e.name}return [c.self===c,c.b[1].getTime(),c.m.get(1),c instanceof Object,refused]})()`,
    );
    expect(value).toEqual([true, 0, 2, true, 'DataCloneError']);
  });

  it('keeps time in UTC and speaks English, whatever the machine', async () => {
    const { value } = await evaluate(
      `[new Date().toISOString(),String(new Date(0)),new Date(2026,0,2,3).toISOString(),new Date('2026-01-02T10:00').getHours(),new Date('Jan 5, 2026').toISOString(),new Date(0).toLocaleDateString(),(1234.5).toLocaleString(),new Intl.DateTimeFormat().resolvedOptions().timeZone,new Date('x').getTime()===0,navigator.language,new Date() instanceof Date]`,
    );
    expect(value).toEqual([
      expect.stringMatching(/^2026-01-05T09:00:00\.\d{3}Z$/),
      'Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)',
      '2026-01-02T03:00:00.000Z',
      10,
      '2026-01-05T00:00:00.000Z',
      '1/1/1970',
      '1,234.5',
      'UTC',
      false,
      'en-US',
      true,
    ]);
  });

  it('does not offer what would leave the page', async () => {
    expect(
      (await evaluate(`[typeof showSaveFilePicker,typeof showOpenFilePicker,typeof process,typeof require]`)).value,
    ).toEqual(['undefined', 'undefined', 'undefined', 'undefined']);
  });
});

describe('channels', () => {
  const BODIES: readonly (readonly [string, string])[] = [
    [`'a=1'`, 'a=1'],
    [`new URLSearchParams({a:'1 2'})`, 'a=1+2'],
    [`new Blob(['blob'])`, 'blob'],
    [`new TextEncoder().encode('bytes')`, 'bytes'],
    [
      `(()=>{const f=new FormData();f.append('k','v');f.append('f',new File(['inside'],'n.txt'));return f})()`,
      'inside',
    ],
  ];
  it.each(BODIES)('reads a body: %s', async (body, text) => {
    const { requests } = await thread.drive(sourceOf(`<script>fetch('/n',{method:'POST',body:${body}})</script>`));
    expect(requests[0]?.body).toContain(text);
  });

  it('refuses what browsers refuse, without a request', async () => {
    const wrong = ['http://[', 'https://u:p@h/'];
    const html = `<script>fetch(${JSON.stringify(wrong[0])}).catch(()=>{});fetch('/g',{body:'x'}).catch(()=>{});fetch('/t',{method:'TRACE'}).catch(()=>{});fetch(${JSON.stringify(wrong[1])}).catch(()=>{})</script>`;
    expect((await thread.drive(sourceOf(html))).requests).toEqual([]);
  });

  it('aborts', async () => {
    const { value } = await evaluate(
      `await (()=>{const c=new AbortController();const p=fetch('/x',{signal:c.signal}).catch(e=>e.name);c.abort();return p})()`,
    );
    expect(value).toBe('AbortError');
    expect((await evaluate(`await fetch('/x',{signal:AbortSignal.timeout(5)}).catch(e=>e.name)`)).value).toBe(
      'TimeoutError',
    );
  });

  it('answers data: and blob: URLs by itself', async () => {
    const { value } = await evaluate(
      `[await (await fetch('data:text/plain;base64,aGk=')).text(),await (await fetch(URL.createObjectURL(new Blob(['bb'])))).text()]`,
    );
    expect(value).toEqual(['hi', 'bb']);
  });

  it('lets a body be read once, and a clone once more', async () => {
    const { value } = await evaluate(
      `await (async()=>{const r=await fetch('https://r.example/');const c=r.clone();await r.text();return [r.bodyUsed,await r.json().catch(e=>e.name),(await c.json()) instanceof Object]})()`,
    );
    expect(value).toEqual([true, 'TypeError', true]);
  });

  it('answers dialogs and perceives what they say', async () => {
    const html = `<button id="b">x</button><script>b.onclick=()=>{alert('A');localStorage.setItem('out',confirm('C')+prompt('P'))}</script>`;
    const { timeline, requests } = await thread.drive(sourceOf(html));
    expect(
      timeline.filter(({ kind }) => ['alert', 'confirm', 'prompt'].includes(kind)).map(({ text }) => text),
    ).toEqual(['A', 'C', 'P']);
    expect(requests[0]).toMatchObject({ body: expect.stringMatching(/^true.+/), carries: ['prompt'] });
  });
});
