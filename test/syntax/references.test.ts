import { describe, expect, it } from 'vitest';
import { pathConfigs } from '../../src/syntax/path-config.ts';
import { normalizePath, referencesOf, siblingOfUrl } from '../../src/syntax/references.ts';
import { moduleCandidates, resolveModule } from '../../src/syntax/resolve-module.ts';

const among = (...keys: string[]) => {
  const set = new Set(keys);
  return (key: string) => set.has(key);
};

describe('siblings of URLs', () => {
  it('takes relative paths and drops query, hash and percent-encoding', () => {
    expect(siblingOfUrl('./js/a%20b.js?v=1#x')).toBe('js/a b.js');
    expect(siblingOfUrl('../lib/x.js')).toBe('../lib/x.js');
    expect(siblingOfUrl('app.js', 'static/index.html')).toBe('static/app.js');
  });

  it('leaves other origins, schemes and paths from the root alone', () => {
    for (const url of ['https://cdn.example/x.js', '//cdn.example/x.js', '/x.js', 'data:,x', '', '#top', '?q'])
      expect(siblingOfUrl(url)).toBeNull();
    expect(siblingOfUrl('x.js', 'https://cdn.example/')).toBeNull();
  });

  it('normalizes without climbing below the front', () => {
    expect(normalizePath('a/./b/../c//d')).toBe('a/c/d');
    expect(normalizePath('../../a')).toBe('../../a');
  });
});

describe('references of a text', () => {
  it('finds every form of import', () => {
    const text = `import a from './a.js'; export * from "../b"; import('./c'); const d = require('./d'); import './e.css'`;
    expect(referencesOf(text, 'javascript').map((reference) => reference.written)).toEqual([
      './a.js',
      '../b',
      './c',
      './d',
      './e.css',
    ]);
  });

  it('finds scripts and styles in markup, quoted or not', () => {
    const text = `<script src=a.js></script><link href="b.css"><script type=module>import './c.js'</script><a href="x.html">`;
    expect(referencesOf(text, 'html')).toEqual([
      { written: 'a.js', kind: 'url' },
      { written: 'b.css', kind: 'url' },
      { written: './c.js', kind: 'module' },
    ]);
  });
});

describe('resolving modules', () => {
  it('completes extensions and index files, and takes .js for .ts', () => {
    expect(resolveModule('src/a.ts', './b', among('src/b.tsx'))).toBe('src/b.tsx');
    expect(resolveModule('src/a.ts', '../lib', among('lib/index.js'))).toBe('lib/index.js');
    expect(resolveModule('a.ts', './b.js', among('b.ts'))).toBe('b.ts');
    expect(resolveModule('a.mts', './b.mjs', among('b.mts'))).toBe('b.mts');
    expect(resolveModule('a.ts', './data.json', among('data.json'))).toBe('data.json');
    expect(resolveModule('../src/a.ts', '../b', among('../b.ts'))).toBe('../b.ts');
  });

  it('prefers the file as written', () => {
    expect(resolveModule('a.js', './b.js', among('b.js', 'b.ts'))).toBe('b.js');
  });

  it('leaves packages and other origins alone', () => {
    expect(moduleCandidates('a.ts', 'react')).toEqual([]);
    expect(moduleCandidates('a.ts', 'https://esm.sh/x')).toEqual([]);
    expect(resolveModule('a.ts', './gone', among())).toBeNull();
  });

  it('follows paths and baseUrl of a configuration with comments', () => {
    const configs = pathConfigs({
      'tsconfig.json': `{ // aliases
        "compilerOptions": { "baseUrl": "./app", "paths": { "@/*": ["./src/*"], "@/api": ["./src/api/client.ts"], }, }, /* end */
      }`,
      'other.json': '{}',
      'broken/tsconfig.json': '{ no',
    });
    expect(configs).toHaveLength(1);
    expect(resolveModule('x.ts', '@/lib/a', among('app/src/lib/a.ts'), configs)).toBe('app/src/lib/a.ts');
    expect(resolveModule('x.ts', '@/api', among('app/src/api/client.ts'), configs)).toBe('app/src/api/client.ts');
    expect(resolveModule('x.ts', 'lib/b', among('app/lib/b.tsx'), configs)).toBe('app/lib/b.tsx');
  });

  it('knows the customary alias of the source folder', () => {
    expect(resolveModule('../src/features/a.tsx', '@/lib/api', among('../src/lib/api.ts'))).toBe('../src/lib/api.ts');
    expect(resolveModule('main.tsx', '@/lib/api', among('src/lib/api.ts'))).toBe('src/lib/api.ts');
  });
});
