import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Check, Tree } from './support/architecture.ts';
import { CHECKS } from './support/architecture.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

function readTree(): Map<string, string> {
  const tree = new Map<string, string>();
  for (const folder of ['src', 'workers', 'fixtures', 'docs']) {
    for (const entry of readdirSync(`${root}/${folder}`, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(?:ts|json|md)$/.test(entry.name)) continue;
      const path = `${entry.parentPath}/${entry.name}`.slice(root.length).replace(/^\/+/, '');
      tree.set(path, readFileSync(`${root}/${path}`, 'utf8'));
    }
  }
  return tree;
}

const house = readTree();

describe('the house keeps its laws', () => {
  test.each(Object.entries(CHECKS))('%s', (_name, check: (tree: Tree) => Check) => {
    const { examined, violations } = check(house);
    expect(violations).toEqual([]);
    expect(examined).toBeGreaterThan(0);
  });
});

describe('a planted violation is caught', () => {
  const plants: [string, keyof typeof CHECKS, Record<string, string>, RegExp][] = [
    ['an arrow upwards', 'importDirections', { 'src/syntax/planted.ts': "import '../verify.ts';" }, /not above/],
    [
      'a stage that imports a part',
      'importDirections',
      { 'src/pipeline/planted.ts': "import '../hosts/cowork.ts';" },
      /imports the part/,
    ],
    [
      'a dynamic arrow',
      'importDirections',
      { 'src/model.ts': "export const x = () => import('./cli.ts');" },
      /not above/,
    ],
    [
      'a type-only arrow',
      'importDirections',
      { 'src/limits.ts': "import type { Host } from './contracts.ts';" },
      /not above/,
    ],
    ['a re-export', 'importDirections', { 'src/limits.ts': "export * from './contracts.ts';" }, /not above/],
    [
      'a stage that reaches into another',
      'stagesApart',
      { 'src/pipeline/drive/planted.ts': "import '../scan/imports.ts';" },
      /imports the stage scan/,
    ],
    [
      'a judgement that reads code',
      'stagesApart',
      { 'src/pipeline/judge/planted.ts': "import '../../syntax/walk.ts';" },
      /the judgement imports src\/syntax/,
    ],
    [
      'a judgement that reads files',
      'stagesApart',
      { 'src/pipeline/judge.ts': "import { readFileSync } from 'node:fs';" },
      /imports a package/,
    ],
    [
      'a value that runs code',
      'interpreterOrder',
      { 'src/interpreter/values/planted.ts': "import type { Machine } from '../machine/machine.ts';" },
      /whose folder is not above it/,
    ],
    [
      'a piece of the interpreter in no folder',
      'interpreterOrder',
      { 'src/interpreter/planted.ts': 'export {};' },
      /in no folder/,
    ],
    [
      'a page that runs the model',
      'importDirections',
      { 'src/page/planted.ts': "import { LABELS } from '../model.ts';" },
      /more than types/,
    ],
    [
      'a worker that loads a format',
      'importDirections',
      { 'workers/planted.ts': "import '../src/formats/text.ts';" },
      /a worker imports/,
    ],
    [
      'a second keeper of the pool',
      'importDirections',
      { 'src/verify.ts': "import { Piscina } from 'piscina';" },
      /knows piscina/,
    ],
    ['a file in no room', 'importDirections', { 'src/planted.ts': 'export {};' }, /in no row/],
    ['a missing file', 'importDirections', { 'src/limits.ts': "import './nowhere.ts';" }, /not there/],
    [
      'a cycle',
      'noCycles',
      { 'src/syntax/a.ts': "import './b.ts';", 'src/syntax/b.ts': "import type { A } from './a.ts';" },
      /cycle/,
    ],
    ['a room that grew', 'smallRooms', { 'src/syntax/planted.ts': 'export {};\n'.repeat(300) }, /more than/],
    [
      'a part nobody registered',
      'registryComplete',
      { 'src/hosts/planted.ts': 'export const planted = {};' },
      /neither in the registry/,
    ],
    ['an empty registry', 'registryComplete', { 'src/registry.ts': 'export {};' }, /names no part/],
    [
      'a part without a fixture',
      'fixturePerPart',
      { 'src/registry.ts': "import './primitives/planted.ts';", 'src/primitives/planted.ts': '' },
      /no fixture begins/,
    ],
    [
      'evidence without a page',
      'pagePerEvidence',
      { 'src/signals/planted.ts': "const e = { code: 'planted' };" },
      /no page/,
    ],
    [
      'evidence without a sentence',
      'sentencePerEvidence',
      { 'src/signals/planted.ts': "const e = { code: 'planted' };" },
      /no sentence/,
    ],
  ];
  test.each(plants)('%s', (_name, check, planted, message) => {
    const { violations } = CHECKS[check](new Map([...house, ...Object.entries(planted)]));
    expect(violations.join('\n')).toMatch(message);
  });

  test.each(Object.entries(CHECKS))('%s fails when it examined nothing', (_name, check: (tree: Tree) => Check) => {
    const { examined, violations } = check(new Map());
    expect(examined).toBe(0);
    expect(violations).not.toEqual([]);
  });
});
