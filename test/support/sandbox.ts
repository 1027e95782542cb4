/**
 * Real files for tests: a fresh directory that goes away with the test, and identities without root's rights.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A directory holding `files` (path → content), removed when the test ends. */
export function sandbox(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const directory = mkdtempSync(join(tmpdir(), 'savecheck-'));
  // Others may look in: some tests run without root's rights.
  chmodSync(directory, 0o755);
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return fill(directory, files);
}

/** Adds files to a directory. */
export function fill(directory: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
  return directory;
}

/** A named pipe without a writer. */
export function namedPipe(path: string): void {
  execFileSync('mkfifo', [path]);
}
