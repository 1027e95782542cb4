import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Runner } from '../../src/contracts.ts';
import { threadRunner } from '../../src/isolation/thread.ts';
import { runPage } from './support/drive-tasks.ts';

/** Names that the page script puts on a window; jsdom's own objects are another matter, and no wall relies on them. */
const OURS = `fetch Request Response WebSocket EventSource XMLHttpRequest structuredClone MessageChannel
  BroadcastChannel matchMedia IntersectionObserver ResizeObserver Notification Worker indexedDB requestIdleCallback
  alert confirm prompt open Date navigator.sendBeacon navigator.clipboard navigator.geolocation crypto.subtle`.split(
  /\s+/,
);

/**
 * Walks everything reachable from what we put there: own properties, prototypes, getters of prototypes left alone. Says of
 * each object whose constructor's constructor is another realm's, unless jsdom made it.
 */
const WALK = `
  const mine = new Set([Object.prototype, Function.prototype, Array.prototype, Promise.prototype, Error.prototype]);
  const Page = Function;
  // Methods of jsdom that our own classes inherit.
  const seen = new Set(Object.values(Object.getOwnPropertyDescriptors(EventTarget.prototype)).map((d) => d.value).filter(Boolean));
  const foreign = [];
  const isForeign = (value) => {
    for (let o = value; o; o = Object.getPrototypeOf(o)) if (mine.has(o)) return false;
    return typeof value === 'function' || Object.getPrototypeOf(value) !== null;
  };
  const madeByJsdom = (value) => value === window || value instanceof Node || Object.getOwnPropertySymbols(value).some((s) => s.description === 'impl')
    || (typeof value === 'function' && value.prototype && JSDOM.has(value.name)) || JSDOM.has(Object(value.constructor).name);
  const JSDOM = new Set(Object.getOwnPropertyNames(window).filter((name) => { const v = Object.getOwnPropertyDescriptor(window, name).value; return typeof v === 'function' && isForeign(v); }));
  function walk(value, path, depth) {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value) || depth > 5) return;
    seen.add(value);
    if (madeByJsdom(value)) return;
    if (isForeign(value)) { foreign.push(path); return; }
    if (typeof value === 'function' && value.constructor !== Page && !(value.constructor.constructor === Page)) foreign.push(path + '.constructor');
    for (const key of Reflect.ownKeys(value)) {
      const d = Object.getOwnPropertyDescriptor(value, key);
      for (const part of [d.value, d.get, d.set]) walk(part, path + '.' + String(key), depth + 1);
    }
    walk(Object.getPrototypeOf(value), path + '.__proto__', depth + 1);
  }
  const report = (text) => { const r = new XMLHttpRequest(); r.open('POST', '/walked'); r.send(text); };
`;

let runner: Runner;
beforeAll(() => {
  runner = threadRunner({ jobs: 1, timeoutMs: 5_000 });
});
afterAll(() => runner.close());

async function bodyOf(script: string): Promise<string> {
  const { end, observations } = await runPage(runner, `<p id="m"></p><script>${WALK}${script}</script>`);
  const errors = observations[0]?.errors.map(({ message }) => message);
  expect(end.code, String(errors)).toBe('completed');
  const found = observations[0]?.requests.find(({ endpoint }) => endpoint.url.endsWith('/walked'));
  expect(found, `nothing was reported; ${errors}`).toBeDefined();
  return found?.body ?? '';
}

describe('what we put into a page is of the page’s realm', () => {
  it('with everything it leads to', async () => {
    const names = JSON.stringify(OURS);
    const body = await bodyOf(`
      for (const name of ${names}) {
        const value = name.split('.').reduce((o, part) => o && o[part], window);
        if (value === undefined) foreign.push(name + ' is not there');
        else if (!madeByJsdom(value)) walk(value, name, 0);
      }
      report(JSON.stringify({ foreign, seen: seen.size }));`);
    const { foreign, seen } = JSON.parse(body) as { foreign: string[]; seen: number };
    expect(foreign).toEqual([]);
    expect(seen).toBeGreaterThan(100);
  });

  it('in every frame', async () => {
    const body = await bodyOf(`
      const f = document.createElement('iframe'); document.body.append(f); const w = f.contentWindow;
      report(JSON.stringify(['fetch', 'structuredClone', 'Request'].map((n) => typeof w[n] === 'function' && w[n] instanceof w.Function)));`);
    expect(JSON.parse(body)).toEqual([true, true, true]);
  });

  it('with the answers it gives', async () => {
    const body = await bodyOf(`(async () => {
      const r = await fetch('/x', { method: 'POST', body: 'y' });
      walk(r, 'response', 0); walk(r.headers, 'headers', 0); walk(r.clone(), 'clone', 0);
      walk(r.text(), 'text()', 0); walk(await fetch('/x').then((a) => a.arrayBuffer()), 'buffer', 0);
      walk(navigator.sendBeacon, 'beacon', 0); walk(structuredClone({ a: [new Map([[1, new Date()]])] }), 'clone()', 0);
      walk(await crypto.subtle.digest('SHA-256', new Uint8Array(3)), 'digest', 0);
      report(JSON.stringify(foreign));
    })()`);
    expect(JSON.parse(body)).toEqual([]);
  });

  it('and so are the errors it throws', async () => {
    const body = await bodyOf(`(async () => {
      const attempts = [() => fetch('http://[', {}), () => new WebSocket('nope:'), () => new EventSource('http://['), () => structuredClone(() => {}),
        () => new Request('http://['), () => new Response('', { status: 9 }), () => fetch('/x', { body: 1 }), () => crypto.subtle.digest('none', new Uint8Array(1)),
        () => fetch(Symbol()), () => navigator.sendBeacon(Symbol())];
      const late = [];
      const deep = () => { try { return deep(); } catch (e) { if (late.length < 30) try { fetch('/x', { method: 'POST' }).catch(() => {}); } catch (f) { late.push(f); } throw e; } };
      try { deep(); } catch {}
      for (const e of late) if (!(e instanceof Error)) foreign.push('at the end of the stack');
      let thrown = late.length > 0 ? 1 : 0;
      for (const attempt of attempts)
        try { await attempt(); } catch (e) { thrown += 1; if (!(e instanceof Error) && !(e instanceof DOMException)) foreign.push(String(attempt).slice(0, 60)); }
      report(JSON.stringify({ foreign, thrown }));
    })()`);
    const { foreign, thrown } = JSON.parse(body) as { foreign: string[]; thrown: number };
    expect(foreign).toEqual([]);
    expect(thrown).toBeGreaterThan(6);
  });
});

describe('a page in a thread reaches no network', () => {
  it('by any way there is, and what it tried is recorded', async () => {
    let hits = 0;
    const server = createServer((_request, response) => {
      hits += 1;
      response.end('hit');
    });
    server.on('upgrade', (_request, socket) => {
      hits += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const at = `127.0.0.1:${port}`;
    const html = `<img src="http://${at}/img"><script src="http://${at}/js"></script><link rel="stylesheet" href="http://${at}/css">
      <iframe src="http://${at}/frame"></iframe><form id="f" action="http://${at}/form" method="post"><input name="a"><button>Send</button></form>
      <script>fetch('http://${at}/fetch', { method: 'POST' }).catch(() => {}); const x = new XMLHttpRequest(); x.open('POST', 'http://${at}/xhr'); x.send('1');
      try { const y = new XMLHttpRequest(); y.open('GET', 'http://${at}/sync', false); y.send(); } catch {}
      navigator.sendBeacon('http://${at}/beacon', 'b'); new WebSocket('ws://${at}/socket'); new EventSource('http://${at}/events');
      const i = document.createElement('iframe'); document.body.append(i); const z = new i.contentWindow.XMLHttpRequest(); z.open('POST', 'http://${at}/framed'); z.send('1');
      import('http://${at}/module').catch(() => {});</script>`;
    const { end, observations } = await runPage(runner, html);
    server.close();
    expect(end.code).toBe('completed');
    expect(hits).toBe(0);
    const urls = observations[0]?.requests.map(({ endpoint }) => new URL(endpoint.url).pathname) ?? [];
    for (const path of ['/fetch', '/xhr', '/beacon', '/socket', '/events', '/form', '/framed'])
      expect(urls).toContain(path);
  });
});
