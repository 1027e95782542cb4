/**
 * A directory on disk to the files a target selects in it. Symbolic links are followed inside the directory, each real
 * directory once; a link that leaves it, leads nowhere or in a circle is a failure. Order does not depend on the disk.
 */
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { faultOf, isInside, specialKind } from './file-tree.ts';
import { isArchiveName, languageOf, skippedDirectory, skippedFile } from './kinds.ts';

/** Paths are relative to the walked directory, with `/`. */
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
export async function walk(root: string, options: WalkOptions = {}): Promise<Walked> {
  const { everything = false, tests = everything } = options;
  const realRoot = await realpath(root);
  const walked: Walked = { files: [], archives: [], failures: [], unscanned: [] };
  const seen = new Set<string>([realRoot]);
  const links: string[] = [];
  const open: Step[] = [{ path: '', real: realRoot }];
  for (;;) {
    const step = open.pop();
    if (step) {
      for (const entry of await list(step, walked)) {
        const path = step.path === '' ? entry.name : `${step.path}/${entry.name}`;
        if (entry.isSymbolicLink()) links.push(path);
        else if (entry.isDirectory()) enter({ path, real: join(step.real, entry.name) }, entry.name);
        else if (entry.isFile()) select(path, entry.name, join(step.real, entry.name));
        else special(path, specialKind(entry));
      }
      continue;
    }
    // Links come last, so that a file reached both ways is known by its own path.
    const link = links.shift();
    if (link === undefined) return walked;
    await follow(link);
  }

  function selects(name: string): boolean {
    return everything || languageOf(name) !== null;
  }

  function leftOut(reason: string | null): string | null {
    return tests && reason === 'test-file' ? null : reason;
  }

  function enter(step: Step, name: string): void {
    const reason = leftOut(skippedDirectory(name));
    if (reason) walked.unscanned.push({ path: step.path, reason });
    else if (!seen.has(step.real)) {
      seen.add(step.real);
      open.push(step);
    }
  }

  function select(path: string, name: string, real: string): void {
    if (!selects(name)) {
      if (isArchiveName(name)) walked.archives.push(path);
      return;
    }
    const reason = leftOut(skippedFile(name));
    if (reason) walked.unscanned.push({ path, reason });
    else walked.files.push({ path, identity: real });
  }

  function special(path: string, kind: string): void {
    if (languageOf(path) !== null) walked.failures.push({ path, code: 'not-a-file', detail: kind });
  }

  async function follow(path: string): Promise<void> {
    const name = path.slice(path.lastIndexOf('/') + 1);
    try {
      const real = await realpath(join(root, path));
      const stats = await stat(real);
      const counts = stats.isDirectory() ? leftOut(skippedDirectory(name)) === null : selects(name);
      if (!isInside(realRoot, real)) {
        if (counts) walked.failures.push({ path, code: 'outside', detail: 'a symbolic link that leaves the target' });
        return;
      }
      if (stats.isDirectory()) enter({ path, real }, name);
      else if (stats.isFile()) select(path, name, real);
      else special(path, specialKind(stats));
    } catch (error) {
      const { code, detail } = faultOf(error);
      if (languageOf(name) === null) walked.unscanned.push({ path, reason: linkFault(code) });
      else walked.failures.push({ path, code: linkFault(code), detail });
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
    walked.failures.push({ path: step.path === '' ? '.' : step.path, code: vanished(code), detail });
    return [];
  }
}

/** What was listed a moment ago and is absent now has been deleted meanwhile. */
export function vanished(code: string): string {
  return code === 'absent' ? 'vanished' : code;
}
