/**
 * A directory on disk to the files a target selects in it. Symbolic links are followed inside the directory, each real
 * directory once; a link that leaves it, leads nowhere or in a circle is a failure. Order does not depend on the disk.
 */
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { faultOf, isInside, specialKind } from './file-tree.ts';
import { isArchiveName, languageOf, skippedDirectory, skippedFile } from './kinds.ts';

/** Paths are relative to the walked directory, with `/`; the directory itself is the empty path. */
export interface Walked {
  readonly files: { readonly path: string; readonly identity: string }[];
  readonly archives: string[];
  readonly failures: { readonly path: string; readonly code: string; readonly detail: string }[];
  readonly unscanned: { readonly path: string; readonly reason: string }[];
}

export interface WalkOptions {
  readonly everything?: boolean;
  readonly tests?: boolean;
}

interface Step {
  readonly path: string;
  readonly real: string;
}

/**
 * Walks `root`, an absolute path of a directory. Never throws for what it meets on the way.
 * `everything`: files of any kind, archives among them. `tests`: tests too.
 */
export async function walk(root: string, options: WalkOptions): Promise<Walked> {
  return new Walk(await realpath(root), options).all();
}

class Walk {
  readonly #root: string;
  readonly #everything: boolean;
  readonly #tests: boolean;
  readonly #walked: Walked = { files: [], archives: [], failures: [], unscanned: [] };
  readonly #seen: Set<string>;
  readonly #open: Step[];
  readonly #links: string[] = [];

  constructor(root: string, { everything = false, tests = everything }: WalkOptions) {
    this.#root = root;
    this.#everything = everything;
    this.#tests = tests;
    this.#seen = new Set([root]);
    this.#open = [{ path: '', real: root }];
  }

  /** Links come last, so that a file reached both ways is known by its own path. */
  async all(): Promise<Walked> {
    await this.#listOpen();
    for (let link = this.#links.shift(); link !== undefined; link = this.#links.shift()) {
      await this.#follow(link);
      await this.#listOpen();
    }
    return this.#walked;
  }

  async #listOpen(): Promise<void> {
    for (let step = this.#open.pop(); step; step = this.#open.pop())
      for (const entry of await list(step, this.#walked)) this.#meet(step, entry);
  }

  #meet(step: Step, entry: Dirent): void {
    const path = step.path === '' ? entry.name : `${step.path}/${entry.name}`;
    const real = join(step.real, entry.name);
    if (entry.isSymbolicLink()) this.#links.push(path);
    else if (entry.isDirectory()) this.#enter({ path, real }, entry.name);
    else if (entry.isFile()) this.#select(path, entry.name, real);
    else this.#special(path, specialKind(entry));
  }

  #selects(name: string): boolean {
    return this.#everything || languageOf(name) !== null;
  }

  #leftOut(reason: string | null): string | null {
    return this.#tests && reason === 'test-file' ? null : reason;
  }

  #enter(step: Step, name: string): void {
    const reason = this.#leftOut(skippedDirectory(name));
    if (reason) this.#walked.unscanned.push({ path: step.path, reason });
    else if (!this.#seen.has(step.real)) {
      this.#seen.add(step.real);
      this.#open.push(step);
    }
  }

  #select(path: string, name: string, real: string): void {
    if (!this.#selects(name)) {
      if (isArchiveName(name)) this.#walked.archives.push(path);
      return;
    }
    const reason = this.#leftOut(skippedFile(name));
    if (reason) this.#walked.unscanned.push({ path, reason });
    else this.#walked.files.push({ path, identity: real });
  }

  #special(path: string, kind: string): void {
    if (languageOf(path) !== null) this.#walked.failures.push({ path, code: 'not-a-file', detail: kind });
  }

  async #follow(path: string): Promise<void> {
    const name = path.slice(path.lastIndexOf('/') + 1);
    try {
      const real = await realpath(join(this.#root, path));
      const stats = await stat(real);
      const counts = stats.isDirectory() ? this.#leftOut(skippedDirectory(name)) === null : this.#selects(name);
      if (!isInside(this.#root, real)) {
        const detail = 'a symbolic link that leaves the target';
        if (counts) this.#walked.failures.push({ path, code: 'outside', detail });
      } else if (stats.isDirectory()) this.#enter({ path, real }, name);
      else if (stats.isFile()) this.#select(path, name, real);
      else this.#special(path, specialKind(stats));
    } catch (error) {
      const { code, detail } = faultOf(error);
      if (languageOf(name) === null) this.#walked.unscanned.push({ path, reason: linkFault(code) });
      else this.#walked.failures.push({ path, code: linkFault(code), detail });
    }
  }
}

/** A link that resolves to nothing is broken, whatever part of the way is missing. */
function linkFault(code: string): string {
  return code === 'absent' ? 'symlink-broken' : code;
}

async function list(step: Step, walked: Walked): Promise<Dirent[]> {
  try {
    const entries = await readdir(step.real, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const { code, detail } = faultOf(error);
    // A directory that went away since its parent was listed holds nothing to check any more, and says so.
    walked.failures.push({ path: step.path, code: vanished(code), detail });
    return [];
  }
}

/** What was listed a moment ago and is absent now has been deleted meanwhile. */
export function vanished(code: string): string {
  return code === 'absent' ? 'vanished' : code;
}
