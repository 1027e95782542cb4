import { describe, expect, test } from 'vitest';
import { labelOf, scanText } from '../support/scan-source.ts';

/** Handlers with a write behind a guard that some person's input gets past, however it is counted, kept or set. */
const MAY_HOLD: readonly (readonly [string, string])[] = [
  [
    'map get flag',
    "yes.onclick=()=>{ const e=new Map(); if(!field.value) e.set('x',true); if(e.get('x')) return; save() }",
  ],
  [
    'foreach plain',
    "yes.onclick=()=>{ let n=0; document.querySelectorAll('input').forEach(i=>{ n = n + 1 }); if(n===1) return; save() }",
  ],
  [
    'while prop',
    'yes.onclick=()=>{ const s={i:0}; for(const x of field.value){ s.i = s.i + 1 } if(s.i===1) return; save() }',
  ],
  ['for let', 'yes.onclick=()=>{ let c=0; for(let i=0;i<field.value.length;i++) c++; if(c===0) return; save() }'],
  ['string acc', "yes.onclick=()=>{ let s=''; for(const x of field.value){ s += 'a' } if(s==='a') return; save() }"],
  ['string acc2', "yes.onclick=()=>{ let s=''; [...field.value].forEach(x=>{ s += 'a' }); if(s) return; save() }"],
  [
    'recursive count',
    'let n=0; function go(k){ if(k>0){ n++; go(k-1) } } yes.onclick=()=>{ go(field.value.length); if(n===1) return; save() }',
  ],
  [
    'then count',
    'yes.onclick=()=>{ let n=0; Promise.all([1,2,3].map(async()=>{ n++ })).then(()=>{ if(n!==3) return; save() }) }',
  ],
  [
    'set timeout count',
    'let n=0; yes.onclick=()=>{ for(const x of [1,2,3]) setTimeout(()=>{ n++; if(n===3) save() },1) }',
  ],
  ['classlist toggle', "yes.onclick=()=>{ if(!y.classList.contains('on')){ y.classList.add('on'); return } save() }"],
  [
    'obj from entries',
    "yes.onclick=()=>{ const e={}; for(const i of document.querySelectorAll('input')) if(!i.value) e[i.id]='x'; if(Object.keys(e).length>0) return; save() }",
  ],
  [
    'obj values some',
    'yes.onclick=()=>{ const e={a:false,b:false}; if(!field.value) e.a=true; if(Object.values(e).some(Boolean)) return; save() }',
  ],
  [
    'filter boolean',
    "yes.onclick=()=>{ const e=[!field.value && 'x', field.value.length>9 && 'y'].filter(Boolean); if(e.length) return; save() }",
  ],
  ['spread cond', "yes.onclick=()=>{ const e=[...(field.value ? [] : ['x'])]; if(e.length) return; save() }"],
  [
    'array destructure',
    "yes.onclick=()=>{ const e=[]; if(!field.value) e.push('x'); const [first]=e; if(first) return; save() }",
  ],
  ['reduce count', 'yes.onclick=()=>{ const bad=[field].reduce((n,i)=>i.value?n:n+1,0); if(bad===1) return; save() }'],
  ['json cmp', "yes.onclick=()=>{ const e={}; if(!field.value) e.a=1; if(JSON.stringify(e)!=='{}') return; save() }"],
  ['last index', "yes.onclick=()=>{ const e=[]; if(!field.value) e.push('x'); if(e[e.length-1]) return; save() }"],
  ['in errors', "yes.onclick=()=>{ const e={}; if(!field.value) e.a='x'; if('a' in e) return; save() }"],
  ['hasown', "yes.onclick=()=>{ const e={}; if(!field.value) e.a='x'; if(e.hasOwnProperty('a')) return; save() }"],
  ['obj hasown', "yes.onclick=()=>{ const e={}; if(!field.value) e.a='x'; if(Object.hasOwn(e,'a')) return; save() }"],
  ['for in errors', "yes.onclick=()=>{ const e={}; if(!field.value) e.a='x'; for(const k in e) return; save() }"],
  ['for of errors', "yes.onclick=()=>{ const e=[]; if(!field.value) e.push('x'); for(const k of e) return; save() }"],
  [
    'for of errors2',
    "yes.onclick=()=>{ const e=[]; if(!field.value) e.push('x'); for(const k of e){ said.textContent=k; return } save() }",
  ],
  [
    'some errors',
    'yes.onclick=()=>{ const e=[]; if(!field.value) e.push({bad:true}); if(e.some(x=>x.bad)) return; save() }',
  ],
  [
    'find errors',
    'yes.onclick=()=>{ const e=[]; if(!field.value) e.push({bad:true}); if(e.find(x=>x.bad)) return; save() }',
  ],
  ['length assign', "yes.onclick=()=>{ const e=['x']; if(field.value) e.length=0; if(e.length) return; save() }"],
  [
    'delete err',
    'yes.onclick=()=>{ const e={a:1}; if(field.value) delete e.a; if(Object.keys(e).length) return; save() }',
  ],
  ['splice out', "yes.onclick=()=>{ const e=['x']; if(field.value) e.splice(0,1); if(e.length) return; save() }"],
  ['pop out', "yes.onclick=()=>{ const e=['x']; if(field.value) e.pop(); if(e.length) return; save() }"],
  [
    'map delete',
    "yes.onclick=()=>{ const e=new Map([['a',1]]); if(field.value) e.delete('a'); if(e.get('a')) return; save() }",
  ],
  [
    'set has err',
    "yes.onclick=()=>{ const e=new Set(['a']); if(field.value) e.delete('a'); if(e.has('a')) return; save() }",
  ],
  [
    'concat in loop',
    "yes.onclick=()=>{ let e=[]; for(const i of document.querySelectorAll('input')) if(!i.value) e=e.concat('x'); if(e.length) return; save() }",
  ],
  [
    'spread in loop',
    "yes.onclick=()=>{ let e=[]; for(const i of document.querySelectorAll('input')) if(!i.value) e=[...e,'x']; if(e.length) return; save() }",
  ],
  [
    'try flag',
    'yes.onclick=()=>{ let bad=false; try { JSON.parse(field.value) } catch { bad=true } if(bad) return; save() }',
  ],
  [
    'switch flag',
    "yes.onclick=()=>{ let bad='x'; switch(field.value){ case 'a': bad=''; break; default: bad='y' } if(bad) return; save() }",
  ],
  ['string concat err', "yes.onclick=()=>{ let msg=''; if(!field.value) msg+='x'; if(msg) return; save() }"],
  ['str arr join', "yes.onclick=()=>{ const e=[]; if(!field.value) e.push('x'); if(e.join('')) return; save() }"],
  ['str arr tostring', "yes.onclick=()=>{ const e=[]; if(!field.value) e.push('x'); if(String(e)) return; save() }"],
  ['at0', "yes.onclick=()=>{ const e=[]; if(!field.value) e.push('x'); if(e.at(0)) return; save() }"],
  ['shift0', "yes.onclick=()=>{ const e=[]; if(!field.value) e.push('x'); if(e.shift()) return; save() }"],
  [
    'every ok',
    'yes.onclick=()=>{ const ok=[]; if(field.value) ok.push(true); else ok.push(false); if(!ok.every(Boolean)) return; save() }',
  ],
  ['includes err', "yes.onclick=()=>{ const e=[]; if(!field.value) e.push('x'); if(e.includes('x')) return; save() }"],
  ['indexof err', "yes.onclick=()=>{ const e=[]; if(!field.value) e.push('x'); if(e.indexOf('x')>=0) return; save() }"],
  [
    'findindex err',
    "yes.onclick=()=>{ const e=[]; if(!field.value) e.push('x'); if(e.findIndex(k=>k==='x')>=0) return; save() }",
  ],
  ['fill', 'yes.onclick=()=>{ const e=[0,0]; if(field.value) e.fill(1); if(e[0]===0) return; save() }'],
  ['sort first', 'yes.onclick=()=>{ const e=[0,1]; e.sort((a,b)=>b-a); if(e[0]===0) return; save() }'],
  ['swap', 'yes.onclick=()=>{ const e=[0,1]; [e[0],e[1]]=[e[1],e[0]]; if(e[0]===0) return; save() }'],
  [
    'nested prop',
    'yes.onclick=()=>{ const s={v:{e:[]}}; if(!field.value) s.v.e.push(1); if(s.v.e.length) return; save() }',
  ],
  [
    'callback return',
    'const val=()=>{ const e=[]; if(!field.value) e.push(1); return e }; yes.onclick=()=>{ if(val().length) return; save() }',
  ],
  [
    'callback param',
    'const val=(e)=>{ if(!field.value) e.push(1) }; yes.onclick=()=>{ const e=[]; val(e); if(e.length) return; save() }',
  ],
  [
    'async push',
    'const val=async(e)=>{ await 0; if(!field.value) e.push(1) }; yes.onclick=async()=>{ const e=[]; await val(e); if(e.length) return; save() }',
  ],
  [
    'generator',
    'function* g(){ if(!field.value) yield 1 } yes.onclick=()=>{ const e=[...g()]; if(e.length) return; save() }',
  ],
  ['matchall', 'yes.onclick=()=>{ const e=[...field.value.matchAll(/x/g)]; if(e.length===0) return; save() }'],
  ['split len', "yes.onclick=()=>{ const e=field.value.split(','); if(e.length!==3) return; save() }"],
  [
    'entries len',
    'yes.onclick=()=>{ const e=Object.entries({a:field.value,b:1}).filter(([k,v])=>!v); if(e.length) return; save() }',
  ],
  ['arr of arr', 'const q=[]; no.onclick=()=>{ q.push([1,2]) }; yes.onclick=()=>{ for(const [a,b] of q){ save() } }'],
  [
    'map of arr',
    'const q={}; no.onclick=()=>{ (q[field.value] ??= []).push(1) }; yes.onclick=()=>{ for(const k in q){ if(q[k].length) { save() } } }',
  ],
  [
    'two names of one global: window',
    'var ready=false; no.onclick=()=>{ window.ready=true }; yes.onclick=()=>{ if(ready) save() }',
  ],
  [
    'window, set and read',
    'window.ready=false; no.onclick=()=>{ window.ready=true }; yes.onclick=()=>{ if(ready) save() }',
  ],
  [
    'set by markup that is put in',
    `var ready=false; yes.onclick=()=>{ if(ready) save() }; document.body.insertAdjacentHTML('beforeend','<button onclick="ready=true">r</button>')`,
  ],
  [
    'set by a text that is run',
    "let ready=false; no.onclick=()=>{ eval('ready=true') }; yes.onclick=()=>{ if(ready) save() }",
  ],
  ['counter, then equality', 'let n=0; yes.onclick=()=>{ n++; if(n===3) save() }'],
  ['counter of an object', 'const s={n:0}; yes.onclick=()=>{ s.n+=1; if(s.n!==3) return; save() }'],
  [
    'private counter of a class',
    'class C { #n=0; go(){ this.#n++; if(this.#n===3) save() } } const c=new C(); yes.onclick=()=>c.go()',
  ],
  [
    'sum of two numbers nobody knows',
    'yes.onclick=()=>{ const sum=field.valueAsNumber+field.valueAsNumber; if(sum===100) save() }',
  ],
  [
    'an entry under an unknown key',
    "const steps=['a','b']; let i=0; no.onclick=()=>{ i++ }; yes.onclick=()=>{ if(steps[i]) return; save() }",
  ],
  [
    "a record's entry under an unknown key",
    "const MAP={a:'x',b:'y'}; yes.onclick=()=>{ if(MAP[field.value]) return; save() }",
  ],
  [
    'callbacks that may not be called',
    'yes.onclick=()=>{ let bad=false; const e=[]; if(!field.value) e.push(1); e.forEach(()=>{ bad=true }); if(bad) return; save() }',
  ],
];

/** Guards of the same shape that nobody gets past. */
const NEVER_HOLDS: readonly (readonly [string, string])[] = [
  ['a parameter nobody gives', 'function go(force=false){ if(!force) return; save() } yes.onclick=()=>go()'],
  ['a list that stays empty', 'yes.onclick=()=>{ const e=[]; if(e.length===0) return; save() }'],
  ['a list that is filled for sure', "yes.onclick=()=>{ const e=[]; e.push('x'); if(e.length) return; save() }"],
  ['a sum of known numbers', 'yes.onclick=()=>{ if([1,2,3].reduce((a,b)=>a+b,0)===6) return; save() }'],
  ['an entry that is there', "yes.onclick=()=>{ const e=new Map([['a',1]]); if(e.get('a')) return; save() }"],
  ['a key that is there', "yes.onclick=()=>{ const e={a:1}; if('a' in e) return; save() }"],
];

const SAVE = "fetch('/api/save', { method: 'POST', body: field.value }).then(() => { said.textContent = 'Saved'; })";

function page(script: string): string {
  const controls = '<input id="field" required><button id="yes">Yes</button><button id="no">No</button>';
  return `<!doctype html><p id="said"></p>${controls}<script>${script.replaceAll('save()', () => SAVE)}</script>`;
}

const labelled = async (script: string): Promise<string> => labelOf(await scanText('html', page(script)));

describe('a write is not proved dead', () => {
  test.each(MAY_HOLD)('%s', async (_, script) => {
    expect(await labelled(script)).toBe('lost');
  });
});

describe('a write is proved dead', () => {
  test.each(NEVER_HOLDS)('%s', async (_, script) => {
    expect(await labelled(script)).toBe('clean');
  });
});
