import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { labelOf, scanText } from '../support/scan-source.ts';

const root = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** Pages with one plain script: what a mutation can rewrite without touching markup. */
const pages = readdirSync(root).flatMap((folder) => {
  const { static: expected } = JSON.parse(readFileSync(`${root}${folder}/expected.json`, 'utf8')) as {
    static?: { label?: string };
  };
  if (!expected?.label) return [];
  const name = readdirSync(`${root}${folder}`).find((file) => file === 'artifact.html');
  if (!name) return [];
  const text = readFileSync(`${root}${folder}/${name}`, 'utf8');
  if (/srcdoc/.test(text) || text.split('<script').length > 2) return [];
  const script = /<script>([\s\S]*?)<\/script>/.exec(text);
  return script ? [{ folder, label: expected.label, text, code: script[1]! }] : [];
});

const withCode = (page: { readonly text: string; readonly code: string }, code: string): string =>
  page.text.replace(page.code, () => code);

const MUTATIONS: Readonly<Record<string, (code: string) => string>> = {
  reformatted: (code) => transformSync(code, { minify: false, loader: 'js' }).code,
  minified: (code) => transformSync(code, { minifyWhitespace: true, minifySyntax: true, loader: 'js' }).code,
  renamed: (code) => transformSync(`(()=>{${code}\n})()`, { minifyIdentifiers: true, loader: 'js' }).code,
  wrapped: (code) => `(function outer() { return (function inner() {\n${code}\n})(); })();`,
  'run when ready': (code) => `document.addEventListener('DOMContentLoaded', () => {\n${code}\n});`,
};

/** A handler in markup calls by global name what a wrapper hides. */
const isSelfContained = (text: string): boolean =>
  !/\son\w+=|@click|x-on|x-data|srcdoc|innerHTML\s*=\s*items/.test(text);

describe.each(Object.keys(MUTATIONS))('%s code keeps its label', (name) => {
  const mutate = MUTATIONS[name]!;
  const chosen = pages.filter((page) => name === 'reformatted' || name === 'minified' || isSelfContained(page.text));

  test('there are pages to mutate', () => {
    expect(chosen.length).toBeGreaterThan(60);
  });

  test.each(chosen.map((page) => [page.folder, page] as const))('%s', async (_folder, page) => {
    const outcome = await scanText('html', withCode(page, mutate(page.code)));
    expect(labelOf(outcome)).toBe(page.label);
  });
});
