import { describe, expect, test } from 'vitest';
import { fileTree } from '../skill/file-tree.ts';
import { savecheck } from '../support/recording-shell.ts';

const { root, at } = fileTree({
  'page.html': '<p>hello</p>',
  'out/keep.txt': '',
  'broken/plugin.json': '{',
  'list.yaml': 'assert: 5\n',
  'empty.yaml': '',
  'other.json':
    '{"schemaVersion":1,"tool":"savecheck","roots":[{"directory":"a","files":[]},{"directory":"b","files":[]}]}',
});

describe('what is wrong is named, with the next step', () => {
  test.each<[string[], RegExp]>([
    [['verify', ''], /^savecheck: An empty target\n {2}Name a file/],
    [['verify', at('page.html'), '--timeout', '1e9'], /--timeout: not a number of seconds above 0, at most 3600/],
    [['verify', at('page.html'), '--fail-on', ''], /--fail-on: names no label; known: lost/],
    [['verify', at('page.html'), '--config', root], /Cannot read the configuration .*: a directory/],
    [['verify', '--nope'], /unknown option '--nope'\n {2}See savecheck verify --help/],
    [['help', 'verfy'], /Unknown command: verfy\n {2}Did you mean verify\?/],
    [['keys'], /No command given/],
    [['keys', 'create', '--tenant', 'a b'], /--tenant: letters, digits/],
    [['keys', 'create', '--tenant', 'a', '--scope', 'raed'], /--scope: unknown scope raed; did you mean read\?/],
    [['keys', 'list', '--data', at('page.html')], /Cannot keep anything at .*page\.html: .*\n {2}Choose a directory/],
    [['serve', '--data', at('page.html')], /Cannot keep anything at .*page\.html/],
    [['serve', '--jobs', '0'], /--jobs: not a whole number from 1 to 64/],
    [['serve', '--log-level', 'loud'], /--log-level: unknown log level loud; known: debug/],
    [['serve', '--port', '70000'], /--port: not a port: a number from 0 to 65535/],
    [['isolation', 'thread'], /The tier thread claims no wall/],
    [['assert', at('out'), '--jobs', '2.5'], /--jobs: not a whole number/],
    [['assert', at('out'), '--scenario', at('list.yaml')], /assert: neither an assertion nor a list of them/],
    [['assert', at('out'), '--scenario', at('empty.yaml')], /empty\.yaml: not a mapping of keys to values/],
    [['analyze-skill', ''], /an empty target/],
    [['resolve-agent-types', at('page.html')], /Cannot list .*page\.html/],
  ])('savecheck %j', async (args, words) => {
    const { code, err } = await savecheck(...args);
    expect(err).toMatch(words);
    expect(code).toBe(2);
  });

  test.each<[string[], RegExp]>([
    [['assert', at('out')], /no manifest .* was given; savecheck snapshot takes one/],
    [['assert', at('out'), '--before', at('other.json')], /the manifest is of a, b/],
  ])('what could not be verified, and why: savecheck %j', async (args, words) => {
    expect(await savecheck(...args)).toMatchObject({ code: 3, out: expect.stringMatching(words) });
  });

  test('why a plugin defines no agent type', async () => {
    expect(await savecheck('resolve-agent-types', at('broken'))).toMatchObject({
      code: 0,
      err: expect.stringContaining('its manifest cannot be read, is no JSON, or has no name'),
    });
    expect((await savecheck('resolve-agent-types', at('out'))).err).toContain('neither .claude-plugin/plugin.json nor');
  });
});
