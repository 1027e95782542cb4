/**
 * Whatever state a page keeps, however a handler changes it, and wherever it is asked before a write: the write is not dead. Each kind
 * of state meets some of the ways to change it and to ask it; another run of ways comes with each kind.
 */
import { describe, expect, test } from 'vitest';
import { scanText } from '../support/scan-source.ts';

/** How it is declared, changed, and asked. */
const STATES: Readonly<Record<string, readonly [declared: string, changed: string, asked: string]>> = {
  let: ['let x = 0;', 'x = 1;', 'x'],
  letbool: ['let x = false;', 'x = true;', 'x'],
  letnull: ['let x = null;', 'x = { a: 1 };', 'x !== null'],
  letstr: ["let x = '';", "x += 'a';", "x !== ''"],
  var: ['var x = 0;', 'x++;', 'x > 0'],
  obj: ['const s = { x: 0 };', 's.x = 1;', 's.x'],
  objnest: ['const s = { a: { b: { x: 0 } } };', 's.a.b.x += 1;', 's.a.b.x > 0'],
  objabsent: ['const s = {};', 's.x = 1;', 's.x'],
  objin: ['const s = {};', 's.x = 1;', "'x' in s"],
  objkeys: ['const s = {};', "s['k' + Date.now()] = 1;", 'Object.keys(s).length'],
  objdel: ['const s = { lock: 1 };', 'delete s.lock;', '!s.lock'],
  arr: ['const s = [];', 's.push(1);', 's.length'],
  arrlet: ['let s = [];', 's = [...s, 1];', 's.length > 0'],
  arridx: ['const s = [0, 0];', 's[1] = 1;', 's[1]'],
  arridxvar: ['const s = [0, 0]; let k = 0;', 's[k] = 1;', 's[0]'],
  arrobj: ['const s = [{ id: 1, x: 0 }];', 's.find(o => o.id === 1).x = 1;', 's.some(o => o.x)'],
  arrobjfor: [
    'const s = [{ id: 1, x: 0 }, { id: 2, x: 0 }];',
    'for (const o of s) o.x = 1;',
    's.filter(o => o.x).length > 0',
  ],
  arrsplice: ['const s = [1];', 's.splice(0, 1);', 's.length === 0'],
  arrlen: ['const s = [1];', 's.length = 0;', 's.length === 0'],
  arr2d: ['const s = [[0, 0]];', 's[0][1] = 1;', 's.flat().some(v => v === 1)'],
  map: ['const s = new Map();', "s.set('a', 1);", 's.size'],
  mapget: ["const s = new Map([['a', 0]]);", "s.set('a', 1);", "s.get('a')"],
  mapobj: ["const s = new Map([['a', { x: 0 }]]);", "s.get('a').x = 1;", "s.get('a').x"],
  set: ['const s = new Set();', "s.add('a');", "s.has('a')"],
  setspread: ['const s = new Set();', "s.add('a');", '[...s].length'],
  class: ['class C { x = 0; } const s = new C();', 's.x = 1;', 's.x'],
  classm: [
    'class C { x = 0; hit() { this.x = 1; } get dirty() { return this.x > 0; } } const s = new C();',
    's.hit();',
    's.dirty',
  ],
  classpriv: [
    'class C { #x = 0; hit() { this.#x++; } dirty() { return this.#x !== 0; } } const s = new C();',
    's.hit();',
    's.dirty()',
  ],
  classstatic: ['class C { static x = 0; static hit() { C.x++; } }', 'C.hit();', 'C.x'],
  classarr: ['class C { list = []; add(v) { this.list.push(v); } } const s = new C();', 's.add(1);', 's.list.length'],
  classsub: ['class B { hit() { this.x = 1; } } class C extends B { x = 0; } const s = new C();', 's.hit();', 's.x'],
  proto: [
    'function C() { this.x = 0; } C.prototype.hit = function () { this.x = 1; }; const s = new C();',
    's.hit();',
    's.x',
  ],
  closure: [
    'const s = (() => { let x = 0; return { hit: () => { x = 1; }, dirty: () => x === 1 }; })();',
    's.hit();',
    's.dirty()',
  ],
  closurefn: [
    'function make() { let x = 0; return [() => x, v => { x = v; }]; } const [get, set] = make();',
    'set(1);',
    'get()',
  ],
  objmeth: ['const s = { x: 0, hit() { this.x = 1; } };', 's.hit();', 's.x'],
  objset: ['const s = { _x: 0, set x(v) { this._x = v; }, get x() { return this._x; } };', 's.x = 1;', 's.x'],
  proxy: [
    'const raw = { x: 0 }, s = new Proxy(raw, { set(t, k, v) { t[k] = v; return true; } });',
    's.x = 1;',
    'raw.x',
  ],
  assign: ['const s = { x: 0 };', 'Object.assign(s, { x: 1 });', 's.x'],
  assignvar: ['const s = { x: 0 }, patch = { x: 1 };', 'Object.assign(s, patch);', 's.x'],
  spread: ['let s = { x: 0 };', 's = { ...s, x: 1 };', 's.x'],
  frozen: ['let s = Object.freeze({ x: 0 });', 's = Object.freeze({ ...s, x: 1 });', 's.x'],
  alias: ['const s = { a: { x: 0 } }; const t = s.a;', 't.x = 1;', 's.a.x'],
  destr: ['const s = { a: [] }; const { a } = s;', 'a.push(1);', 's.a.length'],
  window: ['window.x = 0;', 'window.x = 1;', 'window.x'],
  windowbare: ['window.xx = 0;', 'xx = 1;', 'window.xx'],
  document: ['document.x = 0;', 'document.x = 1;', 'document.x'],
  elprop: [
    "const el = document.getElementById('m'); el._x = false;",
    "document.getElementById('m')._x = true;",
    'el._x',
  ],
  dataset: [
    "const el = document.getElementById('m'); el.dataset.state = 'clean';",
    "el.dataset.state = 'dirty';",
    "el.dataset.state === 'dirty'",
  ],
  attr: [
    "const el = document.getElementById('m'); el.setAttribute('data-x', '0');",
    "el.setAttribute('data-x', '1');",
    "el.getAttribute('data-x') === '1'",
  ],
  cls: [
    "const el = document.getElementById('m'); el.className = 'clean';",
    "el.classList.add('dirty');",
    "el.className !== 'clean'",
  ],
  text: [
    "const el = document.getElementById('n'); el.textContent = '0';",
    "el.textContent = '1';",
    "el.textContent !== '0'",
  ],
  textappend: ["const el = document.getElementById('n'); el.innerHTML = '';", "el.append('x');", "el.innerHTML !== ''"],
  texthtml: [
    "const el = document.getElementById('n'); el.textContent = '';",
    "el.insertAdjacentHTML('beforeend', '<i>x</i>');",
    "el.textContent !== ''",
  ],
  hidden: ["const el = document.getElementById('n'); el.hidden = true;", 'el.hidden = false;', '!el.hidden'],
  style: [
    "const el = document.getElementById('n'); el.style.display = 'none';",
    "el.style.display = '';",
    "el.style.display !== 'none'",
  ],
  value: ["const el = document.getElementById('i'); el.value = '';", "el.value = 'x';", 'el.value'],
  checked: ["const el = document.getElementById('c');", 'el.checked = true;', 'el.checked'],
  children: [
    "const el = document.getElementById('n');",
    "el.appendChild(document.createElement('i'));",
    'el.children.length',
  ],
  query: [
    "const el = document.getElementById('n');",
    "el.innerHTML = '<i class=hit></i>';",
    "document.querySelector('.hit')",
  ],
  ls: ["localStorage.setItem('x', '0');", "localStorage.setItem('x', '1');", "localStorage.getItem('x') === '1'"],
  ss: ["sessionStorage.x = '0';", "sessionStorage.x = '1';", "sessionStorage.x === '1'"],
  json: ["let s = '[]';", 's = JSON.stringify([1]);', 'JSON.parse(s).length'],
  title: ["document.title = 'Clean';", "document.title = 'Dirty';", "document.title === 'Dirty'"],
  date: ['let t = 0;', 't = Date.now();', 't > 0'],
  timer: ['let t;', 't = setTimeout(() => {}, 10);', 't !== undefined'],
  fnprop: ['function s() {} s.x = 0;', 's.x = 1;', 's.x'],
  fnswap: ['let can = () => false;', 'can = () => true;', 'can()'],
  fnswapobj: ['const s = { can: () => false };', 's.can = () => true;', 's.can()'],
  symbol: ["const K = Symbol('k'); const s = { [K]: 0 };", 's[K] = 1;', 's[K]'],
  weak: ['const w = new WeakMap(); const o = {}; w.set(o, { x: 0 });', 'w.get(o).x = 1;', 'w.get(o).x'],
  typed: ['const s = new Uint8Array(2);', 's[0] = 1;', 's[0]'],
  create: ['const base = { x: 0 }; const s = Object.create(base);', 'base.x = 1;', 's.x'],
  defprop: ["const s = {}; Object.defineProperty(s, 'x', { value: 0, writable: true });", 's.x = 1;', 's.x'],
  enumobj: ["const ST = { A: 'a', B: 'b' }; let st = ST.A;", 'st = ST.B;', 'st === ST.B'],
  machine: ["const next = { idle: 'edited', edited: 'edited' }; let st = 'idle';", 'st = next[st];', "st === 'edited'"],
  bits: ['let f = 0;', 'f |= 2;', 'f & 2'],
  stack: ['const undo = [];', 'undo.unshift({ t: 1 });', 'undo[0]'],
  reduce: ['const s = { a: 0, b: 0 };', 's.a++;', 'Object.values(s).reduce((p, q) => p + q, 0)'],
  entries: ['const s = { a: null };', "s.a = 'x';", 'Object.entries(s).some(([, v]) => v !== null)'],
  every: ['const s = { a: true, b: true };', 's.b = false;', '!Object.values(s).every(Boolean)'],
  opt: ['let s;', 's = { user: { n: 1 } };', 's?.user?.n'],
  nullish: ['let s = null;', 's ??= [];', 's'],
  swap: ['let p = 0, q = 1;', '[p, q] = [q, p];', 'p'],
  forin: ['const s = {};', 's.a = 1;', '(() => { let n = 0; for (const k in s) n++; return n; })()'],
  gen: ['const s = []; function* it() { yield* s; }', 's.push(1);', '[...it()].length'],
  str2: ['let log = [];', "log.push('x');", "log.join('') !== ''"],
};

/** Who changes it. */
const CHANGERS: readonly string[] = [
  'edit.onclick = () => { CHANGE };',
  "edit.addEventListener('click', function () { CHANGE });",
  'function touch() { CHANGE } edit.onclick = touch;',
  "const t3 = () => { CHANGE }; const t2 = () => t3(); const t1 = e => { t2(); }; edit.addEventListener('click', t1);",
  'const acts = { go() { CHANGE }, no() {} }; edit.onclick = e => acts[e.target.dataset.act]();',
  'const wrap = fn => (...a) => fn(...a); edit.onclick = wrap(() => { CHANGE });',
  'edit.onclick = () => setTimeout(() => { CHANGE }, 100);',
  'edit.onclick = () => Promise.resolve().then(() => { CHANGE });',
  'edit.onclick = async () => { await null; CHANGE };',
  'const L = []; const on = f => L.push(f); on(() => { CHANGE }); edit.onclick = () => L.forEach(f => f());',
  "document.addEventListener('click', e => { if (e.target.closest('#a')) { CHANGE } });",
  'setInterval(() => { CHANGE }, 50);',
  'Lib.ready(() => { CHANGE });',
  "edit.onclick = () => { const q = new XMLHttpRequest(); q.open('GET', '/cfg'); q.onloadend = () => { CHANGE }; q.send(); };",
];

/** Who asks it before it writes. */
const ASKERS: readonly string[] = [
  "save.onclick = async () => { if (!(ASKED)) { note('Nothing to do'); return; } WRITE };",
  "save.addEventListener('click', async () => { if (ASKED) { WRITE } else note('Nothing to do'); });",
  'save.onclick = async () => { (ASKED) && await send(); }; async function send() { WRITE }',
  "save.onclick = () => (ASKED) ? send() : note('Nothing'); async function send() { WRITE }",
  'save.onclick = async () => { const ready = Boolean(ASKED); if (ready === false) return; WRITE };',
  "save.onclick = async () => { try { check(); } catch (e) { note(e.message); return; } WRITE }; function check() { if (!(ASKED)) throw new Error('Nothing'); }",
  'setInterval(async () => { if (ASKED) { WRITE } }, 500);',
  "let tm; document.addEventListener('input', () => { clearTimeout(tm); tm = setTimeout(async () => { if (!(ASKED)) return; WRITE }, 300); });",
  'Lib.every(60, async () => { if (!(ASKED)) return; WRITE });',
];

const WRITE = "await fetch('/api/x', { method: 'POST' }); note('Saved');";
const MARKUP =
  '<button id=edit data-act=go>Edit</button><button id=save>Save</button><input id=i><input type=checkbox id=c><p id=m></p><p id=n></p>';
const WRAPPERS: readonly ((code: string) => string)[] = [
  (code) => `<script>\n${code}\n</script>`,
  (code) => `<script>document.addEventListener('DOMContentLoaded', () => {\n${code}\n});</script>`,
  (code) => `<script>(function () {\n${code}\n})();</script>`,
];
/** Ways that each kind of state meets. */
const WAYS = 6;

function page([declared, changed, asked]: readonly [string, string, string], way: number): string {
  const code = [
    "const edit = document.getElementById('edit'), save = document.getElementById('save');",
    "const note = (text) => { document.getElementById('m').textContent = text; };",
    declared,
    CHANGERS[way % CHANGERS.length]!.replace('CHANGE', () => changed),
    ASKERS[way % ASKERS.length]!.replace('ASKED', () => asked).replace('WRITE', () => WRITE),
  ].join('\n');
  return `<!doctype html>${MARKUP}${WRAPPERS[way % WRAPPERS.length]!(code)}`;
}

describe('a write behind state that something changes is found', () => {
  test.each(Object.entries(STATES).map(([name, state], index) => [name, state, index] as const))(
    '%s',
    async (_name, state, index) => {
      for (let way = 0; way < WAYS; way += 1) {
        const text = page(state, index * 5 + way * 23);
        const { findings } = await scanText('html', text);
        expect(
          findings.map(({ consequence }) => consequence),
          text,
        ).toEqual(['claims-unread']);
      }
    },
  );
});
