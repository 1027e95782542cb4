import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import '../../src/vitest.ts';
import { CLEAN, LOST, SPINS, SUSPECT } from '../support/pages.ts';
import { sandbox } from '../support/sandbox.ts';

describe('toHaveNoLostWriteBack', () => {
  test('markup and paths', async () => {
    const cwd = sandbox({ 'lost.html': LOST, 'clean.html': CLEAN });
    await expect(CLEAN).toHaveNoLostWriteBack();
    await expect(SUSPECT).toHaveNoLostWriteBack();
    await expect(LOST).not.toHaveNoLostWriteBack();
    await expect(join(cwd, 'clean.html')).toHaveNoLostWriteBack();
    await expect(join(cwd, 'lost.html')).not.toHaveNoLostWriteBack();
    await expect(cwd).not.toHaveNoLostWriteBack();
  });

  test('says what is lost, and where', async () => {
    await expect(expect(LOST).toHaveNoLostWriteBack()).rejects.toThrow(
      /artifact\.html loses what is saved:\n {2}POST \S*\/api\/notes: untold at artifact\.html:3:\d+/,
    );
    await expect(expect(CLEAN).not.toHaveNoLostWriteBack()).rejects.toThrow(/it loses none/);
  });

  test('says once what a button and the key in its form both send', async () => {
    const form = `<form id="f"><input name="note"><button>Save</button></form><p id="m"></p>
<script>f.onsubmit = (e) => { e.preventDefault(); fetch('/api/notes', { method: 'POST', body: f.note.value }); m.textContent = 'Saved'; };</script>`;
    const message = await expect(form)
      .toHaveNoLostWriteBack()
      .then(() => '', String);
    expect(message.match(/POST/g)).toHaveLength(1);
  });

  test('what could not be verified passes neither way', async () => {
    const brief = { timeoutMs: 500 };
    const cwd = sandbox({ 'binary.html': Buffer.from([0, 1]) });
    for (const artifact of [join(cwd, 'binary.html'), SPINS.replace('<script>', '<script>for (;;);')]) {
      await expect(expect(artifact).toHaveNoLostWriteBack(brief)).rejects.toThrow(/could not verify/);
      await expect(expect(artifact).not.toHaveNoLostWriteBack(brief)).rejects.toThrow(/could not verify/);
    }
  });

  test('a mistake is a mistake', async () => {
    await expect(expect('nowhere.html').toHaveNoLostWriteBack()).rejects.toThrow('No such file or directory');
    await expect(expect(3).toHaveNoLostWriteBack()).rejects.toThrow(TypeError);
  });
});

test("jest's global expect gets the matcher; without one it says so", () => {
  const jest = fileURLToPath(new URL('../../src/jest.ts', import.meta.url));
  const code = `globalThis.expect = { extend: (added) => console.log(Object.keys(added).join()) }; await import(${JSON.stringify(jest)})`;
  const run = (script: string) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { stdio: 'pipe' });
  expect(run(code).toString()).toBe('toHaveNoLostWriteBack\n');
  expect(() => run(`await import(${JSON.stringify(jest)})`)).toThrow(/no global expect/);
});
