import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/model.ts';
import { LOST, SUSPECT } from '../support/pages.ts';
import { sandbox } from '../support/sandbox.ts';
import { savecheck, savecheckJson } from '../support/savecheck.ts';

const MARK = 'savecheck-ignore-next-line artifact-write-back-lost';
const marked = (comment: string) => LOST.replace('  await fetch', `  // ${comment}\n  await fetch`);

async function verify(cwd: string, ...args: string[]): Promise<{ code: number | null; report: Report }> {
  const { code, json } = await savecheckJson(['verify', '.', '--host', 'cowork', ...args], { cwd });
  return { code, report: json };
}

describe('a comment', () => {
  test('with a reason takes the write-back out of the verdict, and stays visible', async () => {
    const { code, report } = await verify(sandbox({ 'a.html': marked(`${MARK}: a mock without a server`) }));
    expect(code).toBe(0);
    expect(report.verdicts[0]).toMatchObject({
      label: 'clean',
      writeBacks: [{ outcome: 'untold', suppressed: { by: 'comment', reason: 'a mock without a server' } }],
    });
    expect(report.findings).toMatchObject([{ suppressed: { by: 'comment', reason: 'a mock without a server' } }]);
    expect(report.notes).toEqual([]);
  });

  test('without a reason has no effect, and is reported', async () => {
    const { code, report } = await verify(sandbox({ 'a.html': marked(MARK) }));
    expect(code).toBe(1);
    expect(report.notes).toEqual([expect.stringMatching(/^a\.html:3: .*no effect.*reason/)]);
  });

  test('of another rule has no effect, and is stale', async () => {
    const other = MARK.replace('lost', 'suspect');
    const { code, report } = await verify(sandbox({ 'a.html': marked(`${other}: why`) }));
    expect(code).toBe(1);
    expect(report.notes).toEqual([expect.stringMatching(/^a\.html:3: stale suppression/)]);
  });

  test('in a file that a page pulls in', async () => {
    const [head = '', tail = ''] = LOST.split(/<script>[\s\S]*<\/script>/);
    const script = /<script>([\s\S]*)<\/script>/.exec(marked(`${MARK}: known`))?.[1] ?? '';
    const cwd = sandbox({ 'a.html': `${head}<script src="a.js"></script>${tail}`, 'a.js': script });
    expect(await verify(cwd)).toMatchObject({ code: 0, report: { notes: [] } });
  });
});

describe('a baseline', () => {
  test('accepts what is there, and only that', async () => {
    const cwd = sandbox({ 'a.html': LOST, 's.html': SUSPECT });
    const written = await savecheck(['baseline', '.', '--host', 'cowork', '--output', 'b.json', '--reason', 'old'], {
      cwd,
    });
    expect(written).toMatchObject({ code: 0, stdout: '' });
    const { entries } = JSON.parse(readFileSync(join(cwd, 'b.json'), 'utf8'));
    expect(entries).toContainEqual(
      expect.objectContaining({
        path: 'a.html',
        rule: 'artifact-write-back-lost',
        method: 'POST',
        count: 1,
        reason: 'old',
      }),
    );
    const accepted = await verify(cwd, '--baseline', 'b.json', '--fail-on', 'lost,suspect');
    expect(accepted).toMatchObject({ code: 0, report: { notes: [] } });
    expect(accepted.report.verdicts[0]?.writeBacks[0]?.suppressed).toEqual({ by: 'baseline', reason: 'old' });

    writeFileSync(join(cwd, 'a.html'), `\n\n<!-- moved -->${LOST}`);
    expect((await verify(cwd, '--baseline', 'b.json')).code).toBe(0);
    writeFileSync(join(cwd, 'a.html'), LOST.replace('/api/notes', '/api/other'));
    const changed = await verify(cwd, '--baseline', 'b.json');
    expect(changed.code).toBe(1);
    expect(changed.report.notes).toEqual([expect.stringMatching(/^a\.html: stale baseline entry.*no longer occurs/)]);
  });

  test('counts: a second equal write is new', async () => {
    const cwd = sandbox({ 'a.html': LOST });
    await savecheck(['baseline', '.', '--host', 'cowork', '--output', 'b.json'], { cwd });
    const twice = LOST.replace(
      '</body>',
      `<button id="b2">Again</button><script>
b2.onclick = async () => { await fetch('/api/notes', { method: 'POST' }); document.title = 'Saved'; };
</script></body>`,
    );
    writeFileSync(join(cwd, 'a.html'), twice);
    expect((await verify(cwd, '--baseline', 'b.json')).code).toBe(1);
  });

  test('what could not be checked is not accepted', async () => {
    const cwd = sandbox({ 'a.html': LOST, 'b.html': Buffer.from([0]) });
    const { code, stderr } = await savecheck(['baseline', '.', '--output', 'b.json'], { cwd });
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('1 not checked are not in it') });
  });
});
