/**
 * What a person named to the artifact sources behind it: pages, and the programs that write pages. In: a file or a
 * directory. Out: source files in a fixed order, what is left out aloud, and failures. Links are followed inside the
 * target only.
 */
import { dirname, relative, resolve, sep } from 'node:path';
import type { Failure } from '../model.ts';
import { faultOf } from '../pipeline/collect/file-tree.ts';
import { languageOf } from '../pipeline/collect/kinds.ts';
import { enclosingPlugin } from './plugin.ts';
import { isDirectory, isFile, isPath, realOrNull, shownBelow, walkTree } from './walk-tree.ts';

export interface ArtifactSources {
  readonly files: readonly string[];
  /** Sources that were named but cannot be read as programs, and directory links that leave the target. */
  readonly unscanned: readonly string[];
  readonly failures: readonly Failure[];
}

export function isArtifactSource(name: string): boolean {
  return languageOf(name) !== null;
}

/** Files that hold pages or programs in a language no part of this project reads. */
export function unsupportedSource(name: string): boolean {
  return /\.(?:vue|svelte|astro|mts|cts|xhtml|ejs|hbs|pug|php|rb|ipynb)$/i.test(name);
}

/**
 * The sources of one target; empty for Markdown, for a glob (globs name Markdown), and for what is not there. Never
 * throws.
 */
export function artifactSourcesOf(target: string): ArtifactSources {
  try {
    if (isPath(target) && isDirectory(target)) return directorySources(target);
    if (!isPath(target) || !isFile(target)) return { files: [], unscanned: [], failures: [] };
    const files = isArtifactSource(target) ? [target] : [];
    return { files, unscanned: unsupportedSource(target) ? [target] : [], failures: [] };
  } catch (error) {
    const { detail } = faultOf(error);
    return {
      files: [],
      unscanned: [],
      failures: [{ stage: 'select', code: 'unreadable', path: target, detail, candidate: true }],
    };
  }
}

/** A source with the directory that its siblings are read from. */
export interface ArtifactFile {
  /** As shown. */
  readonly path: string;
  readonly real: string;
  /** Absolute; for a page named by itself its own directory. */
  readonly root: string;
  /** The way from `root` to the file, with `/`. */
  readonly inside: string;
}

/** The sources of several targets, each real file once, under the name it was first reached by. */
export function artifactSourcesIn(
  targets: readonly string[],
): Omit<ArtifactSources, 'files'> & { readonly files: readonly ArtifactFile[] } {
  const files = new Map<string, ArtifactFile>();
  const unscanned = new Set<string>();
  const failures: Failure[] = [];
  for (const target of targets) {
    const found = artifactSourcesOf(target);
    const root = isPath(target) && isDirectory(target) ? resolve(target) : dirname(resolve(target));
    for (const path of found.unscanned) unscanned.add(path);
    failures.push(...found.failures);
    for (const path of found.files) {
      const real = realOrNull(path) ?? resolve(path);
      const inside = relative(root, resolve(path)).replaceAll(sep, '/');
      if (!files.has(real)) files.set(real, { path, real, root, inside });
    }
  }
  return { files: [...files.values()], unscanned: [...unscanned], failures };
}

function directorySources(target: string): ArtifactSources {
  const root = resolve(target);
  const plugin = enclosingPlugin(root)?.root;
  const boundary = [root, ...(plugin ? [plugin] : [])].flatMap((path) => realOrNull(path) ?? []);
  const tree = walkTree(root, { selects: isArtifactSource, boundary });
  const show = (path: string) => shownBelow(target, root, path);
  return {
    files: tree.files.map(show),
    unscanned: tree.outside.map(show),
    failures: tree.failures.map((failure) => ({ ...failure, path: show(failure.path) })),
  };
}
