import { expect, test } from 'vitest';
import { fileTree } from '../skill/file-tree.ts';
import { savecheck } from '../support/recording-shell.ts';

const plugin = () =>
  fileTree({
    '.claude-plugin/plugin.json': '{"name":"founder-skills"}',
    'agents/captable.md': '---\nname: captable\n---\n',
    'skills/typo/SKILL.md': 'subagent_type: founder-skills:cap-table\n',
    'skills/unsure/SKILL.md': 'subagent_type: Explore\nsubagent_type="other:x"\n',
    'skills/good/SKILL.md': 'subagent_type: founder-skills:captable\nsubagent_type: general-purpose\n',
    'skills/foot/SKILL.md': 'Write(/sessions/a/b.md)\nRead($(find /sessions -name c.md))\n',
  });

test('a provable typo is a warning; only a strict run fails on it', async () => {
  const target = plugin().at('skills/typo/SKILL.md');
  const plain = await savecheck('lint-skill', target);
  expect(plain.code).toBe(0);
  expect(plain.out).toMatch(/^WARN .*SKILL\.md:1:1 {2}subagent-type-not-found-in-plugin/);
  expect((await savecheck('lint-skill', target, '--strict')).code).toBe(1);
});

test('what cannot be confirmed is told and never fails', async () => {
  const ran = await savecheck('lint-skill', plugin().at('skills/unsure/SKILL.md'), '--strict');
  expect(ran.code).toBe(0);
  expect(ran.out).toMatch(/INFO .*subagent-type-unknown[\s\S]*INFO .*subagent-type-unresolvable/);
});

test('both host-loop footguns are warnings', async () => {
  const ran = await savecheck('lint-skill', plugin().at('skills/foot'), '--strict', '--json');
  expect(ran.code).toBe(1);
  const answer = JSON.parse(ran.out);
  expect(answer).toMatchObject({ tool: 'savecheck', command: 'lint-skill', ok: false, strict: true, error: null });
  expect(answer.findings.map((found: { rule: string; severity: string }) => `${found.severity} ${found.rule}`)).toEqual(
    ['warn sessions-path-to-file-tool', 'warn sessions-find-into-file-read'],
  );
});

test('several targets, and a whole plugin, are linted at once', async () => {
  const { root, at } = plugin();
  const two = await savecheck('lint-skill', at('skills/good/SKILL.md'), at('skills/typo/SKILL.md'), '--json');
  expect(JSON.parse(two.out).scanned).toHaveLength(2);
  const all = await savecheck('lint-skill', root, '--json');
  expect(JSON.parse(all.out).scanned).toHaveLength(5);
});

test('a target that is none is a usage error, in JSON too', async () => {
  const { at } = plugin();
  expect((await savecheck('lint-skill', at('nope'))).code).toBe(2);
  const ran = await savecheck('lint-skill', at('nope'), '--json');
  expect(ran.code).toBe(2);
  expect(JSON.parse(ran.out).error).toBeTruthy();
  expect((await savecheck('lint-skill')).code).toBe(2);
});
