import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/model.ts';
import { zip } from '../support/archives.ts';
import { CLEAN, LOST, SUSPECT } from '../support/pages.ts';
import { fill, sandbox } from '../support/sandbox.ts';
import { savecheck, savecheckJson } from '../support/savecheck.ts';

async function sweep(cwd: string, ...args: string[]): Promise<{ code: number | null; report: Report }> {
  const { code, json } = await savecheckJson(['sweep', '--host', 'cowork', ...args], { cwd });
  return { code, report: json };
}

const changes = ({ verdicts }: Report) =>
  Object.fromEntries(verdicts.map(({ artifact, label, change }) => [artifact, [label, change]]));

const unchanged = ({ unscanned }: Report) =>
  unscanned.filter(({ reason }) => reason === 'unchanged').map(({ path }) => path);

async function snapshot(cwd: string): Promise<void> {
  expect((await savecheck(['snapshot', 'out', '--output', 'before.json'], { cwd })).code).toBe(0);
}

describe('sweep', () => {
  test('everything, archives opened', async () => {
    const run = zip([{ name: 'site/index.html', content: LOST }]);
    const cwd = sandbox({ 'out/deep/er/a.html': CLEAN, 'out/run.zip': run });
    const { code, report } = await sweep(cwd, 'out');
    expect(changes(report)).toEqual({
      'out/deep/er/a.html': ['clean', undefined],
      'out/run.zip/site/index.html': ['lost', undefined],
    });
    expect(code).toBe(1);
  });

  test('with a manifest: only what is new or changed, by content', async () => {
    const cwd = sandbox({ 'out/same.html': LOST, 'out/old.html': CLEAN, 'out/gone.html': LOST, 'out/z.zip': zip([]) });
    await snapshot(cwd);
    rmSync(join(cwd, 'out/gone.html'));
    fill(cwd, { 'out/same.html': LOST, 'out/old.html': SUSPECT, 'out/new.html': CLEAN });
    fill(cwd, { 'out/z.zip': zip([{ name: 'in.html', content: SUSPECT }]) });
    const { code, report } = await sweep(cwd, 'out', '--before', 'before.json');
    expect(changes(report)).toEqual({
      'out/new.html': ['clean', 'added'],
      'out/old.html': ['suspect', 'modified'],
      'out/z.zip/in.html': ['suspect', 'modified'],
    });
    expect(unchanged(report)).toEqual(['out/same.html']);
    expect(code).toBe(0);
  });

  test('a page whose program changed has changed', async () => {
    const cwd = sandbox({
      'out/a.html': '<p id=p></p><script src=a.js></script>',
      'out/a.js': '',
      'out/b.html': CLEAN,
    });
    await snapshot(cwd);
    writeFileSync(join(cwd, 'out/a.js'), 'p.textContent = "x"');
    expect(changes((await sweep(cwd, 'out', '--before', 'before.json')).report)).toEqual({
      'out/a.html': ['clean', 'modified'],
    });
  });

  test('nothing changed is said, and no failure', async () => {
    const cwd = sandbox({ 'out/a.html': LOST });
    await snapshot(cwd);
    const { code, report } = await sweep(cwd, 'out', '--before', 'before.json');
    expect(code).toBe(0);
    expect(report.verdicts).toEqual([]);
    expect(report.notes).toEqual([expect.stringMatching(/nothing .*changed/i)]);
  });

  test('nothing there is a mistake; so is a directory the manifest does not know', async () => {
    const cwd = sandbox({ 'out/a.html': CLEAN, 'empty/x.txt': '', 'other/a.html': CLEAN });
    await snapshot(cwd);
    expect(await savecheck(['sweep', 'empty'], { cwd })).toMatchObject({ code: 2 });
    const both = await savecheck(['sweep', 'out', 'other', '--before', 'before.json'], { cwd });
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('does not know other') });
  });

  test('the directory may be named in another way than it was', async () => {
    const cwd = sandbox({ 'out/a.html': LOST });
    await snapshot(cwd);
    for (const name of ['./out/', join(cwd, 'out')])
      expect((await sweep(cwd, name, '--before', join(cwd, 'before.json'))).report.verdicts).toEqual([]);
  });

  test('tests and dependencies are listed as left out', async () => {
    const cwd = sandbox({ 'out/a.html': CLEAN, 'out/test/t.html': LOST, 'out/node_modules/m/i.html': LOST });
    const { code, report } = await sweep(cwd, 'out');
    expect(code).toBe(0);
    expect(report.unscanned).toEqual([
      { path: 'out/node_modules', reason: 'dependency-directory' },
      { path: 'out/test', reason: 'test-file' },
    ]);
  });
});

describe('--since', () => {
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.invalid', '-c', 'init.defaultBranch=m', ...args], {
      cwd,
      stdio: 'pipe',
    }).toString();

  function repository(): string {
    const cwd = sandbox({ 'a b.html': CLEAN, 'same.html': LOST, 'sub/ü.html': CLEAN, '.gitignore': 'ignored.html\n' });
    git(cwd, 'init', '-q');
    git(cwd, 'add', '.');
    git(cwd, 'commit', '-qm', 'one');
    return cwd;
  }

  test('tracked, staged and new files; ignored and unchanged ones are not', async () => {
    const cwd = repository();
    fill(cwd, {
      'a b.html': SUSPECT,
      'sub/ü.html': SUSPECT,
      'new.html': CLEAN,
      'staged.html': CLEAN,
      'ignored.html': LOST,
    });
    git(cwd, 'add', 'staged.html');
    const { code, json } = await savecheckJson(['verify', '.', '--host', 'cowork', '--since', 'HEAD'], { cwd });
    expect(changes(json)).toEqual({
      'a b.html': ['suspect', 'modified'],
      'new.html': ['clean', 'added'],
      'staged.html': ['clean', 'added'],
      'sub/ü.html': ['suspect', 'modified'],
    });
    expect(code).toBe(0);
    expect(changes((await sweep(join(cwd, 'sub'), '.', '--since', 'HEAD')).report)).toEqual({
      'ü.html': ['suspect', 'modified'],
    });
  });

  test('a program named by the repository is not started', async () => {
    const cwd = repository();
    git(cwd, 'config', 'core.fsmonitor', `touch ${cwd}/started; false`);
    git(cwd, 'config', 'diff.external', `touch ${cwd}/started`);
    fill(cwd, { 'same.html': CLEAN });
    expect(changes((await sweep(cwd, '.', '--since', 'HEAD')).report)).toEqual({ 'same.html': ['clean', 'modified'] });
    expect(() => readFileSync(join(cwd, 'started'))).toThrow();
  });

  test('an unknown revision, an option in its place, and no repository are mistakes', async () => {
    const cwd = repository();
    for (const revision of ['nope', '--output=/tmp/x', ''])
      expect(await savecheck(['verify', '.', `--since=${revision}`], { cwd })).toMatchObject({ code: 2 });
    const outside = await savecheck(['verify', '.', '--since', 'HEAD'], { cwd: sandbox({ 'a.html': CLEAN }) });
    expect(outside).toMatchObject({ code: 2, stderr: expect.stringContaining('git') });
  });
});
