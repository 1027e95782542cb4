import { expect, test } from 'vitest';
import { fileTree } from '../skill/file-tree.ts';
import { savecheck } from '../support/recording-shell.ts';

const { root, at } = fileTree({
  'plugin.json': '{"name":"p"}',
  'agents/b.md': '',
  'agents/x.md': '---\nname: a\n---',
  'bare/SKILL.md': '',
});

test('one name a line', async () => {
  expect(await savecheck('resolve-agent-types', root)).toMatchObject({ code: 0, out: 'p:a\np:b\n' });
});

test('a JSON array', async () => {
  const ran = await savecheck('resolve-agent-types', root, '--json');
  expect(JSON.parse(ran.out)).toEqual(['p:a', 'p:b']);
});

test('a directory without a manifest defines nothing, which only a strict run minds', async () => {
  expect(await savecheck('resolve-agent-types', at('bare'))).toMatchObject({ code: 0, out: '' });
  expect(await savecheck('resolve-agent-types', at('bare'), '--json')).toMatchObject({ code: 0, out: '[]\n' });
  expect((await savecheck('resolve-agent-types', at('bare'), '--strict')).code).toBe(1);
  expect((await savecheck('resolve-agent-types', root, '--strict')).code).toBe(0);
});

test('a directory that is not there is a usage error', async () => {
  expect((await savecheck('resolve-agent-types', at('nope'))).code).toBe(2);
});
