import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { threadRunner } from '../../src/isolation/thread.ts';
import type { Facts, Report } from '../../src/model.ts';
import type { VerifyOptions } from '../../src/verify.ts';
import { changedIn, verify } from '../../src/verify.ts';
import { zip } from '../support/archives.ts';
import { CLEAN, LOST, SUSPECT } from '../support/pages.ts';
import { fill, sandbox } from '../support/sandbox.ts';

const runner = threadRunner({ jobs: 2 });
afterAll(() => runner.close());

const check = (cwd: string, targets: VerifyOptions['targets'], more: Partial<VerifyOptions> = {}): Promise<Report> =>
  verify({ targets, cwd, hosts: ['cowork'], runner, ...more });

const labels = ({ verdicts }: Report) => Object.fromEntries(verdicts.map(({ artifact, label }) => [artifact, label]));

/** The page with its script in a file of its own. */
function split(page: string, src: string): { page: string; script: string } {
  const [head = '', tail = ''] = page.split(/<script>[\s\S]*<\/script>/);
  return {
    page: `${head}<script src="${src}"></script>${tail}`,
    script: /<script>([\s\S]*)<\/script>/.exec(page)?.[1] ?? '',
  };
}

describe('a page and its programs', () => {
  const { page, script } = split(LOST, 'js/app.js');
  const files = { 'page.html': page, 'js/app.js': script };

  test('a program that a page pulls in is judged with the page', async () => {
    const report = await check(sandbox(files), ['.']);
    expect(labels(report)).toEqual({ 'page.html': 'lost' });
    expect(report.scanned).toEqual(['js/app.js', 'page.html']);
    expect(report.verdicts[0]?.writeBacks[0]?.source).toMatchObject({ path: 'js/app.js', line: 3 });
    expect(report.findings).toMatchObject([{ path: 'js/app.js', line: 3 }]);
  });

  test('named alone it is judged alone', async () => {
    expect(labels(await check(sandbox(files), ['js/app.js']))).toEqual({ 'js/app.js': 'lost' });
  });

  test('one that two pages share is found once', async () => {
    const report = await check(sandbox({ ...files, 'other.html': page }), ['.']);
    expect(labels(report)).toEqual({ 'other.html': 'lost', 'page.html': 'lost' });
    expect(report.findings).toHaveLength(1);
  });

  test('in an archive as on disk', async () => {
    const bytes = zip(Object.entries(files).map(([name, content]) => ({ name: `run/${name}`, content })));
    const report = await check('/', [{ name: 'run.zip', bytes }]);
    expect(labels(report)).toEqual({ 'run.zip/run/page.html': 'lost' });
  });
});

describe('encodings and line ends', () => {
  test.each([
    ['empty', ''],
    ['a mark alone', '\ufeff'],
    ['CRLF and a mark', `\ufeff${CLEAN.replaceAll('\n', '\r\n')}`],
    ['UTF-16', Buffer.from(`\ufeff${CLEAN}`, 'utf16le')],
  ])('%s is checked like any other page', async (_name, content) => {
    const report = await check(sandbox({ 'a.html': content }), ['a.html']);
    expect({ labels: labels(report), failures: report.failures }).toEqual({
      labels: { 'a.html': 'clean' },
      failures: [],
    });
  });

  test.each(['\r\n', '\r'])('lines count the same with %j and a mark', async (end) => {
    const report = await check(sandbox({ 'a.html': `\ufeff${LOST.replaceAll('\n', end)}` }), ['a.html']);
    expect(report.findings).toMatchObject([{ line: 3, column: 9 }]);
    expect(report.verdicts[0]?.writeBacks).toMatchObject([{ source: { line: 3 }, seen: 'both' }]);
  });
});

describe('what a run tells while it goes on', () => {
  test('progress counts up to the total; facts come once an artifact', async () => {
    const cwd = sandbox({ 'a.html': CLEAN, 'b.html': SUSPECT, 'c.js': '' });
    const seen: string[] = [];
    const facts: string[] = [];
    await check(cwd, ['.'], {
      onProgress: ({ done, total }) => seen.push(`${done}/${total}`),
      onFacts: ({ artifact }) => facts.push(artifact),
    });
    expect(seen).toEqual(['1/3', '2/3', '3/3']);
    expect(facts.sort()).toEqual(['a.html', 'b.html', 'c.js']);
  });

  test('aborted: what is judged stands, the rest is named', async () => {
    const cwd = sandbox({ 'a.html': CLEAN, 'b.html': CLEAN, 'c.html': CLEAN });
    const stop = new AbortController();
    const report = await check(cwd, ['.'], { jobs: 1, signal: stop.signal, onProgress: () => stop.abort() });
    expect(report.partial).toBe(true);
    expect(labels(report)).toEqual({ 'a.html': 'clean' });
    expect(report.unscanned).toEqual([
      { path: 'b.html', reason: 'interrupted' },
      { path: 'c.html', reason: 'interrupted' },
    ]);
  });

  test('aborted before it began, nothing is judged and nothing is called clean', async () => {
    const report = await check(sandbox({ 'a.html': CLEAN }), ['.'], { signal: AbortSignal.abort() });
    expect(report).toMatchObject({ partial: true, verdicts: [], unscanned: [{ reason: 'interrupted' }] });
  });

  test('a bug in a callback is thrown, and the runner is still good', async () => {
    const cwd = sandbox({ 'a.html': CLEAN });
    const broken = check(cwd, ['.'], {
      onFacts: () => {
        throw new Error('ours');
      },
    });
    await expect(broken).rejects.toThrow('ours');
    expect(labels(await check(cwd, ['.']))).toEqual({ 'a.html': 'clean' });
  });
});

test('order does not depend on who is done first', async () => {
  const cwd = fill(sandbox(), Object.fromEntries([...'zyxwv'].map((name) => [`${name}.html`, SUSPECT])));
  const [one, three] = [
    await check(cwd, ['.'], { jobs: 1 }),
    await check(cwd, [join(cwd, '*.html'), '.'], { jobs: 3 }),
  ];
  const strip = (report: Report) =>
    JSON.parse(JSON.stringify(report).replaceAll(`${cwd}/`, ''), (key, value) =>
      key === 'durationMs' || key === 'startedAt' ? 0 : value,
    );
  expect(strip(three)).toEqual(strip(one));
});

test('what changed with its archive, and what came from no file', () => {
  const changed = changedIn(new Map([['/run/a.zip', 'modified']]));
  expect(changed('/run/a.zip\u0000in.html')).toBe('modified');
  expect(changed('/run/b.zip\u0000in.html')).toBeNull();
  expect(changed('/run/in.html')).toBeNull();
  expect(changed('\u0000stdin.html')).toBe('added');
});

describe('scripts that no text names', () => {
  const { script } = split(LOST, '');
  const { page } = split(LOST, 'lib/loader.js');
  const loader = (way: string): string => `{
    const here = document.currentScript.src.replace(/loader\\.js$/, '');
    for (const name of ['app']) document.head.append(Object.assign(document.createElement('script'), { src: here + '${way}' + name + '.js' }));
  }`;

  test('one whose name is made at run time is read and judged with the page', async () => {
    const report = await check(sandbox({ 'page.html': page, 'lib/loader.js': loader(''), 'lib/app.js': script }), [
      '.',
    ]);
    expect(labels(report)).toEqual({ 'page.html': 'lost' });
    expect(report.verdicts[0]?.writeBacks[0]).toMatchObject({ seen: 'both', source: { path: 'lib/app.js' } });
    expect(report.findings).toMatchObject([{ path: 'lib/app.js' }]);
  });

  test('from a page two folders down', async () => {
    const deep = split(LOST, '../../lib/loader.js').page;
    const files = { 'docs/a/page.html': deep, 'lib/loader.js': loader(''), 'lib/app.js': script };
    expect(labels(await check(sandbox(files), ['.']))).toEqual({ 'docs/a/page.html': 'lost' });
  });

  test('one after the other', async () => {
    const links = Array.from({ length: 6 }, (_, index) => [
      `lib/a${index}.js`,
      loader('')
        .replace("['app']", `['a${index + 1}']`)
        .replace('/loader', `/a${index}`),
    ]);
    const files = {
      'page.html': page.replace('lib/loader.js', 'lib/a0.js'),
      ...Object.fromEntries(links),
      'lib/a6.js': script,
    };
    expect(labels(await check(sandbox(files), ['.']))).toEqual({ 'page.html': 'lost' });
  });

  test('one that is not there is named as missing', async () => {
    const report = await check(sandbox({ 'page.html': page, 'lib/loader.js': loader('') }), ['.']);
    expect(labels(report)).toEqual({ 'page.html': 'inconclusive' });
    expect(JSON.stringify(report.verdicts[0]?.evidence)).toContain('artifacts/lib/app.js');
  });

  test('one outside the target is not read', async () => {
    const files = { 'in/page.html': split(LOST, 'loader.js').page, 'in/loader.js': loader('../'), 'app.js': script };
    const report = await check(sandbox(files), ['in']);
    expect(labels(report)).toEqual({ 'in/page.html': 'inconclusive' });
  });
});

describe('a page named alone', () => {
  const { page, script } = split(LOST, '../lib/app.js');

  test('may name scripts of the project it stands in', async () => {
    const files = { 'package.json': '{}', 'pages/page.html': page, 'lib/app.js': script };
    const report = await check(sandbox(files), ['pages/page.html']);
    expect(labels(report)).toEqual({ 'pages/page.html': 'lost' });
    expect(report.findings).toMatchObject([{ path: 'lib/app.js' }]);
  });

  test('reads nothing above its own directory where there is no project, and says what is missing', async () => {
    const report = await check(sandbox({ 'pages/page.html': page, 'lib/app.js': script }), ['pages/page.html']);
    expect(labels(report)).toEqual({ 'pages/page.html': 'inconclusive' });
    expect(report.verdicts[0]?.evidence).toMatchObject([
      { code: 'script-missing', beside: true },
      { code: 'not-analysed' },
    ]);
  });
});

describe('a control that does not stay', () => {
  const toast = `<button id="b">Send</button><div id="d"></div><script>
    b.onclick = () => {
      b.remove();
      d.innerHTML = '<button class="undo">Undo</button>';
      setTimeout(() => { d.textContent = ''; }, 4000);
    };
  </script>`;

  test('is named among what was not reached, when what brings it up is gone too', async () => {
    const facts: Facts[] = [];
    await check(sandbox({ 'page.html': toast }), ['page.html'], { onFacts: (each) => facts.push(each) });
    const { controls } = facts[0]!.drives[0]!.observations[0]!.coverage;
    expect(controls.map(({ name, reached, skipped }) => ({ name, reached, skipped }))).toEqual([
      { name: 'Send', reached: true, skipped: undefined },
      { name: 'Undo', reached: false, skipped: 'fleeting' },
    ]);
  });
});

describe('a library beside the page', () => {
  const page = `<p id="said"></p><button id="b">Draw</button><script src="vendor/chart.umd.js"></script>
    <script>b.onclick = () => { said.textContent = Chart.draw('x'); };</script>`;
  const body = (more = '') => `/*!
 * Chart.js v4.4.0
 * Released under the MIT License
 */
(function (root) { root.Chart = { draw: (text) => new Function('return "' + text + '"')() };${more} })(window);`;

  test('is run in the drive alone, and said to have been left out of the scan', async () => {
    const report = await check(sandbox({ 'page.html': page, 'vendor/chart.umd.js': body() }), ['.']);
    expect(labels(report)).toEqual({ 'page.html': 'clean' });
    expect(report.verdicts[0]?.confidence).toBe('high');
    expect(report.unscanned).toEqual([{ path: 'vendor/chart.umd.js', reason: 'known-library' }]);
    expect(report.scanned).toEqual(['page.html']);
  });

  test.each([
    ['an address of its own', body("root.keep = () => fetch('/charts', { method: 'POST' });")],
    ['code behind it', `${body()}\nwindow.keep = () => fetch(location.href, { method: 'POST' });`],
    ['no sign that others wrote it', body().replace(/^\/\*[\s\S]*?\*\//, '')],
  ])('is scanned like any other script when it has %s', async (_name, script) => {
    const report = await check(sandbox({ 'page.html': page, 'vendor/chart.umd.js': script }), ['.']);
    expect(report.unscanned).toEqual([]);
    expect(report.scanned).toEqual(['page.html', 'vendor/chart.umd.js']);
  });

  test('one that goes by two slashes is the same file', async () => {
    const twice = page.replace('vendor/', './vendor//');
    const report = await check(sandbox({ 'page.html': twice, 'vendor/chart.umd.js': body() }), ['.']);
    expect(labels(report)).toEqual({ 'page.html': 'clean' });
  });
});
