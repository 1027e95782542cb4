import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readBaseline } from '../../src/options/baseline.ts';
import { readFacts } from '../../src/options/facts.ts';
import { readManifest } from '../../src/options/manifest.ts';
import { readScenario } from '../../src/options/scenario.ts';
import { nearest } from '../../src/usage-error.ts';
import { sandbox } from '../support/sandbox.ts';

const file = (text: string, name = 'd.json') => join(sandbox({ [name]: text }), name);
const sha = 'a'.repeat(64);

describe('a manifest', () => {
  test('of one directory, and of several', () => {
    const one = { directory: 'out', files: [{ path: 'a', size: 1, sha256: sha }], unread: [] };
    const head = { schemaVersion: 1, tool: 'savecheck' };
    expect(readManifest(file(JSON.stringify({ ...head, ...one })))).toEqual({ roots: [one] });
    expect(readManifest(file(JSON.stringify({ ...head, roots: [one, one] }))).roots).toHaveLength(2);
    expect(readManifest(file(JSON.stringify({ ...head, files: [] })))).toEqual({
      roots: [{ directory: '.', files: [], unread: [] }],
    });
  });

  test.each([
    ['{"schemaVersion":2,"tool":"savecheck","files":[]}', /not a manifest of schema version 1/],
    ['{"schemaVersion":1,"tool":"savecheck"}', /files/],
    ['{"schemaVersion":1,"tool":"savecheck","files":[{"path":"a","size":1,"sha256":"xyz"}]}', /SHA-256/],
    ['[]', /manifest/],
    ['', /cannot be parsed/],
  ])('is not: %s', (text, words) => {
    expect(() => readManifest(file(text))).toThrow(words);
  });
});

describe('a scenario', () => {
  test('asks for the gate, or does not', () => {
    const yaml = (text: string) => readScenario(file(text, 's.yaml'));
    expect(yaml('prompt: x\nassert:\n  - no_lost_write_back: true\n')).toEqual({ asked: true, ignored: [] });
    expect(yaml('assert:\n  - exit: ok\n  - no_lost_write_back: true\n')).toEqual({ asked: true, ignored: ['exit'] });
    expect(yaml('assert:\n  - exit: ok\n')).toEqual({ asked: false, ignored: ['exit'] });
    expect(yaml('prompt: x\n')).toEqual({ asked: false, ignored: [] });
  });

  test.each(['false', '"true"', '1', 'null', '[true]'])('%s is no value for it', (value) => {
    expect(() => readScenario(file(`assert:\n  - no_lost_write_back: ${value}\n`, 's.yml'))).toThrow(/must be true/);
  });

  test('a billion laughs is refused', () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((k, i) => `${k}: &${k} [${`*${'abcdefgh'[i]},`.repeat(10)}]`).join('\n')}\n`;
    expect(() => readScenario(file(bomb, 's.yaml'))).toThrow();
  });
});

test('a baseline that is none', () => {
  expect(() => readBaseline(file('{"schemaVersion":1,"tool":"savecheck","entries":[{"path":"a"}]}'))).toThrow(
    /entries/,
  );
});

test('stored facts that are none name the line', () => {
  expect(() => readFacts(file('{}\n'))).toThrow(/line 1/);
  expect(() => readFacts(file(''))).toThrow(/empty/);
  expect(() => readFacts(file('not json'))).toThrow(/line 1/);
});

test('a mistyped word is told from another one', () => {
  const known = ['verify', 'sweep', 'hosts'];
  expect(nearest('verfiy', known)).toBe('verify');
  expect(nearest('swep', known)).toBe('sweep');
  expect(nearest('HOSTS', known)).toBe('hosts');
  expect(nearest('banana', known)).toBeNull();
  expect(nearest('x', known)).toBeNull();
});
