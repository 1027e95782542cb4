/**
 * Whatever way a page looks at an answer, writes, and tells: where it tells of the refusal, it is never lost; where it does not look, it is.
 * Each way to write meets each check, and ways to tell come round in turn.
 */
import { describe, expect, test } from 'vitest';
import { labelOf, scanText } from '../support/scan-source.ts';

/** What is asked of an answer `r`. */
const CHECKS: readonly string[] = [
  'r.ok',
  '!(!r.ok)',
  'r.status >= 200 && r.status < 300',
  'r.status === 200',
  'r.status < 400',
  'Math.floor(r.status / 100) === 2',
  "String(r.status)[0] === '2'",
  '[200, 201, 204].includes(r.status)',
  '/^2/.test(r.status)',
  'new Set([200, 201]).has(r.status)',
  '({ 200: true, 201: true })[r.status] === true',
  '(() => { switch (r.status) { case 200: case 201: return true; default: return false; } })()',
  'good(r)',
  'Math.trunc(r.status / 100) === 2',
  "r.status.toString().startsWith('2')",
  '((r.status / 100) | 0) === 2',
];

/** How it is written and what becomes of it: `OK()` or `BAD(why)`. */
const WRITES: Readonly<Record<string, string>> = {
  await:
    "try { const r = await fetch('/api/x', { method: 'POST' }); if (CHECK) OK(); else BAD('status ' + r.status); } catch (e) { BAD(e.message); }",
  throw:
    "try { const r = await fetch('/api/x', { method: 'POST' }); if (!(CHECK)) throw new Error('HTTP ' + r.status); OK(); } catch (e) { BAD(e.message); }",
  thenCatch:
    "return fetch('/api/x', { method: 'POST' }).then(r => { if (CHECK) OK(); else BAD(r.status); }).catch(e => BAD(e));",
  thenBoth:
    "return fetch('/api/x', { method: 'POST' }).then(r => CHECK ? OK() : BAD(r.statusText), e => BAD(e.message));",
  reject:
    "return fetch('/api/x', { method: 'POST' }).then(r => (CHECK) ? r : Promise.reject(new Error(r.status))).then(() => OK(), e => BAD(e.message));",
  bool: "const done = await fetch('/api/x', { method: 'POST' }).then(r => CHECK, () => false); if (done) OK(); else BAD('no luck');",
  boolnot:
    "const failed = await fetch('/api/x', { method: 'POST' }).then(r => !(CHECK)).catch(() => true); if (failed) { BAD('no luck'); return; } OK();",
  obj: "const out = await (async () => { try { const r = await fetch('/api/x', { method: 'POST' }); return (CHECK) ? { done: true } : { done: false, why: 'status ' + r.status }; } catch (e) { return { done: false, why: e.message }; } })(); out.done ? OK() : BAD(out.why);",
  tuple:
    "const [err] = await fetch('/api/x', { method: 'POST' }).then(r => (CHECK) ? [null, r] : [new Error(r.status)]).catch(e => [e]); if (err) return BAD(err.message); OK();",
  null: "const r = await fetch('/api/x', { method: 'POST' }).catch(() => null); if (!r || !(CHECK)) { BAD('refused'); return; } OK();",
  flag: "let worked = false; try { const r = await fetch('/api/x', { method: 'POST' }); worked = CHECK; } catch {} if (worked) OK(); else BAD('refused');",
  errvar:
    "let error = ''; try { const r = await fetch('/api/x', { method: 'POST' }); if (!(CHECK)) error = 'status ' + r.status; } catch (e) { error = 'offline'; } if (error) BAD(error); else OK();",
  for: "let last; for (let i = 0; i < 3; i++) { try { const r = await fetch('/api/x', { method: 'POST' }); if (CHECK) { OK(); return; } last = r.status; } catch (e) { last = e.message; } await new Promise(f => setTimeout(f, 10)); } BAD(last);",
  while:
    "let n = 3; while (n-- > 0) { const r = await fetch('/api/x', { method: 'POST' }).catch(() => null); if (r && (CHECK)) return OK(); } BAD('gave up');",
  rec: "const go = async n => { try { const r = await fetch('/api/x', { method: 'POST' }); if (!(CHECK)) throw new Error(r.status); return r; } catch (e) { if (n <= 1) throw e; return go(n - 1); } }; try { await go(3); OK(); } catch (e) { BAD(e.message); }",
  race: "try { const r = await Promise.race([fetch('/api/x', { method: 'POST' }), new Promise((_, no) => setTimeout(() => no(new Error('slow')), 4000))]); if (!(CHECK)) throw new Error(r.status); OK(); } catch (e) { BAD(e.message); }",
  settled:
    "const [res] = await Promise.allSettled([fetch('/api/x', { method: 'POST' }).then(r => { if (!(CHECK)) throw new Error(r.status); })]); res.status === 'fulfilled' ? OK() : BAD(res.reason.message);",
  client: "try { await client.post('/api/x', r => CHECK); OK(); } catch (e) { BAD(e.message); }",
  cb: "send('/api/x', r => CHECK, (err) => err ? BAD(err) : OK());",
  xhr: "await new Promise(done => { const r = new XMLHttpRequest(); r.open('POST', '/api/x'); r.onload = () => { if (CHECK) OK(); else BAD(r.status); done(); }; r.onerror = () => { BAD('offline'); done(); }; r.send('1'); });",
  xhrpromise:
    "try { await new Promise((yes, no) => { const r = new XMLHttpRequest(); r.open('POST', '/api/x'); r.addEventListener('load', () => (CHECK) ? yes() : no(new Error(r.status))); r.addEventListener('error', () => no(new Error('offline'))); r.send(); }); OK(); } catch (e) { BAD(e.message); }",
  finally:
    "busy(true); try { const r = await fetch('/api/x', { method: 'POST' }); if (!(CHECK)) { BAD(r.status); return; } OK(); } catch (e) { BAD(e); } finally { busy(false); }",
};

/** How it is written without a look at the answer. */
const BLIND: Readonly<Record<string, string>> = {
  await: "await fetch('/api/x', { method: 'POST' }); OK();",
  catchOnly: "try { await fetch('/api/x', { method: 'POST' }); OK(); } catch (e) { BAD(e.message); }",
  thenOnly: "return fetch('/api/x', { method: 'POST' }).then(() => OK());",
  thencatch: "return fetch('/api/x', { method: 'POST' }).then(() => OK()).catch(e => BAD(e.message));",
  finally: "try { await fetch('/api/x', { method: 'POST' }); } catch (e) { console.error(e); } finally { OK(); }",
  jsoncatch: "const r = await fetch('/api/x', { method: 'POST' }); await r.json().catch(() => ({})); OK();",
  fire: "fetch('/api/x', { method: 'POST' }); OK();",
  firecatch: "fetch('/api/x', { method: 'POST' }).catch(() => {}); OK();",
  warn: "const r = await fetch('/api/x', { method: 'POST' }); if (!r.ok) console.warn(r.status); OK();",
  swallow:
    "try { const r = await fetch('/api/x', { method: 'POST' }); if (!r.ok) throw new Error(r.status); } catch (e) { console.log(e); } OK();",
  loop: "for (let i = 0; i < 3; i++) { try { await fetch('/api/x', { method: 'POST' }); break; } catch { await new Promise(f => setTimeout(f, 10)); } } OK();",
  rec: "const go = async n => { try { return await fetch('/api/x', { method: 'POST' }); } catch (e) { if (n <= 1) throw e; return go(n - 1); } }; try { await go(3); OK(); } catch (e) { BAD(e.message); }",
  all: "await Promise.all([1, 2].map(i => fetch('/api/x/' + i, { method: 'POST' }))); OK();",
  settled: "await Promise.allSettled([1, 2].map(i => fetch('/api/x/' + i, { method: 'POST' }))); OK();",
  seq: "for (const i of [1, 2, 3]) await fetch('/api/x/' + i, { method: 'POST' }); OK();",
  bool: "const done = await fetch('/api/x', { method: 'POST' }).then(() => true, () => false); if (done) OK(); else BAD('offline');",
  obj: "const out = await fetch('/api/x', { method: 'POST' }).then(r => ({ data: r }), e => ({ error: e })); if (out.error) BAD(out.error.message); else OK();",
  cb: "const post = (u, back) => fetch(u, { method: 'POST' }).then(r => back(null, r), e => back(e)); post('/api/x', err => err ? BAD(err.message) : OK());",
  xhr: "const q = new XMLHttpRequest(); q.open('POST', '/api/x'); q.onload = () => OK(); q.onerror = () => BAD('offline'); q.send();",
  xhrstate:
    "const q = new XMLHttpRequest(); q.open('POST', '/api/x'); q.onreadystatechange = () => { if (q.readyState === 4) OK(); }; q.send();",
  xhrpromise:
    "await new Promise((yes, no) => { const q = new XMLHttpRequest(); q.open('POST', '/api/x'); q.onload = yes; q.onerror = no; q.send(); }).then(() => OK(), () => BAD('offline'));",
  timeout:
    "await Promise.race([fetch('/api/x', { method: 'POST' }), new Promise((_, no) => setTimeout(() => no(new Error('slow')), 4000))]).then(() => OK(), e => BAD(e.message));",
  later: "fetch('/api/x', { method: 'POST' }); setTimeout(() => OK(), 600);",
  s500: "const r = await fetch('/api/x', { method: 'POST' }); if (r.status >= 500) { BAD('server'); return; } OK();",
  class:
    "class Api { base = '/api'; send(p) { return fetch(this.base + p, { method: 'POST' }); } } await new Api().send('/x'); OK();",
};

/** How it is told: what is declared, what is done on success, what on failure. */
const TELLERS: readonly (readonly [declared: string, ok: string, bad: string])[] = [
  ['', "note.textContent = 'Saved';", "note.textContent = 'Could not save: ' + why;"],
  ['', "note.innerHTML = '<b>Saved</b>';", "note.innerHTML = '<i>Could not save (' + why + ')</i>';"],
  [
    "function toast(kind, text) { const d = document.createElement('div'); d.className = 'toast ' + kind; d.textContent = text; document.body.append(d); setTimeout(() => d.remove(), 3000); }",
    "toast('ok', 'Saved');",
    "toast('err', 'Could not save: ' + why);",
  ],
  ['', "alert('Saved');", "alert('Could not save: ' + why);"],
  [
    "const st = { msg: '', rows: [1] }; function draw() { note.innerHTML = st.rows.map(r => '<li>' + r + '</li>').join('') + '<p>' + st.msg + '</p>'; }",
    "st.msg = 'Saved'; draw();",
    "st.msg = 'Could not save: ' + why; draw();",
  ],
  [
    "let msg = ''; const draw = () => { note.textContent = msg; };",
    "msg = 'Saved'; draw();",
    "msg = 'Could not save: ' + why; draw();",
  ],
  [
    "let at = 'idle'; const words = { idle: '', saved: 'Saved', failed: 'Could not save' }; const go = s => { at = s; note.textContent = words[at]; };",
    "go('saved');",
    "go('failed');",
  ],
  ['', "document.getElementById('yes').hidden = false;", "document.getElementById('no').hidden = false;"],
  [
    "const both = w => { document.getElementById('yes').hidden = !w; document.getElementById('no').hidden = w; };",
    'both(true);',
    'both(false);',
  ],
  [
    "const log = []; const draw = () => { note.replaceChildren(...log.map(t => Object.assign(document.createElement('li'), { textContent: t }))); };",
    "log.push('Saved'); draw();",
    "log.push('Could not save: ' + why); draw();",
  ],
  [
    'class Status { constructor(el) { this.el = el; } set(text, tone) { this.el.textContent = text; this.el.dataset.tone = tone; } } const status = new Status(note);',
    "status.set('Saved', 'good');",
    "status.set('Could not save: ' + why, 'bad');",
  ],
  [
    "const store = { v: {}, subs: [], set(p) { this.v = { ...this.v, ...p }; this.subs.forEach(f => f(this.v)); } }; store.subs.push(v => { note.textContent = v.error ? 'Could not save: ' + v.error : v.saved ? 'Saved' : ''; });",
    "store.set({ saved: true, error: '' });",
    'store.set({ saved: false, error: String(why) });',
  ],
  [
    "addEventListener('outcome', (e) => { note.textContent = e.detail; });",
    "dispatchEvent(new CustomEvent('outcome', { detail: 'Saved' }));",
    "dispatchEvent(new CustomEvent('outcome', { detail: 'Could not save: ' + why }));",
  ],
];

const HELPERS = [
  "const note = document.getElementById('m'); const good = res => res.status >= 200 && res.status <= 299; const busy = on => { document.getElementById('b').disabled = on; };",
  "const client = { async post(url, fine) { const res = await fetch(url, { method: 'POST' }); if (!fine(res)) throw new Error('HTTP ' + res.status); return res; } };",
  "function send(url, fine, back) { fetch(url, { method: 'POST' }).then(res => fine(res) ? back(null) : back('status ' + res.status)).catch(e => back(e.message)); }",
].join('\n');
const MARKUP = '<button id=b>Save</button><p id=m></p><p id=yes hidden>Saved</p><p id=no hidden>Could not save</p>';

function page(write: string, check: string, [declared, ok, bad]: readonly [string, string, string]): string {
  const code = [
    HELPERS,
    declared,
    `const OK = () => { ${ok} };`,
    `const BAD = (why) => { ${bad} };`,
    `document.getElementById('b').onclick = async () => { ${write.replace('CHECK', () => check)} };`,
  ].join('\n');
  return `<!doctype html>${MARKUP}<script>\n${code}\n</script>`;
}

describe('a page that tells of the refusal is not lost', () => {
  test.each(Object.entries(WRITES).map(([name, write], index) => [name, write, index] as const))(
    '%s',
    async (_name, write, index) => {
      for (const [at, check] of CHECKS.entries()) {
        const text = page(write, check, TELLERS[(index + at) % TELLERS.length]!);
        expect(labelOf(await scanText('html', text)), text).toBe('suspect');
      }
    },
  );
});

describe('a page that claims whatever was answered is lost', () => {
  test.each(Object.entries(BLIND))('%s', async (_name, write) => {
    for (const teller of TELLERS) {
      const text = page(write, 'true', teller);
      expect(labelOf(await scanText('html', text)), text).toBe('lost');
    }
  });
});
