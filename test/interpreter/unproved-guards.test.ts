import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { labelOf, scanText } from '../support/scan-source.ts';

/** Handlers with a write behind a guard that some person's input gets past, however it is counted, kept or set. One a line, by name. */
const MAY_HOLD = readFileSync(new URL('unproved-guards.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(/: (.*)/) as [name: string, script: string]);

/** Guards of the same shape that nobody gets past. */
const NEVER_HOLDS: readonly (readonly [string, string])[] = [
  ['a parameter nobody gives', 'function go(force=false){ if(!force) return; save() } yes.onclick=()=>go()'],
  ['a list that stays empty', 'yes.onclick=()=>{ const e=[]; if(e.length===0) return; save() }'],
  ['a list that is filled for sure', "yes.onclick=()=>{ const e=[]; e.push('x'); if(e.length) return; save() }"],
  ['a sum of known numbers', 'yes.onclick=()=>{ if([1,2,3].reduce((a,b)=>a+b,0)===6) return; save() }'],
  ['an entry that is there', "yes.onclick=()=>{ const e=new Map([['a',1]]); if(e.get('a')) return; save() }"],
  [
    'a state no round reaches',
    "yes.onclick=()=>{ const s={st:'a'}; for(const x of field.value){ if(s.st==='c') save(); s.st='b' } }",
  ],
  [
    'a flag that every round puts back',
    'yes.onclick=()=>{ const s={on:false}; for(const x of field.value){ if(s.on) save(); s.on=true; s.on=false } }',
  ],
  [
    'a record that is new in each round',
    'yes.onclick=()=>{ for(const x of field.value){ const s={on:false}; if(s.on) save(); s.on=true } }',
  ],
  [
    'a callback that sets what nobody reads',
    'yes.onclick=()=>{ const s={on:false,off:false}; [...field.value].forEach(x=>{ s.off=true }); if(!s.on) return; save() }',
  ],
  ['a sum that stays what it is', "yes.onclick=()=>{ if([...field.value].reduce((a,x)=>a,'')!=='') save() }"],
  [
    'a flag that no function sets',
    'yes.onclick=()=>{ let any=false; _.each(field.value,()=>any); if(!any) return; save() }',
  ],
  [
    'a function that nobody replaces',
    'const st={ ok:()=>false, no:1 }; no.onclick=()=>{ st.no=2 }; yes.onclick=()=>{ if(st.ok()) save() }',
  ],
  [
    'a key that nobody takes away',
    "yes.onclick=()=>{ const e={a:1,b:2}; delete e.b; if(e.hasOwnProperty('a')) return; save() }",
  ],
  ['a key that is taken away', "yes.onclick=()=>{ const e={a:1}; delete e['a']; if(e.a) save() }"],
  [
    'a variable that is no property of the window',
    'let ready=false; no.onclick=()=>{ const w=window; w.ready=true }; yes.onclick=()=>{ if(ready) save() }',
  ],
  [
    'a method that sets what is its own',
    'var ready=false; const o={ go(){ this.ready=true } }; no.onclick=()=>o.go(); yes.onclick=()=>{ if(ready) save() }',
  ],
  [
    'a variable that a text nobody runs would set',
    "let ready=false; no.onclick=()=>{ said.textContent='ready = true' }; yes.onclick=()=>{ if(ready) save() }",
  ],
  [
    'a variable that the text that is run does not set',
    "let ready=false; no.onclick=()=>{ setTimeout('done = true') }; yes.onclick=()=>{ if(ready) save() }",
  ],
  ['a key that is there', "yes.onclick=()=>{ const e={a:1}; if('a' in e) return; save() }"],
];

/** Guards that only the place where the page is opened decides, or a library that may be missing. */
const UNPROVED: readonly (readonly [string, string])[] = [
  ['a window around the page', 'yes.onclick=()=>{ if(window.parent===window) return; save() }'],
  ['the outermost window', 'yes.onclick=()=>{ if(top!==self) save() }'],
  [
    'the outermost window, by a variable',
    'const embedded=window.self!==window.top; yes.onclick=()=>{ if(embedded) save() }',
  ],
  ['no window around the page', 'yes.onclick=()=>{ if(parent===window) save() }'],
  ['a frame around the page', 'yes.onclick=()=>{ if(window.frameElement) save() }'],
  ['a process', "yes.onclick=()=>{ if(typeof process==='undefined') save() }"],
  ['modules', "yes.onclick=()=>{ if(typeof require!=='function') save() }"],
  ['a library', "yes.onclick=()=>{ if(typeof jQuery==='undefined') save() }"],
  ['a library that is there', "yes.onclick=()=>{ if(typeof React!=='undefined') save() }"],
];

/** Guards of the same shape that hold wherever the page is opened. */
const HOLDS: readonly (readonly [string, string])[] = [
  ['its own window', 'yes.onclick=()=>{ if(window===self) save() }'],
  ['one window around it', 'yes.onclick=()=>{ if(window.parent===parent) save() }'],
  ['what every browser has', "yes.onclick=()=>{ if(typeof fetch!=='undefined') save() }"],
  ['a library of the page itself', "window.jQuery=()=>1; yes.onclick=()=>{ if(typeof jQuery!=='undefined') save() }"],
  ['a library that nobody asked for', 'yes.onclick=()=>{ if(!window.jQuery) save() }'],
];

const SAVE = "fetch('/api/save', { method: 'POST', body: field.value }).then(() => { said.textContent = 'Saved'; })";

function page(script: string): string {
  const controls =
    '<input id="field" required><input type="checkbox" id="box"><select id="choice"><option>a<option>b</select><ul id="list"></ul><form id="sheet"><input name="title"><input type="checkbox" name="agreed"></form><button id="yes">Yes</button><button id="no">No</button>';
  return `<!doctype html><p id="said"></p>${controls}<script>${script.replaceAll('save()', () => SAVE)}</script>`;
}

const labelled = async (script: string): Promise<string> => labelOf(await scanText('html', page(script)));

describe('a write is not proved dead', () => {
  test('there are such guards', () => expect(MAY_HOLD.length).toBeGreaterThan(430));

  test.each(MAY_HOLD)('%s', async (_, script) => {
    expect(await labelled(script)).toBe('lost');
  });
});

describe('a write is proved dead', () => {
  test.each(NEVER_HOLDS)('%s', async (_, script) => {
    expect(await labelled(script)).toBe('clean');
  });
});

describe('a write is not proved either way', () => {
  test.each(UNPROVED)('%s', async (_, script) => {
    expect(await labelled(script)).toBe('suspect');
  });

  test.each(HOLDS)('but with %s', async (_, script) => {
    expect(await labelled(script)).toBe('lost');
  });
});
