/**
 * The files a source names, read at once, for callers that do not wait. In: a source's path and text, and the
 * directory that bounds it. Out: texts by path relative to the source's directory. What is missing is left out; a cap
 * that is hit is a failure.
 */
import { dirname, join, resolve } from 'node:path';
import { SIBLING_BYTES, SIBLING_FILES } from '../limits.ts';
import type { Failure, LanguageName } from '../model.ts';
import { isInside } from '../pipeline/collect/file-tree.ts';
import { languageOf } from '../pipeline/collect/kinds.ts';
import { directoryOf, normalizePath, referencesOf, siblingOfUrl } from '../syntax/references.ts';
import { moduleCandidates } from '../syntax/resolve-module.ts';
import { readText } from './read-text.ts';
import { isFile, realOrNull } from './walk-tree.ts';

export interface SiblingTexts {
  readonly texts: Readonly<Record<string, string>>;
  readonly failures: readonly Failure[];
}

interface Open {
  readonly key: string;
  readonly text: string;
  readonly language: LanguageName | null;
}

/** Breadth first from `text`, so that the caps cut the farthest files. */
export function readSiblings(path: string, text: string, boundary: string): SiblingTexts {
  const texts: Record<string, string> = {};
  const failures: Failure[] = [];
  const tried = new Set<string>();
  const language = languageOf(path);
  const open: Open[] = [{ key: '', text, language }];
  const limit = realOrNull(boundary);
  let bytes = 0;
  for (let at = 0; at < open.length && limit !== null; at++) {
    const from = open[at] as Open;
    for (const candidates of namedIn(from)) {
      const key = candidates.find((one) => !tried.has(one) && isWithin(limit, join(dirname(resolve(path)), one)));
      for (const one of candidates) tried.add(one);
      if (key === undefined) continue;
      const read = readText(join(dirname(path), key));
      if (typeof read !== 'string') {
        failures.push(read);
        continue;
      }
      bytes += read.length;
      if (open.length > SIBLING_FILES || bytes > SIBLING_BYTES) {
        const detail = `more than ${SIBLING_FILES} files or ${SIBLING_BYTES} characters are named`;
        return {
          texts,
          failures: [...failures, { stage: 'size', code: 'too-many-siblings', path, detail, candidate: true }],
        };
      }
      texts[key] = read;
      open.push({ key, text: read, language: languageOf(key) });
    }
  }
  return { texts, failures };
}

/** What a text names, each as the keys it may stand under, likeliest first. */
function namedIn({ key, text, language }: Open): (readonly string[])[] {
  if (language === null) return [];
  return [...referencesOf(text, language)].flatMap(({ written, kind }) => {
    if (kind !== 'url') return [moduleCandidates(key, written, [])];
    const relative = siblingOfUrl(written);
    return relative === null ? [] : [[normalizePath(`${directoryOf(key)}/${relative}`)]];
  });
}

function isWithin(limit: string, path: string): boolean {
  const real = realOrNull(path);
  return real !== null && isInside(limit, real) && isFile(real);
}
