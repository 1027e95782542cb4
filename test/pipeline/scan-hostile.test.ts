import { describe, expect, test } from 'vitest';
import { labelOf, scanText } from '../support/scan-source.ts';

const SAVE = "fetch('/save',{method:'POST'}).then(()=>{msg.textContent='Saved'})";
const page = (code: string): string => `<!doctype html><body><div id=msg></div><script>${code}</script></body>`;
const each = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

/** Texts made to run away, and what they may end as; none may hang, and none that saves may end clean. */
const HOSTILE: Readonly<Record<string, () => string>> = {
  'brackets without end': () => page(`${'('.repeat(1e5)}1${')'.repeat(1e5)};${SAVE}`),
  'a long else-if': () => page(`${each(2_000, (i) => `if(x===${i}) y=${i}; else `)}y=0;${SAVE}`),
  'calls that double': () =>
    page(`${each(40, (i) => `function g${i}(){ g${i + 1}(); g${i + 1}() }`)}function g40(){ ${SAVE} } g0()`),
  'endless recursion': () => page(`function r(n){ if(n){ ${SAVE}; r(n-1) } } r(9e9)`),
  'a fork at every call': () => page(`function f(n){ if(a) f(n-1); if(b) f(n-1); if(c) f(n-1) } f(40);${SAVE}`),
  'strings that double': () => page(`var x="a";${'x=x+x;'.repeat(60)}${SAVE}`),
  'timers that start themselves': () => page(`function t(){ ${SAVE}; setTimeout(t,10) } t()`),
  'listeners that add themselves': () =>
    page(`function add(){ document.addEventListener('click',()=>{ add(); ${SAVE} }) } add()`),
  'functions that await each other': () =>
    page(`async function a(){ await b() } async function b(){ await a(); ${SAVE} } a()`),
  'a prototype of itself': () => page(`var a={};a.a=a;a.__proto__=a;var p=Promise.resolve();p=p.then(()=>p);${SAVE}`),
  'a regular expression that explodes': () => page(`var s="${'a'.repeat(500)}".replace(/(a+)+b/,"x");${SAVE}`),
  'names that every object inherits': () =>
    page(`var o={}; o.constructor.prototype.x=1; ''.constructor('x'); [].constructor(); o['__proto__']; ${SAVE}`),
  'many sides of a condition': () => page(`var o={};${each(5_000, (i) => `if(c${i}) o.k${i}=1;`)}${SAVE}`),
  'many markup tags': () => `${'<div>'.repeat(1e5)}${page(SAVE)}`,
};

/** Ten times what was measured, in seconds of CPU, and at least one. */
const CPU_SECONDS: Readonly<Record<string, number>> = { 'calls that double': 45, 'many sides of a condition': 3 };

describe('a hostile text ends with a typed outcome', () => {
  test.each(Object.entries(HOSTILE))('%s', async (name, make) => {
    const before = process.cpuUsage();
    const outcome = await scanText('html', make());
    const { user, system } = process.cpuUsage(before);
    expect(outcome.failures.filter((failure) => failure.code === 'internal')).toEqual([]);
    expect(labelOf(outcome)).not.toBe('clean');
    expect((user + system) / 1e6).toBeLessThan(CPU_SECONDS[name] ?? 1);
  });
});
