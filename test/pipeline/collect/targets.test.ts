import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { load } from '../../../src/pipeline/collect/load.ts';
import type { SelectOptions, Target } from '../../../src/pipeline/collect/targets.ts';
import { selectTargets } from '../../../src/pipeline/collect/targets.ts';
import { UsageError } from '../../../src/usage-error.ts';
import { tarOf, zip } from '../../support/archives.ts';
import { namedPipe, sandbox } from '../../support/sandbox.ts';

async function select(cwd: string, targets: Target | Target[], options: SelectOptions = {}) {
  const selection = await selectTargets([targets].flat(), { cwd, ...options });
  return {
    paths: selection.entries.map(({ path }) => path),
    failures: selection.failures.map(({ path, code }) => `${path} ${code}`),
    unscanned: selection.unscanned.map(({ path, reason }) => `${path} ${reason}`),
    entries: selection.entries,
  };
}

describe('targets', () => {
  test('a directory: every kind of source, in a fixed order, without what nobody opens', async () => {
    const cwd = sandbox({
      'out/b.HTML': '',
      'out/a.htm': '',
      'out/sub/gen.py': '',
      'out/sub/x.tsx': '',
      'out/notes.txt': '',
      'out/node_modules/p/i.js': '',
      'out/.git/h.js': '',
      'out/.cache/h.js': '',
      'out/tests/t.js': '',
      'out/a.test.ts': '',
      'out/._a.html': '\u0000',
      'out/run.zip': '',
    });
    expect(await select(cwd, 'out')).toMatchObject({
      paths: ['out/a.htm', 'out/b.HTML', 'out/sub/gen.py', 'out/sub/x.tsx'],
      failures: [],
      unscanned: [
        'out/._a.html apple-double',
        'out/.cache hidden-directory',
        'out/.git hidden-directory',
        'out/a.test.ts test-file',
        'out/node_modules dependency-directory',
        'out/run.zip archive-not-named',
        'out/tests test-file',
      ],
    });
  });

  test('the working directory itself', async () => {
    expect((await select(sandbox({ 'a.html': '', 'b/c.html': '' }), '.')).paths).toEqual(['a.html', 'b/c.html']);
  });

  test('tests are scanned when they are named, or asked for', async () => {
    const cwd = sandbox({ 'a.test.js': '', 'test/b.js': '' });
    expect((await select(cwd, ['a.test.js', 'test'])).paths).toEqual(['a.test.js', 'test/b.js']);
    expect((await select(cwd, '.', { tests: true })).paths).toEqual(['a.test.js', 'test/b.js']);
  });

  test('globs, and a path that looks like one but is there', async () => {
    const cwd = sandbox({
      'a.html': '',
      'd/b.html': '',
      'd/[x].html': '',
      'd/test/c.html': '',
      'node_modules/n.html': '',
    });
    expect((await select(cwd, '**/*.html')).paths).toEqual(['a.html', 'd/[x].html', 'd/b.html']);
    expect((await select(cwd, 'd/test/*.html')).paths).toEqual(['d/test/c.html']);
    expect((await select(cwd, 'd/[x].html')).paths).toEqual(['d/[x].html']);
    expect((await select(cwd, join(cwd, '*.html'))).paths).toEqual([join(cwd, 'a.html')]);
  });

  test('two ways to one file are one entry', async () => {
    const cwd = sandbox({ 'd/a.html': '' });
    symlinkSync('a.html', join(cwd, 'd/z.html'));
    expect((await select(cwd, ['d', 'd/a.html', './d/*.html'])).paths).toEqual(['d/a.html']);
  });

  test('what is not there is a mistake that names it', async () => {
    const cwd = sandbox({ 'a.txt': '', 'empty/.keep': '', 'p/t.test.js': '' });
    await expect(select(cwd, 'nope.html')).rejects.toThrow('No such file or directory: nope.html');
    await expect(select(cwd, [])).rejects.toThrow(UsageError);
    for (const [target, hint] of [
      ['empty', /\.html.*\.py.*\.zip/],
      ['*.html', /\.html/],
      ['a.txt', /a\.txt \(unknown-kind\)/],
      ['p', /p\/t\.test\.js \(test-file\)/],
    ] as const) {
      const thrown = await select(cwd, target).catch((error: unknown) => error);
      expect(thrown).toMatchObject({ message: `Nothing to check in ${target}`, hint: expect.stringMatching(hint) });
    }
  });

  test('one target that selects nothing is not hidden by another', async () => {
    const cwd = sandbox({ 'a.html': '', 'empty/x.txt': '' });
    await expect(select(cwd, ['a.html', 'empty'])).rejects.toThrow('Nothing to check in empty');
  });

  test('bytes under a name, and files of an upload', async () => {
    const bytes = Buffer.from('<p>hello');
    expect((await select('/', { name: 'stdin.html', bytes })).paths).toEqual(['stdin.html']);
    const files = new Map([
      ['a.html', bytes],
      ['deep/b.py', bytes],
      ['c.css', bytes],
    ]);
    expect((await select('/', { files })).paths).toEqual(['a.html', 'deep/b.py']);
  });
});

describe('archives', () => {
  test('named: opened; found in a directory: only when asked for', async () => {
    const inner = zip([{ name: 'x.html', content: 'x' }]);
    const bytes = await tarOf(
      [
        [{ name: 'p/a.html' }, '<p>'],
        [{ name: 'p/in.zip' }, inner.toString('latin1')],
      ],
      true,
    );
    const cwd = sandbox({ 'd/run.tgz': bytes, 'd/b.html': '' });
    const opened = { paths: ['d/run.tgz/p/a.html'], unscanned: ['d/run.tgz/p/in.zip nested-archive'] };
    expect(await select(cwd, 'd/run.tgz')).toMatchObject(opened);
    expect((await select(cwd, 'd')).paths).toEqual(['d/b.html']);
    expect((await select(cwd, 'd', { archives: true })).paths).toEqual(['d/b.html', ...opened.paths]);
  });

  test('hostile, damaged, or misnamed: a failure that says why', async () => {
    const cwd = sandbox({ 'a.zip': zip([{ name: '../x.html' }]), 'b.tar': 'no', 'c.tar.gz': '' });
    expect((await select(cwd, ['a.zip', 'b.tar', 'c.tar.gz'])).failures).toEqual([
      expect.stringMatching(/^a\.zip archive-(?:unsafe-path|damaged)$/),
      'b.tar archive-unknown',
      'c.tar.gz archive-unknown',
    ]);
  });

  test('siblings come from the archive and from nowhere else', async () => {
    const page = '<script src="js/a.js"></script><script src="../../../etc/hostname.js"></script>';
    const cwd = sandbox({
      'r.zip': zip([
        { name: 'o/p.html', content: page },
        { name: 'o/js/a.js', content: 'let a' },
      ]),
    });
    const { entries } = await select(cwd, 'r.zip');
    const loaded = await load(entries.find(({ path }) => path.endsWith('p.html')) as (typeof entries)[number]);
    expect(loaded.source?.siblings).toEqual({ 'js/a.js': 'let a' });
    expect(loaded.pulled).toEqual([entries.find(({ path }) => path.endsWith('a.js'))?.identity]);
  });
});

describe('symbolic links and special files', () => {
  test('links inside are followed, each directory once; circles end', async () => {
    const cwd = sandbox({ 'd/real/a.html': '' });
    symlinkSync('real', join(cwd, 'd/again'));
    symlinkSync('..', join(cwd, 'd/real/up'));
    symlinkSync('.', join(cwd, 'd/self'));
    expect(await select(cwd, 'd')).toMatchObject({ paths: ['d/real/a.html'], failures: [] });
    expect((await select(cwd, 'd/again')).paths).toEqual(['d/again/a.html']);
    expect((await select(cwd, 'd/**/*.html')).paths).toEqual(['d/again/a.html']);
  });

  test('links that leave, break or circle are failures; of other kinds they are none', async () => {
    const cwd = sandbox({ 'd/a.html': '', 'secret/s.html': 'secret', 'secret/t.txt': '' });
    symlinkSync('../secret/s.html', join(cwd, 'd/out.html'));
    symlinkSync('../secret', join(cwd, 'd/outdir'));
    symlinkSync('../secret/t.txt', join(cwd, 'd/t.txt'));
    symlinkSync('gone.html', join(cwd, 'd/broken.html'));
    symlinkSync('gone', join(cwd, 'd/brokendir'));
    symlinkSync('loop.html', join(cwd, 'd/loop.html'));
    expect(await select(cwd, 'd')).toMatchObject({
      paths: ['d/a.html'],
      failures: ['d/broken.html symlink-broken', 'd/loop.html symlink-loop', 'd/out.html outside', 'd/outdir outside'],
      unscanned: ['d/brokendir symlink-broken'],
    });
    expect((await select(cwd, ['d/broken.html'])).failures).toEqual(['d/broken.html symlink-broken']);
    expect((await select(cwd, ['d/loop.html'])).failures).toEqual(['d/loop.html symlink-loop']);
  });

  test('a named pipe is a failure and nobody waits for it', async () => {
    const cwd = sandbox({ 'd/a.html': '<script src="p.js"></script>' });
    namedPipe(join(cwd, 'd/pipe.html'));
    namedPipe(join(cwd, 'd/p.js'));
    namedPipe(join(cwd, 'd/other'));
    const selected = await select(cwd, 'd');
    expect(selected.failures).toEqual(['d/p.js not-a-file', 'd/pipe.html not-a-file']);
    expect((await load(selected.entries[0] as never)).source?.siblings).toEqual({});
    expect((await select(cwd, 'd/pipe.html')).failures).toEqual(['d/pipe.html not-a-file']);
  });

  test('a directory with the name of a page is walked', async () => {
    const cwd = sandbox({ 'd/x.html/y.html': '' });
    expect((await select(cwd, 'd')).paths).toEqual(['d/x.html/y.html']);
  });
});

describe('loading', () => {
  async function loadOne(cwd: string, target: Target) {
    const { entries } = await select(cwd, target);
    return load(entries[0] as (typeof entries)[number]);
  }

  test.each([
    ['UTF-8', Buffer.from('<p>ä\r\n')],
    ['UTF-8 with a mark', Buffer.from('\ufeff<p>ä\r\n')],
    ['UTF-16 LE', Buffer.from('\ufeff<p>ä\r\n', 'utf16le')],
    ['UTF-16 BE', Buffer.from('\ufeff<p>ä\r\n', 'utf16le').swap16()],
  ])('%s is decoded, line ends kept', async (_name, bytes) => {
    const { source } = await loadOne(sandbox({ 'a.html': bytes }), 'a.html');
    expect(source).toMatchObject({ text: '<p>ä\r\n', language: 'html', path: 'a.html' });
    expect(source?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  test.each([
    ['binary', Buffer.from([0x89, 0x50, 0, 0, 1]), 'read', /invalid-encoding|binary/],
    ['binary', Buffer.from('<p>\u0000'), 'read', /binary/],
    ['Latin-1', Buffer.from('<p>\xe4', 'latin1'), 'read', /invalid-encoding/],
    ['huge', Buffer.alloc(16 * 1024 * 1024 + 1, 32), 'size', /too-large/],
  ])('%s: a failure', async (_name, bytes, stage, code) => {
    const { source, failures } = await loadOne(sandbox({ 'a.html': bytes }), 'a.html');
    expect(source).toBeNull();
    expect(failures).toEqual([
      expect.objectContaining({ stage, code: expect.stringMatching(code), path: 'a.html', candidate: true }),
    ]);
  });

  test('deleted between selecting and loading', async () => {
    const cwd = sandbox({ 'a.html': '' });
    const { entries } = await select(cwd, 'a.html');
    rmSync(join(cwd, 'a.html'));
    const loaded = await load(entries[0] as (typeof entries)[number]);
    expect(loaded).toMatchObject({ source: null, failures: [{ stage: 'read', code: 'vanished' }] });
    mkdirSync(join(cwd, 'a.html'));
    expect(await load(entries[0] as (typeof entries)[number])).toMatchObject({ failures: [{ code: 'not-a-file' }] });
  });

  test('siblings: scripts, styles, imports, transitively, by path from the page', async () => {
    const cwd = sandbox({
      's/p/page.html': `<base><link rel=stylesheet href=../c.css><script src='./a.js?v=1'></script><a href="other.html">
        <script type=importmap>{"imports":{"app":"./lib/app.js"}}</script><script src="https://cdn.invalid/x.js"></script>
        <script type="module">import { x } from "./m"; const y = await import('./lib/y.js')</script>`,
      's/c.css': 'p{}',
      's/p/a.js': "require('./deep/b')",
      's/p/deep/b.js': 'let b',
      's/p/lib/app.js': 'let app',
      's/p/lib/y.js': "import '../../up.js'",
      's/up.js': 'let up',
      's/p/m/index.ts': 'let m',
      's/p/other.html': '',
    });
    const { entries } = await select(cwd, 's');
    const page = entries.find(({ path }) => path === 's/p/page.html');
    const { source, failures } = await load(page as (typeof entries)[number]);
    expect(Object.keys(source?.siblings ?? {}).sort()).toEqual(
      ['../c.css', '../up.js', 'a.js', 'deep/b.js', 'lib/app.js', 'lib/y.js', 'm/index.ts'].sort(),
    );
    expect(failures).toEqual([]);
  });

  test('a sibling beyond the target is not read; one that cannot be is a failure', async () => {
    const cwd = sandbox({
      'd/page.html':
        '<script src="../secret.js"></script><script src="link.js"></script><script src="bad.js"></script>',
      'secret.js': 'secret',
      'd/bad.js': Buffer.from([0xff, 0xfe, 0xff]),
    });
    symlinkSync('../secret.js', join(cwd, 'd/link.js'));
    const { source, failures } = await loadOne(cwd, 'd/page.html');
    expect(source?.siblings).toEqual({});
    expect(failures).toMatchObject([{ stage: 'read', path: 'd/bad.js', candidate: true }]);
  });

  test('a page that names more files than the cap says so', async () => {
    const names = Array.from({ length: 205 }, (_, n) => `f${n}.js`);
    const page = names.map((name) => `<script src="${name}"></script>`).join('');
    const cwd = sandbox({ ...Object.fromEntries(names.map((name) => [name, ''])), 'page.html': page });
    const { source, failures } = await loadOne(cwd, 'page.html');
    expect(Object.keys(source?.siblings ?? {})).toHaveLength(200);
    expect(failures).toMatchObject([{ stage: 'size', code: 'too-many-siblings' }]);
  });

  test('a program may import from the project it stands in', async () => {
    const cwd = sandbox({
      'package.json': '{}',
      'src/app.tsx': "import './api/client'",
      'lib/x.ts': '',
      'src/api/client.ts': "import '../../lib/x.js'",
    });
    const { source } = await loadOne(cwd, 'src/app.tsx');
    expect(Object.keys(source?.siblings ?? {}).sort()).toEqual(['../lib/x.ts', 'api/client.ts']);
  });

  test('naming is linear in the text', async () => {
    const text = `${'import '.repeat(200_000)}${'from\t'.repeat(200_000)}${'"./'.repeat(200_000)}${'<base '.repeat(100_000)}`;
    const { source } = await loadOne(sandbox({ 'a.html': text }), 'a.html');
    expect(source?.text).toHaveLength(text.length);
  }, 60_000);
});
