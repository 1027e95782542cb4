/**
 * Where the siblings of a single named file may come from. In: the file's absolute path and its language.
 * Out: the absolute path of a directory.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LanguageName } from '../../model.ts';

const PROJECT_MARKS = ['package.json', 'tsconfig.json', 'jsconfig.json', '.git'];

/** What a single named file may pull in: what lies in the project it stands in; without a project, its own directory. */
export function siblingRoot(absolute: string, language: LanguageName): string {
  const own = dirname(absolute);
  if (language === 'python') return own;
  for (let folder = own; dirname(folder) !== folder; folder = dirname(folder)) {
    if (PROJECT_MARKS.some((mark) => existsSync(join(folder, mark)))) return folder;
  }
  return own;
}
