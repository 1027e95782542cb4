import { relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileTree } from '../skill/file-tree.ts';
import { savecheck } from '../support/recording-shell.ts';

const BAD = 'Write(/sessions/abc/r.md)\n';
const page = (script: string) =>
  `<!doctype html><body><button id=b>Save</button><p id=m></p><script>${script}</script>`;
const LOST = page("b.onclick=()=>fetch('/api/save',{method:'POST',body:'x'}).then(()=>{m.textContent='Saved!'})");
const CHECKED = page(
  "b.onclick=async()=>{const r=await fetch('/api/save',{method:'POST'});m.textContent=r.ok?'Saved!':'Could not save'}",
);
const CLEAN = page("b.onclick=()=>{m.textContent='Hello'}");

async function json(...args: string[]) {
  const ran = await savecheck('analyze-skill', ...args, '--output-format', 'json');
  return { code: ran.code, err: ran.err, answer: JSON.parse(ran.out) };
}
const rulesOf = (answer: { files: { findings: { rule: string; severity: string }[] }[] }) =>
  answer.files.flatMap(({ findings }) => findings.map(({ rule, severity }) => `${severity} ${rule}`));

describe('the path half', () => {
  test('findings are advice by default and a gate under --strict', async () => {
    const { root } = fileTree({ 'SKILL.md': BAD });
    const plain = await json(root);
    expect(plain.code).toBe(0);
    expect(plain.answer).toMatchObject({ ok: true, strict: false, error: null });
    expect(rulesOf(plain.answer)).toEqual(['error sessions-path-to-file-tool']);
    const strict = await json(root, '--strict');
    expect(strict.code).toBe(1);
    expect(strict.answer).toMatchObject({ ok: false, strict: true });
  });

  test('a forgotten ignore-end gates like any other error', async () => {
    const { at } = fileTree({ 'SKILL.md': '# analyze-skill: ignore-start\n' });
    expect((await json(at('SKILL.md'), '--strict')).code).toBe(1);
  });

  test('a file-wide marker silences its own file and no other', async () => {
    const { root, at } = fileTree({ 'SKILL.md': `<!-- analyze-skill: ignore -->\n${BAD}`, 'references/a.md': BAD });
    const { answer, code } = await json(root, '--strict');
    expect(code).toBe(1);
    expect(answer.files).toMatchObject([
      { file: at('SKILL.md'), findings: [], suppressed: true },
      { file: at('references/a.md'), suppressed: false },
    ]);
    expect((await json(at('SKILL.md'), '--strict')).code).toBe(0);
  });

  test('the envelope has its keys, and text has the same scope', async () => {
    const { root, at } = fileTree({
      'plugin.json': '{"name":"p"}',
      'skills/a/SKILL.md': BAD,
      'skills/empty/x.txt': '',
    });
    const { answer } = await json(root);
    expect(Object.keys(answer)).toEqual([
      'tool',
      'version',
      'command',
      'ok',
      'files',
      'scanned',
      'unscanned',
      'markdownScanned',
      'artifactScanned',
      'unscannedArtifactSources',
      'analysisFailures',
      'strict',
      'error',
    ]);
    expect(answer).toMatchObject({
      tool: 'savecheck',
      command: 'analyze-skill',
      scanned: [at('skills/a/SKILL.md')],
      unscanned: [at('skills/empty')],
    });
    const text = await savecheck('analyze-skill', root);
    expect(text.out).toContain(`not in scope (1): ${at('skills/empty')}`);
    expect(text.out).toContain('sessions-path-to-file-tool');
    expect(text.out).toContain('--strict');
  });
});

describe('targets that are none', () => {
  test.each([
    ['a missing path', 'nope'],
    ['a glob of another shape', 'a*/x.md'],
    ['a directory with nothing in it', 'empty'],
    ['a source nobody reads', 'x.vue'],
  ])('%s: exit 2, in JSON a whole document', async (_what, target) => {
    const { at } = fileTree({ 'SKILL.md': '', 'empty/readme.txt': '', 'x.vue': '' });
    const { code, answer, err } = await json(at(target));
    expect(code).toBe(2);
    expect(answer).toMatchObject({ command: 'analyze-skill', ok: false, files: [], error: expect.any(String) });
    expect(err).toContain(answer.error);
    const text = await savecheck('analyze-skill', at(target));
    expect(text).toMatchObject({ code: 2, out: '' });
    const amongOthers = await json(at('SKILL.md'), at(target));
    expect(amongOthers.code).toBe(target === 'x.vue' ? 0 : 2);
  });
  test('a wrong option is JSON in JSON mode', async () => {
    const ran = await savecheck('analyze-skill', '.', '--output-format', 'json', '--wrong');
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.out).error).toBeTruthy();
  });
});

describe('the artifact half', () => {
  test('a lost write-back is an error, a checked one advice', async () => {
    const { root, at } = fileTree({ 'SKILL.md': 'x', 'lost.html': LOST, 'checked.html': CHECKED, 'clean.html': CLEAN });
    const { answer, code } = await json(root, '--strict');
    expect(code).toBe(1);
    expect(rulesOf(answer).sort()).toEqual(['advisory artifact-write-back-suspect', 'error artifact-write-back-lost']);
    expect(answer.artifactScanned).toEqual([at('checked.html'), at('clean.html'), at('lost.html')]);
    expect((await json(at('checked.html'), '--strict')).code).toBe(0);
    expect((await json(root)).code).toBe(0);
  });

  test('the path markers do not silence it', async () => {
    const { at } = fileTree({ 'lost.html': `<!-- analyze-skill: ignore -->\n${LOST}` });
    expect(rulesOf((await json(at('lost.html'))).answer)).toEqual(['error artifact-write-back-lost']);
  });

  test('TypeScript and JSX are read, named or found', async () => {
    const send = "export const Save = () => { fetch('/api', { method: 'POST' }).then(() => alert('Saved!')) };\n";
    const { root, at } = fileTree({ 'a.ts': `const x: number = 1;\n${send}`, 'b.jsx': `${send}const y = <b>hi</b>;` });
    const found = await json(root);
    expect(found.answer.artifactScanned).toEqual([at('a.ts'), at('b.jsx')]);
    expect(rulesOf(found.answer)).toEqual(['error artifact-write-back-lost', 'error artifact-write-back-lost']);
    expect((await json(at('a.ts'))).answer.unscannedArtifactSources).toEqual([]);
  });

  test('what cannot be parsed is could-not-verify: exit 3 with and without --strict, but 1 comes first', async () => {
    const { root, at } = fileTree({ 'broken.js': "fetch('/api', {method: 'POST'}).then((\n", 'SKILL.md': BAD });
    expect((await json(at('broken.js'))).code).toBe(3);
    const strict = await json(at('broken.js'), '--strict');
    expect(strict.code).toBe(3);
    expect(strict.answer).toMatchObject({ ok: false, analysisFailures: [{ path: at('broken.js'), stage: 'parse' }] });
    expect((await json(root)).code).toBe(3);
    expect((await json(root, '--strict')).code).toBe(1);
  });

  test('a link out of the target is named and not followed', async () => {
    const away = fileTree({ 'lost.html': LOST });
    const { root, at } = fileTree({ 'SKILL.md': '', lib: `-> ${away.root}` });
    const { answer } = await json(root);
    expect(answer).toMatchObject({ artifactScanned: [], unscannedArtifactSources: [at('lib')] });
  });
});

describe('--runtime', () => {
  test('drives every page of a bare outputs directory and changes no exit code', async () => {
    const { root } = fileTree({
      'a/lost.html': LOST,
      'checked.html': CHECKED,
      'clean.htm': CLEAN,
      'gen.py': 'x = 1\n',
    });
    const { answer, code } = await json(root, '--runtime');
    expect(code).toBe(0);
    const confirmed = Object.fromEntries(
      answer.runtimeConfirmations.map(({ path, ...rest }: { path: string }) => [relative(root, path), rest]),
    );
    expect(confirmed).toMatchObject({
      'a/lost.html': { available: true, verdict: 'lost', confidence: 'high' },
      'checked.html': { available: true, verdict: 'suspect', confidence: 'high' },
      'clean.htm': { available: true, verdict: 'clean', confidence: 'high' },
    });
    expect(Object.keys(confirmed)).toHaveLength(3);
    expect(confirmed['a/lost.html'].evidence.join('\n')).toMatch(/untold: POST .*api\/save/);
  });

  test('speaks in text as well, and is absent when not asked for', async () => {
    const { root } = fileTree({ 'lost.html': LOST });
    expect((await savecheck('analyze-skill', root, '--runtime')).out).toMatch(/runtime {2}lost \(high confidence\)/);
    expect((await json(root)).answer).not.toHaveProperty('runtimeConfirmations');
  });
});
