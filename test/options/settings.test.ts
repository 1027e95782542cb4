import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RawOptions } from '../../src/options.ts';
import { readSettings } from '../../src/options.ts';
import { sandbox } from '../support/sandbox.ts';

const settings = (raw: RawOptions = {}, files: Record<string, string> = {}) => readSettings(raw, sandbox(files));

describe('settings', () => {
  test('defaults', () => {
    expect(settings()).toMatchObject({
      hosts: ['cowork', 'cowork-live'],
      isolation: 'thread',
      timeoutMs: undefined,
      drive: true,
      failOn: ['lost'],
      outputs: [{ format: 'text' }],
      quiet: false,
      verbose: false,
      progress: true,
    });
  });

  test.each([
    ['savecheck.config.json', '{"host":"cowork","failOn":["lost","suspect"],"timeout":2.5,"drive":false}'],
    ['savecheck.config.json', '\ufeff{"host":"cowork","failOn":"lost,suspect","timeout":2.5,"drive":false}'],
    ['savecheck.config.yaml', 'host: [cowork]\nfailOn: lost, suspect\ntimeout: 2.5\ndrive: false\n'],
    [
      'package.json',
      '{"name":"x","savecheck":{"host":"cowork","failOn":["lost","suspect"],"timeout":2.5,"drive":false}}',
    ],
  ])('a configuration file: %s', (name, text) => {
    const expected = { hosts: ['cowork'], failOn: ['lost', 'suspect'], timeoutMs: 2500, drive: false };
    expect(settings({}, { [name]: text })).toMatchObject(expected);
    expect(settings({ config: join(sandbox({ [name]: text }), name) })).toMatchObject(expected);
  });

  test('the command line beats the file', () => {
    const files = { 'savecheck.config.json': '{"host":"cowork","jobs":3,"format":"json"}' };
    expect(settings({ host: ['cowork-live'] }, files)).toMatchObject({ hosts: ['cowork-live'], jobs: 3 });
    expect(settings({ outputs: [{ format: 'text' }] }, files).outputs).toEqual([{ format: 'text' }]);
    expect(settings({}, files).outputs).toEqual([{ format: 'json' }]);
  });

  test.each([
    [{ 'savecheck.config.json': '{"hosts":["cowork"]}' }, /unknown key hosts/],
    [{ 'savecheck.config.json': '{"host":"coworc"}' }, /host.*unknown host coworc; did you mean cowork/],
    [{ 'savecheck.config.json': '{"jobs":1.5}' }, /jobs: not a whole number from 1 to 64/],
    [{ 'savecheck.config.json': '{"drive":"no"}' }, /drive/],
    [{ 'savecheck.config.json': '[]' }, /savecheck\.config\.json/],
    [{ 'savecheck.config.json': '{' }, /savecheck\.config\.json cannot be parsed/],
    [{ 'savecheck.config.yaml': 'a: [' }, /cannot be parsed/],
    [{ 'savecheck.config.json': '{}', 'savecheck.config.yml': '' }, /Several configuration files/],
    [{ 'package.json': '{"savecheck":{"jbos":1}}' }, /package\.json, key savecheck: unknown key jbos/],
  ])('a mistake in a file names it: %j', (files, words) => {
    expect(() => settings({}, files)).toThrow(words);
  });

  test('code from the directory is never run as configuration', () => {
    expect(settings({}, { 'savecheck.config.js': 'throw new Error()', 'savecheck.config.ts': '' })).toMatchObject({
      isolation: 'thread',
    });
  });

  test('all hosts, no label', () => {
    expect(settings({ host: ['all'] }).hosts).toContain('cowork-live');
    expect(settings({ failOn: 'none' }).failOn).toEqual([]);
    expect(() => settings({ failOn: 'none,lost' })).toThrow(/none stands alone/);
  });

  test.each<[RawOptions, unknown]>([
    [{ json: true }, [{ format: 'json' }]],
    [{ json: true, outputs: [{ file: 'a' }] }, [{ format: 'json', file: 'a' }]],
    [{ json: true, outputs: [{ format: 'text', file: 'a' }] }, [{ format: 'text', file: 'a' }, { format: 'json' }]],
    [{ outputs: [{ file: 'r.json' }] }, [{ format: 'json', file: 'r.json' }]],
    [
      { outputs: [{ format: 'json', file: 'x' }, { format: 'text' }] },
      [{ format: 'json', file: 'x' }, { format: 'text' }],
    ],
  ])('outputs of %j', (raw, outputs) => {
    expect(settings(raw).outputs).toEqual(outputs);
  });

  test('one file cannot hold two formats', () => {
    const outputs = [
      { format: 'json', file: 'x' },
      { format: 'text', file: 'x' },
    ];
    expect(() => settings({ outputs })).toThrow(/Two formats for one file: x/);
  });
});
