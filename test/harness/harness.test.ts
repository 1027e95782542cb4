import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import {
  analyzeArtifactFile,
  analyzeArtifacts,
  analyzeSkillText,
  collectArtifactSources,
  confirmArtifactRuntime,
  hasIgnoreMarker,
  resolveSkillTarget,
} from 'savecheck/harness';
import { describe, expect, test } from 'vitest';
import { fileTree } from '../skill/file-tree.ts';

const page = (script: string) =>
  `<!doctype html><body><button id=b>Save</button><p id=m></p>\n<script>\n${script}\n</script>`;
const LOST = page("b.onclick=()=>fetch('/api/save',{method:'POST',body:'x'}).then(()=>{m.textContent='Saved!'})");
const CHECKED = page(
  "b.onclick=async()=>{const r=await fetch('/api/save',{method:'POST'});m.textContent=r.ok?'Saved!':'Could not save'}",
);
const CLEAN = page("b.onclick=()=>{m.textContent='Hello'}");

describe('analyzeArtifactFile', () => {
  test('a lost write-back is an error at its line', () => {
    const { findings, failure } = analyzeArtifactFile('review.html', LOST);
    expect(failure).toBeUndefined();
    expect(findings).toMatchObject([
      {
        rule: 'artifact-write-back-lost',
        severity: 'error',
        path: 'review.html',
        line: 3,
        message: expect.any(String),
      },
    ]);
  });
  test('a checked one is advice, a page that writes nothing has none', () => {
    expect(analyzeArtifactFile('c.html', CHECKED).findings).toMatchObject([
      { rule: 'artifact-write-back-suspect', severity: 'advisory' },
    ]);
    expect(analyzeArtifactFile('d.html', CLEAN)).toEqual({ findings: [] });
  });
  test('generators and TypeScript are read by their extension', () => {
    const send = "fetch('/api', { method: 'POST' }).then(() => alert('Saved!'))";
    expect(analyzeArtifactFile('a.ts', `const x: number = 1;\n${send};`).findings).toHaveLength(1);
    expect(analyzeArtifactFile('gen.py', `HTML = """<script>${send}</script>"""\n`).findings).toMatchObject([
      { rule: 'artifact-write-back-lost', line: 1 },
    ]);
  });
  test('a candidate that cannot be parsed is a failure with its stage and a reason', () => {
    const { findings, failure } = analyzeArtifactFile('broken.js', "fetch('/api', {method: 'POST'}).then((\n");
    expect(findings).toEqual([]);
    expect(failure).toMatchObject({ path: 'broken.js', stage: 'parse', reason: expect.any(String) });
  });
  test('a file of another kind and a file over the cap are said so', () => {
    expect(analyzeArtifactFile('a.vue', LOST).failure).toMatchObject({ stage: 'select' });
    expect(analyzeArtifactFile('a.html', ' '.repeat(17 * 1024 * 1024)).failure).toMatchObject({ stage: 'size' });
  });
  test('nothing makes it throw', () => {
    for (const text of [
      '',
      '\u0000',
      '<script>',
      '('.repeat(50_000),
      '<div>'.repeat(50_000),
      '`${'.repeat(5_000),
      '\ud800',
    ])
      for (const path of ['a.html', 'a.js', 'a.tsx', 'a.py', '', '/', 'a\u0000.html'])
        expect(() => analyzeArtifactFile(path, text)).not.toThrow();
  });
});

test('collectArtifactSources lists sources, and what it could not look at', () => {
  const { root, at } = fileTree({ 'a.html': '', 'b/c.py': '', 'SKILL.md': '', 'gone.html': '-> nowhere' });
  const { files, failures } = collectArtifactSources(root);
  expect(files.map((path) => relative(root, path))).toEqual(['a.html', 'b/c.py']);
  expect(failures).toMatchObject([{ path: at('gone.html'), stage: 'select', reason: expect.any(String) }]);
  expect(collectArtifactSources(at('nope'))).toEqual({ files: [], failures: [] });
});

describe('analyzeArtifacts', () => {
  test('takes several targets as one set', () => {
    const { root, at } = fileTree({ 'a.html': LOST, 'b.js': "fetch('/x', {method: 'POST'}).then((", 'c.html': CLEAN });
    const { findings, analysisFailures, scanned } = analyzeArtifacts([root, at('a.html')]);
    expect(findings).toMatchObject([{ rule: 'artifact-write-back-lost', path: at('a.html') }]);
    expect(analysisFailures).toMatchObject([{ path: at('b.js'), stage: 'parse' }]);
    expect(scanned).toEqual([at('a.html'), at('b.js'), at('c.html')]);
  });
  test('reads the scripts beside a page: a handler elsewhere stops a native form', () => {
    const form = '<form id=f method=post action="/api"><input name=a><button>Send</button></form>';
    const { root } = fileTree({
      'p.html': `<!doctype html><body>${form}<script src="app.js"></script>`,
      'app.js': "document.getElementById('f').addEventListener('submit', (e) => e.preventDefault());",
    });
    expect(analyzeArtifacts([root]).findings).toEqual([]);
  });
  test('a file that is too large is could-not-verify', () => {
    const { root, at } = fileTree({});
    mkdirSync(at('x'));
    writeFileSync(at('x/big.html'), ' '.repeat(17 * 1024 * 1024));
    expect(analyzeArtifacts([root])).toMatchObject({ scanned: [], analysisFailures: [{ stage: 'size' }] });
  });
});

test('the text functions', () => {
  expect(analyzeSkillText('Write(/sessions/a/b.md)', 'SKILL.md')).toMatchObject([
    { rule: 'sessions-path-to-file-tool', severity: 'error', path: 'SKILL.md', line: 1 },
  ]);
  expect(hasIgnoreMarker('# analyze-skill: ignore')).toBe(true);
  const { root, at } = fileTree({ 'SKILL.md': '', 'references/r.md': '' });
  expect(resolveSkillTarget(root)).toEqual({
    files: [at('SKILL.md'), at('references/r.md')],
    unscanned: [],
    failures: [],
  });
  expect(resolveSkillTarget(at('nope'))).toEqual({ error: expect.stringContaining('nope') });
});

describe('confirmArtifactRuntime', () => {
  test.each([
    ['lost', LOST],
    ['suspect', CHECKED],
    ['clean', CLEAN],
  ])('%s', async (verdict, html) => {
    const confirmation = await confirmArtifactRuntime('page.html', html);
    expect(confirmation).toMatchObject({ available: true, verdict, confidence: 'high' });
    if (confirmation.available) expect(confirmation.evidence.every((line) => typeof line === 'string')).toBe(true);
  });
  test('a page without its script is inconclusive', async () => {
    const missing = await confirmArtifactRuntime('/nowhere/page.html', '<script src="app.js"></script>');
    expect(missing).toMatchObject({ available: true, verdict: 'inconclusive', confidence: 'low' });
  });
  test('never rejects', async () => {
    for (const html of ['', '\u0000', '<script>throw 1</script>', 'null'])
      expect(await confirmArtifactRuntime('a\u0000.html', html)).toHaveProperty('available');
    expect(await confirmArtifactRuntime('a.html', null as unknown as string)).toMatchObject({ available: false });
  });
});
