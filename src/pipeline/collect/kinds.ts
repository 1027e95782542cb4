/**
 * What collecting selects by name: sources by extension, archives by extension, and what a walk leaves out.
 * Pure functions of a name or a relative path.
 */
import type { LanguageName } from '../../model.ts';
import { LANGUAGES } from '../../model.ts';

const BY_EXTENSION: ReadonlyMap<string, LanguageName> = new Map(
  (Object.keys(LANGUAGES) as LanguageName[]).flatMap((name) =>
    LANGUAGES[name].map((extension) => [extension, name] as const),
  ),
);

/** Every extension that is a source, for messages that say what was tried. */
export const SOURCE_EXTENSIONS: readonly string[] = [...BY_EXTENSION.keys()];

/** The language of a file by its extension (letter case does not matter), or null for a file of another kind. */
export function languageOf(path: string): LanguageName | null {
  const extension = /\.[^./\\]+$/.exec(path)?.[0].toLowerCase() ?? '';
  return BY_EXTENSION.get(extension) ?? null;
}

/** By its extension; what it holds is told by its first bytes. */
export function isArchiveName(path: string): boolean {
  return /\.(?:zip|tar|tar\.gz|tgz)$/i.test(path);
}

const TEST_DIRECTORIES: ReadonlySet<string> = new Set(['test', 'tests', '__tests__']);

/** Why a walk does not go into a directory of this name, or null when it does. */
export function skippedDirectory(name: string): string | null {
  if (name === 'node_modules') return 'dependency-directory';
  if (name === '__MACOSX') return 'apple-double';
  if (name.startsWith('.')) return 'hidden-directory';
  return TEST_DIRECTORIES.has(name) ? 'test-file' : null;
}

/** Why a walk leaves a source of this name out, or null when it does not. */
export function skippedFile(name: string): string | null {
  if (name.startsWith('._')) return 'apple-double';
  return /\.(?:test|spec)\.[^.]+$/i.test(name) ? 'test-file' : null;
}

/** Why a path below a target is left out: the first reason of its directories, then its own. */
export function skippedPath(path: string): string | null {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  for (const directory of parts) {
    const reason = skippedDirectory(directory);
    if (reason) return reason;
  }
  return skippedFile(name);
}
