/**
 * The file of `--save-facts`: one artifact a line, written as they are judged, so that memory does not grow with them.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Facts } from '../model.ts';
import { requireWritablePlace } from './write-file.ts';

export interface FactsFile {
  add(facts: Facts): void;
  close(): void;
}

export function openFactsFile(path: string): FactsFile {
  requireWritablePlace(path);
  const file = openSync(path, 'w');
  return {
    add: (facts) => void writeSync(file, `${JSON.stringify(facts)}\n`),
    close: () => closeSync(file),
  };
}
