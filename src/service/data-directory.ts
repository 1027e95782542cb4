/**
 * Where the service keeps its things. When nobody says: in the state directory of the XDG base directory specification.
 */
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { faultOf } from '../pipeline/collect/file-tree.ts';
import { UsageError } from '../usage-error.ts';

export function defaultDataDirectory(): string {
  const { XDG_STATE_HOME: state = '' } = process.env;
  return join(state.startsWith('/') ? state : join(homedir(), '.local', 'state'), 'savecheck');
}

/** Makes a directory that only its owner may look into. Throws a UsageError that names it when it cannot be used. */
export async function openDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw unusable(path, error);
  });
}

/** What to tell of a place that cannot be written to. An error of another kind is a bug and is thrown on. */
export function unusable(path: string, error: unknown): UsageError {
  return new UsageError(`Cannot keep anything at ${path}: ${faultOf(error).detail}`, 'Choose a directory with --data');
}
