/**
 * Writes files whole: beside the target first, then in one move, so that no reader sees half of one. What is no regular
 * file (a pipe, a device) is written in place. Throws a UsageError when the place cannot be written.
 */
import { lstatSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../usage-error.ts';

/** Checks before a long run that a file could be written after it. */
export function requireWritablePlace(path: string): void {
  const folder = dirname(resolve(path));
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory()) throw new UsageError(`Cannot write ${path}: there is no directory ${dirname(path)}`);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`Cannot write ${path}: it is a directory`);
}

export function writeWhole(path: string, text: string): void {
  requireWritablePlace(path);
  const standing = lstatSync(path, { throwIfNoEntry: false });
  const beside = `${path}.${process.pid}.tmp`;
  try {
    if (standing && !standing.isFile()) {
      writeFileSync(path, text);
      return;
    }
    writeFileSync(beside, text, standing ? { mode: standing.mode } : {});
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw new UsageError(`Cannot write ${path}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
  }
}
