/**
 * Writes files whole: beside the target first, then in one move, so that no reader sees half of one. What is no regular
 * file (a pipe, a device) is written in place. Throws a UsageError when the place cannot be written.
 */
import { accessSync, constants, lstatSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { faultOf } from '../pipeline/collect/file-tree.ts';
import { UsageError } from '../usage-error.ts';

/** Checks before a long run that a file could be written after it. */
export function requireWritablePlace(path: string): void {
  const refuse = (why: string): never => {
    throw new UsageError(`Cannot write ${path}: ${why}`);
  };
  const folder = dirname(resolve(path));
  try {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) refuse(`there is no directory ${dirname(path)}`);
    const standing = statSync(path, { throwIfNoEntry: false });
    if (standing?.isDirectory()) refuse('it is a directory');
    accessSync(standing ? path : folder, constants.W_OK);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    refuse(faultOf(error).detail);
  }
}

/** Replaces what stands there, or leaves it as it was; throws a UsageError where it cannot. */
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
    throw new UsageError(`Cannot write ${path}: ${faultOf(error).detail}`);
  }
}
