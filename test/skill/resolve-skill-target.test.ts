import { relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { artifactSourcesOf } from '../../src/skill/artifact-sources.ts';
import { resolveSkillTarget } from '../../src/skill/resolve-skill-target.ts';
import { skillFilesIn } from '../../src/skill/skill-files.ts';
import { fileTree } from './file-tree.ts';

function resolved(root: string, target = root) {
  const result = resolveSkillTarget(target);
  if ('error' in result) throw new Error(result.error);
  const below = (paths: readonly string[]) => paths.map((path) => relative(root, path)).sort();
  return { files: below(result.files), unscanned: below(result.unscanned), failures: result.failures };
}

describe('a directory is every shape it has', () => {
  test('a skill directory: SKILL.md and its references at any depth', () => {
    const { root } = fileTree({
      'SKILL.md': '',
      'README.md': '',
      'references/a.md': '',
      'references/deep/er/b.MD': '',
      'references/c.txt': '',
      'references/.hidden/d.md': '',
      'references/node_modules/e.md': '',
      'agents/not-a-plugin.md': '',
    });
    expect(resolved(root).files).toEqual(['SKILL.md', 'references/a.md', 'references/deep/er/b.MD']);
  });

  test.each(['.claude-plugin/plugin.json', 'plugin.json'])('a plugin root by %s', (manifest) => {
    const { root } = fileTree({
      [manifest]: '{"name":"p"}',
      'agents/sub/x.md': '',
      'commands/tasks/build.md': '',
      'references/r.md': '',
      'skills/one/SKILL.md': '',
      'skills/one/references/deep/s.md': '',
      'skills/one/notes.md': '',
      'skills/empty/readme.md': '',
      'skills/.git/SKILL.md': '',
      'docs/d.md': '',
    });
    const { files, unscanned } = resolved(root);
    expect(files).toEqual([
      'agents/sub/x.md',
      'commands/tasks/build.md',
      'references/r.md',
      'skills/one/SKILL.md',
      'skills/one/references/deep/s.md',
    ]);
    expect(unscanned).toEqual(['skills/empty']);
  });

  test('a skill inside a plugin answers to the plugin’s contracts; siblings are named', () => {
    const { root, at } = fileTree({
      '.claude-plugin/plugin.json': '{"name":"p"}',
      'agents/deep/a.md': '',
      'references/r.md': '',
      'commands/c.md': '',
      'skills/one/SKILL.md': '',
      'skills/two/SKILL.md': '',
    });
    const { files, unscanned } = resolved(root, at('skills/one'));
    expect(files).toEqual(['agents/deep/a.md', 'commands/c.md', 'references/r.md', 'skills/one/SKILL.md']);
    expect(unscanned).toEqual(['skills/two']);
  });

  test('both shapes at once, each file once', () => {
    const { root } = fileTree({
      'SKILL.md': '',
      'plugin.json': '{"name":"p"}',
      'references/r.md': '',
      'agents/a.md': '',
    });
    expect(resolved(root).files).toEqual(['SKILL.md', 'agents/a.md', 'references/r.md']);
  });
});

describe('links', () => {
  test('a linked skill, a linked folder outside and a linked file are read', () => {
    const elsewhere = fileTree({ 'shared/x.md': '', 'skill/SKILL.md': '', 'one.md': '' });
    const { root } = fileTree({
      'plugin.json': '{"name":"p"}',
      'agents/shared': `-> ${elsewhere.at('shared')}`,
      'agents/one.md': `-> ${elsewhere.at('one.md')}`,
      'skills/linked': `-> ${elsewhere.at('skill')}`,
    });
    expect(resolved(root).files).toEqual(['agents/one.md', 'agents/shared/x.md', 'skills/linked/SKILL.md']);
  });

  test('loops end: upwards, on itself, in a circle, and many deep', () => {
    const files: Record<string, string> = {
      'SKILL.md': '',
      'references/a.md': '',
      'references/up': '-> ..',
      'references/self': '-> self',
      'references/here': '-> .',
      'references/x/y': '-> ../z',
      'references/z/x': '-> ../x',
    };
    let deep = 'references/deep';
    for (let level = 0; level < 40; level++) {
      files[`${deep}/back${level}`] = `-> ${'../'.repeat(level + 1)}`;
      files[`${deep}/top`] = '-> ../../..';
      deep += '/d';
    }
    const { root } = fileTree(files);
    expect(resolved(root).files).toEqual(['SKILL.md', 'references/a.md']);
  });

  test('a link that leads nowhere is a failure, not a pass', () => {
    const { root } = fileTree({ 'SKILL.md': '', 'references/gone.md': '-> nowhere.md' });
    expect(resolved(root).failures).toMatchObject([{ stage: 'select', code: 'symlink-broken' }]);
  });
});

describe('files and globs', () => {
  const { root, at } = fileTree({
    'a.md': '',
    'B.MD': '',
    'c.txt': '',
    'sub/d.md': '',
    'sub/node_modules/e.md': '',
    'sub/loop': '-> ..',
  });
  test('a file is that file', () => {
    expect(resolved(root, at('c.txt')).files).toEqual(['c.txt']);
  });
  test('a shallow glob', () => {
    expect(resolved(root, at('*.md')).files).toEqual(['B.MD', 'a.md']);
  });
  test('a deep glob', () => {
    expect(resolved(root, at('**/*.md')).files).toEqual(['B.MD', 'a.md', 'sub/d.md']);
  });
  test.each(['*.txt', '{a,b}*.md', 'sub/**', '*/x.md', '**/sub/*.md', 'a*.md'])('%s is no shape of ours', (glob) => {
    expect(resolveSkillTarget(at(glob))).toMatchObject({ error: expect.stringContaining('dir/**/*.md') });
  });
  test('what is not there is an error', () => {
    expect(resolveSkillTarget(at('nope'))).toMatchObject({ error: expect.stringContaining('no such file') });
    expect(resolveSkillTarget(at('nope/*.md'))).toMatchObject({ error: expect.stringContaining('no such directory') });
    expect(resolveSkillTarget('')).toHaveProperty('error');
    expect(resolveSkillTarget('a\u0000b')).toHaveProperty('error');
  });
});

test('a directory with nothing to analyze names every shape that was tried', () => {
  const { root } = fileTree({ 'README.md': '', 'notes.txt': '' });
  const { error } = resolveSkillTarget(root) as { error: string };
  for (const shape of ['SKILL.md', 'plugin.json', 'agents/', 'references/', 'commands/', 'skills/', '.html'])
    expect(error).toContain(shape);
});

test('a directory of artifacts alone is a target', () => {
  const { root } = fileTree({ 'out/review.html': '' });
  expect(resolved(root).files).toEqual([]);
});

describe('several targets', () => {
  test('their files are one set by real path, under the name first given', () => {
    const { root, at } = fileTree({ 'SKILL.md': 'x', 'references/a.md': 'y', alias: '-> references' });
    const texts = skillFilesIn([at('alias/a.md'), root, at('**/*.md')]);
    if ('error' in texts) throw new Error(texts.error);
    expect(texts.files.map((path) => relative(root, path))).toEqual(['alias/a.md', 'SKILL.md']);
  });
  test('a skill left out by one target and named by another is not left out', () => {
    const { at } = fileTree({
      'plugin.json': '{}',
      'skills/a/SKILL.md': '',
      'skills/b/SKILL.md': '',
      'skills/c/SKILL.md': '',
    });
    const texts = skillFilesIn([at('skills/a'), at('skills/b')]);
    expect(texts).toMatchObject({ unscanned: [at('skills/c')] });
  });
  test('one that is none fails them all', () => {
    const { root, at } = fileTree({ 'SKILL.md': '' });
    expect(skillFilesIn([root, at('missing')])).toHaveProperty('error');
  });
});

describe('artifact sources', () => {
  test('by extension, hidden and dependency directories left out', () => {
    const { root } = fileTree({
      'SKILL.md': '',
      'gen.py': '',
      'a/page.HTML': '',
      'a/b.htm': '',
      'a/c.tsx': '',
      'a/tests/d.mjs': '',
      'a/data.json': '',
      'node_modules/x/i.js': '',
      '.git/hook.py': '',
    });
    const { files } = artifactSourcesOf(root);
    expect(files.map((path) => relative(root, path)).sort()).toEqual([
      'a/b.htm',
      'a/c.tsx',
      'a/page.HTML',
      'a/tests/d.mjs',
      'gen.py',
    ]);
  });
  test('links stay inside the target, and say so when they do not', () => {
    const elsewhere = fileTree({ 'x.html': '' });
    const { root, at } = fileTree({
      'a.html': '',
      'in.html': '-> a.html',
      'out.html': `-> ${elsewhere.at('x.html')}`,
      away: `-> ${elsewhere.root}`,
      up: '-> .',
    });
    const found = artifactSourcesOf(root);
    expect(found.unscanned).toEqual([at('away')]);
    expect(found.failures).toMatchObject([{ stage: 'select', code: 'outside', path: at('out.html') }]);
  });
  test('a named file of a language nobody reads is announced', () => {
    const { at } = fileTree({ 'x.vue': '', 'y.ts': '' });
    expect(artifactSourcesOf(at('x.vue'))).toMatchObject({ files: [], unscanned: [at('x.vue')] });
    expect(artifactSourcesOf(at('y.ts'))).toMatchObject({ files: [at('y.ts')], unscanned: [] });
  });
});

test('a chain of linked folders that lead into each other ends, and finds each file once', () => {
  const files: Record<string, string> = { 'SKILL.md': '' };
  for (let n = 0; n < 60; n++) {
    files[`references/n${n}/f.md`] = '';
    files[`references/n${n}/page.html`] = '';
    for (const step of [1, 2, 3]) files[`references/n${n}/to${step}`] = `-> ../n${(n + step) % 60}`;
  }
  const { root } = fileTree(files);
  expect(resolved(root).files).toHaveLength(61);
  expect(artifactSourcesOf(root).files).toHaveLength(60);
});
