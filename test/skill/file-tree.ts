import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

const roots: string[] = [];

afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

/** Lays files in a fresh directory that is removed when the test file is done. `-> target` makes a link. */
export function fileTree(files: Readonly<Record<string, string>>): { readonly root: string; at(path: string): string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'savecheck-skill-')));
  roots.push(root);
  for (const [path, content] of Object.entries(files)) {
    const absolute = join(root, path);
    mkdirSync(dirname(absolute), { recursive: true });
    if (content.startsWith('-> ')) symlinkSync(content.slice(3), absolute);
    else writeFileSync(absolute, content);
  }
  return { root, at: (path) => join(root, path) };
}
