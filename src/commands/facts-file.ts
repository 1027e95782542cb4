/**
 * The file of `--save-facts`: one artifact a line, written as they are judged, so that memory does not grow with them.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Facts, Failure } from '../model.ts';
import { requireWritablePlace } from './write-file.ts';

export interface FactsFile {
  add(facts: Facts): void;
  /** A failure of a file that has no facts. */
  addFailure(failure: Failure): void;
  close(): void;
}

/** Replaces a file of that name at once. */
export function openFactsFile(path: string): FactsFile {
  requireWritablePlace(path);
  const file = openSync(path, 'w');
  const write = (line: unknown): void => void writeSync(file, `${JSON.stringify(line)}\n`);
  return {
    add: write,
    addFailure: (failure) => write({ failure }),
    close: () => closeSync(file),
  };
}
