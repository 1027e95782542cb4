/**
 * Paths as they are named here, and as a server takes them: relative, inside the upload. In: every path. Out: both ways
 * between them; files keep their places relative to each other.
 */
import { posix } from 'node:path';
import type { Report } from '../../model.ts';

/** A place that no path leads out of by `..`: as deep as any path could climb. */
const GROUND = `/${'d/'.repeat(64)}`;

export interface PlaceNames {
  remote(path: string): string;
  /** The report with every path as it is named here. */
  restore(report: Report): Report;
}

function isInside(path: string): boolean {
  return !path.startsWith('/') && !path.split('/').includes('..');
}

/** Paths that are inside already keep their names. */
export function placeNames(paths: readonly string[]): PlaceNames {
  const remotes = paths.every(isInside) ? paths.map((path) => posix.normalize(path)) : below(paths);
  const there = new Map(paths.map((path, at) => [path, remotes[at] as string]));
  const here = new Map(paths.map((path, at) => [remotes[at] as string, path]));
  const rename = (value: unknown): unknown => (typeof value === 'string' ? (here.get(value) ?? value) : value);
  return {
    remote: (path) => there.get(path) ?? path,
    restore: (report) =>
      JSON.parse(JSON.stringify(report), (key, value: unknown) => {
        if (key === 'path' || key === 'artifact') return rename(value);
        return key === 'scanned' && Array.isArray(value) ? value.map(rename) : value;
      }) as Report,
  };
}

function below(paths: readonly string[]): readonly string[] {
  const whole = paths.map((path) => posix.resolve(GROUND, path));
  const folders = whole.map((path) => posix.dirname(path).split('/'));
  const [first = []] = folders;
  let shared = 0;
  while (shared < first.length && folders.every((parts) => parts[shared] === first[shared])) shared += 1;
  const root = first.slice(0, shared).join('/') || '/';
  return whole.map((path) => posix.relative(root, path));
}
