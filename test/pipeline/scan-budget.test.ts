import { describe, expect, test } from 'vitest';
import { scanText } from '../support/scan-source.ts';

/** Calls that double forty times, at whose end something is sent: no budget suffices. */
const endless = (name: string): string =>
  `${Array.from({ length: 40 }, (_, at) => `function ${name}${at}(u) { ${name}${at + 1}(u + '/a'); ${name}${at + 1}(u + '/b'); }`).join('\n')}
function ${name}40(u) { api.load(u, () => fetch(u)) }
${name}0(location.hash);`;

const SAVE = `b.onclick = () => fetch('/save', { method: 'POST' }).then(() => { alert('Saved') })`;
const page = (...files: readonly string[]): string =>
  `<button id="b">Save</button>${files.map((file) => `<script src="${file}"></script>`).join('')}`;
const ENDLESS = { 'one.js': endless('p'), 'two.js': endless('q'), 'three.js': endless('r') };

describe('files that take all the steps there are', () => {
  test('do not keep the code of the page from being looked at', { timeout: 60_000 }, async () => {
    const html = `${page(...Object.keys(ENDLESS))}<script>${SAVE}</script>`;
    const { findings } = await scanText('html', html, ENDLESS);
    expect(findings).toMatchObject([{ path: 'artifact.html', consequence: 'claims-unread' }]);
  });

  test('nor a file behind them, and what was not looked at is said', { timeout: 60_000 }, async () => {
    const { findings, failures } = await scanText('html', page(...Object.keys(ENDLESS), 'own.js'), {
      ...ENDLESS,
      'own.js': SAVE,
    });
    expect(findings).toMatchObject([{ path: 'own.js', consequence: 'claims-unread' }]);
    expect(failures.some(({ code, candidate }) => code === 'budget' && candidate)).toBe(true);
  });
});

describe('functions that share nothing with a write but where its outcome is shown', () => {
  test('take no steps from it', { timeout: 60_000 }, async () => {
    const doubling = Array.from(
      { length: 20 },
      (_, at) => `function d${at}(x) { d${at + 1}(x + 1); d${at + 1}(x + 2); }`,
    );
    const shows = Array.from({ length: 80 }, (_, at) => `a${at}.onclick = () => d0(${at});`);
    const save = `b.onclick = async () => { const answer = await fetch('/save', { method: 'POST' });
      out.textContent = 'Saved ' + answer.status; };`;
    const script = [...doubling, 'function d20(x) { out.textContent = x; }', ...shows, save].join('\n');
    const { findings, failures } = await scanText(
      'html',
      `<p id="out"></p><button id="b">Save</button><script>${script}</script>`,
    );
    expect(findings).toMatchObject([{ consequence: 'claims-unread' }]);
    expect(failures).toEqual([]);
  });
});

describe('a call that reads by its options alone', () => {
  const unreached = async (options: string): Promise<number> => {
    const outcome = await scanText(
      'js',
      `export default function f(x) { if (x) return; else return; $.ajax(${options}); }`,
    );
    return outcome.candidates;
  };
  test.each([
    `{ url: u, type: 'GET', dataType: 'script', async: false }`,
    `{ url: u, method: 'get', data: d }`,
    `{ url: u, dataType: 'json', success: f }`,
  ])('%s is no candidate', async (options) => {
    expect(await unreached(options)).toBe(0);
  });
  test.each([
    `{ url: u, type: kind, success: f }`,
    `{ url: u, data: d }`,
    `{ url: u, ...more }`,
    `{ url: u, ['ty' + 'pe']: 'POST' }`,
    `options`,
    `u, { dataType: 'json' }`,
  ])('%s is one', async (options) => {
    expect(await unreached(options)).toBeGreaterThan(0);
  });
});

describe('text that is run as code', () => {
  const filling = Array.from({ length: 600 }, (_, at) => `function n${at}(a,b){return a+b*${at}+a.length*b-1}`).join(
    '',
  );
  const compile = `function compile(p){return Function('o','fetch('+p)}`;
  const library = `!function(w){${filling}${compile}w.compile=compile}(window);!function(w){w.two=2}(window);`;
  const failuresOf = async (file: string, name = 'vendor.js') => {
    const outcome = await scanText('html', `<button>Go</button><script src="${name}"></script>`, { [name]: file });
    return outcome.failures.filter(({ code }) => code === 'dynamic-code');
  };

  test('by a library made smaller is said to be that', async () => {
    expect(await failuresOf(library)).toMatchObject([{ candidate: true, library: true }]);
  });
  test.each([
    ['by a file that has an address of its own', `${library}fetch('/log');`],
    ['by a file that people wrote', library.replaceAll(';', ';\n').replaceAll('}', '}\n')],
    ['by a small file', library.replace(filling, '')],
  ])('%s is not', async (_name, file) => {
    const failures = await failuresOf(file);
    expect(failures).toHaveLength(1);
    expect(failures[0]).not.toHaveProperty('library');
  });
});

describe('a file that is asked for only of a CommonJS loader', () => {
  const guarded = `(function (mod) { typeof exports == 'object' ? mod(require('../lib/core')) : mod(window) })(function (core) { core.x = 1 })`;
  const plain = `var core = require('../lib/core'); core.x = 1`;
  const missing = async (extension: string, text: string): Promise<number> =>
    (await scanText(extension, text)).failures.filter(({ code }) => code === 'sibling-missing').length;

  test('is not missed by a page, and is by a program of its own', async () => {
    expect(await missing('html', `<button>Go</button><script>${guarded}</script>`)).toBe(0);
    expect(await missing('html', `<button>Go</button><script>${plain}</script>`)).toBe(1);
    expect(await missing('js', guarded)).toBe(1);
  });
  test('is no part of a page that only names it there', async () => {
    const outcome = await scanText('html', `<button>Go</button><script>${guarded}</script>`, {
      '../lib/core.js': `module.exports = { save: (note) => fetch('/save', { method: 'POST', body: note }) }`,
    });
    expect(outcome.findings).toEqual([]);
  });
  test('is missed where the page asks for it elsewhere too', async () => {
    expect(await missing('html', `<button>Go</button><script>${guarded};${plain}</script>`)).toBe(1);
  });
});

describe('a library beside the page that is told where to write', () => {
  const filling = Array.from({ length: 90 }, (_, at) => `function n${at}(a,b){return a+b*${at}}`).join('');
  const library = (address: string): string =>
    `!function(w){${filling}w.Editor={send:function(u,d){var x=new XMLHttpRequest;x.open('POST',${address});x.send(d)}}}(window);`;
  const scanned = (file: string) =>
    scanText('html', '<button>Go</button><script src="ckeditor.js"></script>', { 'ckeditor.js': file });

  test('is not run where the address is a value it is given', async () => {
    expect((await scanned(library('u+"?raw"'))).libraries).toEqual(['ckeditor.js']);
  });
  test('is run where it holds the address', async () => {
    const { libraries = [], findings } = await scanned(library('"/save"'));
    expect(libraries).toEqual([]);
    expect(findings).toMatchObject([{ endpoint: { url: '/save' } }]);
  });
});
