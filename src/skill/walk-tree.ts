/**
 * A directory to the files in it that a name selects, in a fixed order. Directory links are followed, each real
 * directory once, a link to a place above the walk never. In: an absolute path, a choice of names, a boundary. Out:
 * paths as walked, links that leave the boundary, and failures. Synchronous: a harness calls it from code that does
 * not wait.
 */

import type { Dirent } from 'node:fs';
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { WALK_ENTRIES } from '../limits.ts';
import type { Failure } from '../model.ts';
import { faultOf, isInside } from '../pipeline/collect/file-tree.ts';

export interface Walk {
  readonly selects: (name: string) => boolean;
  /** Real paths; a link that leads out of all of them is not followed. Null: links may lead anywhere. */
  readonly boundary: readonly string[] | null;
}

export interface WalkedTree {
  readonly files: string[];
  /** Directory links that lead out of the boundary. */
  readonly outside: string[];
  readonly failures: Failure[];
}

/** Walks `root`. What it meets on the way never makes it throw; a root that is no directory yields nothing. */
export function walkTree(root: string, walk: Walk): WalkedTree {
  const tree: WalkedTree = { files: [], outside: [], failures: [] };
  const realRoot = realOrNull(root);
  if (realRoot === null || !isDirectory(realRoot)) return tree;
  const seen = new Set([realRoot]);
  const open = [root];
  let entries = 0;
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const below: string[] = [];
    for (const entry of list(folder, tree)) {
      if (++entries > WALK_ENTRIES) {
        tree.failures.push(
          failure(root, 'too-many-entries', `more than ${WALK_ENTRIES} entries; the rest was not looked at`),
        );
        return tree;
      }
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) follow(path);
      else if (entry.isDirectory()) enter(path, realOrNull(path));
      else if (entry.isFile() && walk.selects(entry.name)) tree.files.push(path);
    }
    open.push(...below.reverse());

    function enter(path: string, real: string | null): void {
      if (real === null || seen.has(real) || isInside(real, realRoot as string) || skipsDirectory(basename(path)))
        return;
      seen.add(real);
      below.push(path);
    }

    function follow(path: string): void {
      const real = realOrNull(path);
      const selected = walk.selects(basename(path));
      if (real === null) {
        if (selected) tree.failures.push(failure(path, 'symlink-broken', 'a link that leads nowhere or in a circle'));
        return;
      }
      const leaves = walk.boundary !== null && !walk.boundary.some((limit) => isInside(limit, real));
      if (isDirectory(real)) {
        if (!leaves) enter(path, real);
        else if (!isInside(real, realRoot as string) && !skipsDirectory(basename(path))) tree.outside.push(path);
      } else if (selected) {
        if (leaves) tree.failures.push(failure(path, 'outside', 'a link that leaves the target'));
        else tree.files.push(path);
      }
    }
  }
  return tree;
}

/** Dependencies, repositories and hidden directories hold nothing that a skill ships. */
function skipsDirectory(name: string): boolean {
  return name === 'node_modules' || name.startsWith('.');
}

function list(folder: string, tree: WalkedTree): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    tree.failures.push(failure(folder, 'unreadable', faultOf(error).detail));
    return [];
  }
}

function failure(path: string, code: string, detail: string): Failure {
  return { stage: 'select', code, path, detail, candidate: true };
}

/** Whether a word can name a file at all. */
export function isPath(word: string): boolean {
  return word !== '' && !word.includes('\u0000');
}

/** The real path, or null for a link that leads nowhere or in a circle and for a path that is not there. */
export function realOrNull(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    faultOf(error);
    return null;
  }
}

export function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** `path` as it is shown for a target: the target as it was named, and the way below it. */
export function shownBelow(shown: string, root: string, path: string): string {
  const way = relative(root, path);
  return way === '' ? shown : join(shown, way);
}
