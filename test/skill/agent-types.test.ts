import { describe, expect, test } from 'vitest';
import { agentTypeReferences } from '../../src/skill/agent-type-references.ts';
import { agentTypesOf, frontmatterName } from '../../src/skill/agent-types.ts';
import { skillLinter } from '../../src/skill/lint-skill.ts';
import { fileTree } from './file-tree.ts';

describe('the agents of a plugin', () => {
  test('by frontmatter name, else by file name; the hidden manifest first', () => {
    const { root } = fileTree({
      '.claude-plugin/plugin.json': '{"name":"founder-skills"}',
      'plugin.json': '{"name":"other"}',
      'agents/cap.md': '---\nname: captable\ndescription: x\n---\nbody',
      'agents/plain.md': 'no frontmatter',
      'agents/nameless.md': '---\ndescription: y\n---\n',
      'agents/notes.txt': '',
      'agents/sub/deep.md': '',
    });
    expect(agentTypesOf(root)).toEqual(['founder-skills:captable', 'founder-skills:nameless', 'founder-skills:plain']);
  });
  test.each([
    ['no manifest', { 'agents/a.md': '' }],
    ['a damaged manifest', { 'plugin.json': '{', 'agents/a.md': '' }],
    ['a manifest without a name', { 'plugin.json': '[]', 'agents/a.md': '' }],
    ['no agents', { 'plugin.json': '{"name":"p"}' }],
  ])('none with %s', (_why, files) => {
    expect(agentTypesOf(fileTree(files).root)).toEqual([]);
  });
  test.each([
    ['---\nname: "quoted one"\n---', 'quoted one'],
    ['---\r\nname: crlf\r\n---\r\n', 'crlf'],
    ['\ufeff---\nname: bom\n---', 'bom'],
    ['---\ndescription: Use when: always\nname: lenient\n---', 'lenient'],
    ['---\nname: unclosed', null],
    ['name: outside', null],
    ['---\nname:\n---', null],
    ['---\nmetadata:\n  name: nested\n---', null],
    ['---\na: &a [1]\nb: [*a, *a, *a]\nname: aliased\n---', 'aliased'],
  ])('%j has the name %j', (text, name) => {
    expect(frontmatterName(text)).toBe(name);
  });
});

test.each([
  ['subagent_type: captable', ['captable']],
  ['Task(subagent_type="p:a", prompt="x")', ['p:a']],
  ["Task(subagent_type='p:a')", ['p:a']],
  ['"subagent_type": "p:a",', ['p:a']],
  ['use `subagent_type: "Explore"` here', ['Explore']],
  ['with subagent_type: reviewer.', ['reviewer']],
  ['subagent_type: <agent>', []],
  ['subagent_type="$TYPE"', []],
  ['subagent_type={type}', []],
  ['the subagent_type is free', []],
  ['my_subagent_type: x', []],
  ['subagent_type: a and subagent_type: b', ['a', 'b']],
])('%j pins %j', (text, values) => {
  expect(agentTypeReferences(text).map(({ value }) => value)).toEqual(values);
});

describe('a pinned type', () => {
  const { at } = fileTree({
    'plugin.json': '{"name":"founder-skills"}',
    'agents/captable.md': '---\nname: captable\n---',
    'skills/x/SKILL.md': '',
  });
  const { at: loose } = fileTree({ 'SKILL.md': '' });
  const lint = (value: string, path = at('skills/x/SKILL.md')) =>
    skillLinter()(path, `a\nsubagent_type: ${value}`).map(({ rule, severity, line }) => `${severity} ${rule} ${line}`);
  test.each(['captable', 'founder-skills:captable', 'general-purpose'])('%s is in order', (value) => {
    expect(lint(value)).toEqual([]);
  });
  test('with the plugin’s own prefix and no such agent is provably wrong', () => {
    expect(lint('founder-skills:cap-table')).toEqual(['warn subagent-type-not-found-in-plugin 2']);
  });
  test('of another plugin cannot be told', () => {
    expect(lint('other:captable')).toEqual(['info subagent-type-unresolvable 2']);
  });
  test('that is bare and unknown cannot be told', () => {
    expect(lint('Explore')).toEqual(['info subagent-type-unknown 2']);
  });
  test('in a text without a plugin cannot be told', () => {
    expect(lint('captable', loose('SKILL.md'))).toEqual(['info subagent-type-unknown 2']);
    expect(lint('a:b', loose('SKILL.md'))).toEqual(['info subagent-type-unresolvable 2']);
  });
  test('stands beside the host-loop footguns', () => {
    const found = skillLinter()(loose('SKILL.md'), 'subagent_type: Explore\nWrite(/sessions/a/b.md)');
    expect(found.map(({ severity }) => severity)).toEqual(['info', 'warn']);
  });
});
