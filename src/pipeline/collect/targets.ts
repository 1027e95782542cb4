/**
 * What a person named to what there is to check. In: paths, globs, archives, or files in memory. Out: entries in a fixed
 * order, each known by one path, with what could not be looked at and what was left out, and why.
 * Throws a UsageError for a path that is not there and for targets that select nothing.
 */
import { lstatSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ARCHIVE_BYTES } from '../../limits.ts';
import type { LanguageName } from '../../model.ts';
import { clean } from '../../untrusted.ts';
import { UsageError } from '../../usage-error.ts';
import { ArchiveFault } from './archive-paths.ts';
import { diskTree, faultOf, memoryTree, specialKind } from './file-tree.ts';
import { isArchiveName, languageOf, SOURCE_EXTENSIONS } from './kinds.ts';
import type { ArchiveCaps } from './read-archive.ts';
import { archiveKind, readArchive } from './read-archive.ts';
import type { Selection } from './selection.ts';
import { order, Picked } from './selection.ts';
import { siblingRoot } from './sibling-root.ts';
import { walk } from './walk.ts';

/**
 * A path or glob, or bytes that came from elsewhere (standard input, an upload) under a name, or files of an upload: all of
 * them, or the paths in `only`, each as if it had been named; the others are at hand for what pulls them in.
 */
export type Target =
  | string
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly files: ReadonlyMap<string, Uint8Array>; readonly only?: readonly string[] };

export interface SelectOptions {
  /** Relative paths are resolved against it. Default: the working directory. */
  readonly cwd?: string;
  /** Also open archives found in directories; a named archive is always opened. */
  readonly archives?: boolean;
  /** Also select tests found in directories, globs and archives. */
  readonly tests?: boolean;
  readonly archiveCaps?: ArchiveCaps;
  /** A target may select nothing. */
  readonly allowEmpty?: boolean;
}

const NAMEABLE = 'Name a file, a directory, a glob or an archive';

/** Selects the entries of all targets. Equal files are one entry, under the path that sorts first. */
export async function selectTargets(targets: readonly Target[], options: SelectOptions): Promise<Selection> {
  if (targets.length === 0) throw new UsageError('No target given', NAMEABLE);
  const picked = new Picked(options.tests ?? false);
  const picking = new Picking(options, picked);
  for (const target of targets) await picking.target(target);
  return picked.selection();
}

const slashed = (path: string): string => (sep === '/' ? path : path.replaceAll(sep, '/'));

class Picking {
  readonly #cwd: string;
  readonly #options: SelectOptions;
  readonly #picked: Picked;

  constructor(options: SelectOptions, picked: Picked) {
    this.#options = options;
    this.#picked = picked;
    this.#cwd = resolve(options.cwd ?? '.');
  }

  /** Throws when the target selects nothing: a checker that looked at nothing must not pass. */
  async target(target: Target): Promise<void> {
    const before = this.#picked.looked;
    const left = this.#picked.unscanned.length;
    if (typeof target === 'string') await this.#path(target);
    else if ('files' in target) this.#upload(target);
    else await this.#bytes(target.name, target.bytes);
    const isEmpty = this.#picked.looked === before;
    if (isEmpty && !this.#options.allowEmpty) throw nothingMatched(target, this.#picked.unscanned.slice(left));
  }

  async #path(target: string): Promise<void> {
    if (target === '') throw new UsageError('An empty target', NAMEABLE);
    const absolute = resolve(this.#cwd, target);
    let stats: Awaited<ReturnType<typeof stat>>;
    let real: string;
    try {
      [stats, real] = await Promise.all([stat(absolute), realpath(absolute)]);
    } catch (error) {
      const { code, detail } = faultOf(error);
      if (code === 'absent' && (await this.#glob(target))) return;
      if (code === 'absent' && !lstatSync(absolute, { throwIfNoEntry: false })) throw missing(target);
      this.#picked.fail(slashed(target), code === 'absent' ? 'symlink-broken' : code, detail);
      return;
    }
    const shown = slashed(target).replace(/(?<=.)\/+$/, '');
    if (stats.isDirectory()) await this.#directory(absolute, real, shown);
    else if (stats.isFile()) await this.#file(absolute, real, shown);
    else
      this.#picked.fail(
        shown,
        'not-a-file',
        `${specialKind(stats)}; to check what it carries: savecheck verify - < it`,
      );
  }

  async #bytes(name: string, bytes: Uint8Array): Promise<void> {
    if (isArchiveName(name) || (languageOf(name) === null && archiveKind(bytes))) return this.#archive(name, bytes);
    const path = slashed(name);
    const file = path.slice(path.lastIndexOf('/') + 1);
    this.#picked.addTree(
      memoryTree(new Map([[file, bytes]]), `bytes:${path}`),
      dirname(path) === '.' ? '' : dirname(path),
      [file],
    );
  }

  #upload({ files, only }: Extract<Target, { files: unknown }>): void {
    const tree = memoryTree(files, '');
    if (only) for (const path of only) this.#picked.addTree(tree, '', [path]);
    else this.#picked.addTree(tree, '', [...files.keys()]);
  }

  async #file(absolute: string, real: string, shown: string): Promise<void> {
    const language = languageOf(absolute);
    if (language !== null) {
      const root = siblingRoot(absolute, language);
      const inside = slashed(relative(root, absolute));
      this.#picked.add({ path: shown, inside, tree: diskTree(root), language, identity: real });
    } else if (isArchiveName(absolute)) await this.#archiveFile(absolute, shown);
    else this.#picked.leaveOut(shown, 'unknown-kind');
  }

  async #directory(absolute: string, real: string, shown: string): Promise<void> {
    const walked = await walk(real, { tests: this.#options.tests ?? false });
    const below = (path: string) => (shown === '.' ? path : shown === '/' ? `/${path}` : `${shown}/${path}`);
    const tree = diskTree(absolute);
    for (const { path, identity } of walked.files)
      this.#picked.add({
        path: below(path),
        inside: path,
        tree,
        language: languageOf(path) as LanguageName,
        identity,
      });
    for (const { path, code, detail } of walked.failures)
      this.#picked.fail(path === '' ? shown : below(path), code, detail);
    for (const { path, reason } of walked.unscanned) this.#picked.leaveOut(below(path), reason);
    for (const path of walked.archives) {
      if (this.#options.archives) await this.#archiveFile(join(absolute, path), below(path));
      else this.#picked.leaveOut(below(path), 'archive-not-named');
    }
  }

  /** Whether it is a pattern; then what it names is taken. */
  async #glob(pattern: string): Promise<boolean> {
    const { glob, isDynamicPattern } = await import('tinyglobby');
    if (!isDynamicPattern(pattern)) return false;
    const found = await glob([slashed(pattern)], {
      cwd: this.#cwd,
      absolute: true,
      expandDirectories: false,
      ignore: ['**/node_modules/**', '**/.git/**'],
    });
    const base = globBase(resolve(this.#cwd, pattern), isDynamicPattern);
    for (const absolute of found.sort(order)) {
      const shown = isAbsolute(pattern) ? slashed(absolute) : slashed(relative(this.#cwd, absolute));
      const reason = this.#picked.reasonToSkip(slashed(relative(base, absolute)));
      if (reason) this.#picked.leaveOut(shown, reason);
      else await this.#path(shown);
    }
    return true;
  }

  async #archiveFile(absolute: string, shown: string): Promise<void> {
    const read = await diskTree(dirname(absolute)).read(basename(absolute), ARCHIVE_BYTES);
    if (read.ok) await this.#archive(shown, read.bytes, read.identity);
    else this.#picked.fail(shown, read.code, read.detail);
  }

  async #archive(shown: string, bytes: Uint8Array, identity = shown): Promise<void> {
    try {
      const files = await readArchive(bytes, this.#options.archiveCaps);
      this.#picked.addTree(memoryTree(files, identity), shown, [...files.keys()], identity);
    } catch (error) {
      if (!(error instanceof ArchiveFault)) throw error;
      this.#picked.fail(shown, error.code, error.message);
    }
  }
}

/** The directory part of a glob that has no wildcard. */
function globBase(pattern: string, isDynamic: (part: string) => boolean): string {
  const parts = slashed(pattern).split('/');
  const first = parts.findIndex((part) => isDynamic(part));
  return parts.slice(0, Math.max(0, first)).join('/') || '/';
}

function missing(target: string): UsageError {
  return new UsageError(`No such file or directory: ${target}`);
}

function nothingMatched(target: Target, left: readonly { path: string; reason: string }[]): UsageError {
  const name = typeof target === 'string' ? target : 'name' in target ? target.name : 'the upload';
  const tried = `Looked for *{${SOURCE_EXTENSIONS.join(',')}} and archives (.zip, .tar, .tar.gz)`;
  const some = left.slice(0, 3).map(({ path, reason }) => `${clean(path)} (${reason})`);
  const rest = left.length > 3 ? ` and ${left.length - 3} more` : '';
  return new UsageError(
    `Nothing to check in ${name}`,
    left.length === 0 ? tried : `${tried}; left out: ${some.join(', ')}${rest}`,
  );
}
