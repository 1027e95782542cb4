import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { namedPipe, sandbox } from '../support/sandbox.ts';
import { canDropRights, savecheck } from '../support/savecheck.ts';

test('every regular file with its size and hash, tests and other kinds among them', async () => {
  const cwd = sandbox({
    'out/a.html': '<p>ä',
    'out/test/t.js': '',
    'out/z/data.bin': Buffer.alloc(3),
    'out/.git/x': '',
  });
  symlinkSync('a.html', join(cwd, 'out/link.html'));
  const { code, stdout, stderr } = await savecheck(['snapshot', 'out'], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const sha = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
  expect(JSON.parse(stdout)).toEqual({
    schemaVersion: 1,
    tool: 'savecheck',
    directory: 'out',
    files: [
      { path: 'a.html', size: 5, sha256: sha('<p>ä') },
      { path: 'link.html', size: 5, sha256: sha('<p>ä') },
      { path: 'test/t.js', size: 0, sha256: sha('') },
      { path: 'z/data.bin', size: 3, sha256: sha(Buffer.alloc(3)) },
    ],
    unread: [],
  });
});

test('several directories in one manifest', async () => {
  const cwd = sandbox({ 'a/x.html': '', 'b/y.html': '' });
  const { stdout } = await savecheck(['snapshot', 'a', 'b'], { cwd });
  expect(JSON.parse(stdout).roots.map(({ directory }: { directory: string }) => directory)).toEqual(['a', 'b']);
});

test('written whole, over an older one, leaving nothing beside it', async () => {
  const cwd = sandbox({ 'out/a.html': '' });
  writeFileSync(join(cwd, 'm.json'), 'older');
  const { code, stdout } = await savecheck(['snapshot', 'out', '--output', 'm.json'], { cwd });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(JSON.parse(readFileSync(join(cwd, 'm.json'), 'utf8'))).toMatchObject({ directory: 'out' });
  expect(readdirSync(cwd).sort()).toEqual(['m.json', 'out']);
});

test('what cannot be read is listed, and said', async () => {
  const cwd = sandbox({ 'out/a.html': '' });
  namedPipe(join(cwd, 'out/pipe.html'));
  symlinkSync('gone.html', join(cwd, 'out/broken.html'));
  const { code, stdout, stderr } = await savecheck(['snapshot', 'out'], { cwd });
  expect(code).toBe(0);
  const { unread } = JSON.parse(stdout);
  expect(unread).toEqual(
    expect.arrayContaining([
      { path: 'broken.html', code: 'symlink-broken' },
      { path: 'pipe.html', code: 'not-a-file' },
    ]),
  );
  expect(stderr).toContain('out/pipe.html (not-a-file)');
});

test.skipIf(!canDropRights)('a place that may not be written is a mistake', async () => {
  const cwd = sandbox({ 'out/a.html': '' });
  const ended = await savecheck(['snapshot', 'out', '--output', 'm.json'], { cwd, unprivileged: true });
  expect(ended).toMatchObject({ code: 2, stdout: '' });
});
