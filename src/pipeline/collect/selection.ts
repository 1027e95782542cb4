/**
 * What a run selects. In: files of a tree, what cannot be looked at, what is left out and why. Out: entries in a fixed order,
 * each known by one path.
 */
import type { Failure, LanguageName } from '../../model.ts';
import type { FileTree } from './file-tree.ts';
import { memoryIdentity } from './file-tree.ts';
import { isArchiveName, languageOf, skippedPath } from './kinds.ts';

export interface Entry {
  /** The path as shown: the target as it was named, and the way below it. */
  readonly path: string;
  readonly inside: string;
  readonly tree: FileTree;
  readonly language: LanguageName;
  /** Equal for two ways to one file. */
  readonly identity: string;
}

export interface Selection {
  readonly entries: readonly Entry[];
  readonly failures: readonly Failure[];
  readonly unscanned: readonly { readonly path: string; readonly reason: string }[];
}

export class Picked {
  readonly #tests: boolean;
  readonly #entries = new Map<string, Entry>();
  readonly #failures: Failure[] = [];
  readonly unscanned: { path: string; reason: string }[] = [];
  #added = 0;

  /** `tests`: tests are selected as well. */
  constructor(tests: boolean) {
    this.#tests = tests;
  }

  /** How often something was selected or could not be looked at. */
  get looked(): number {
    return this.#added + this.#failures.length;
  }

  /** Adds a file; of two ways to one file the path that sorts first stands. */
  add(entry: Entry): void {
    this.#added++;
    const known = this.#entries.get(entry.identity);
    if (!known || order(entry.path, known.path) < 0) this.#entries.set(entry.identity, entry);
  }

  /** Adds files of a tree by their paths in it; `shown` is what stands before them in a report. */
  addTree(tree: FileTree, shown: string, paths: readonly string[], label = shown): void {
    for (const inside of paths) {
      const path = shown === '' ? inside : `${shown}/${inside}`;
      const language = languageOf(inside);
      if (language === null) {
        if (isArchiveName(inside)) this.leaveOut(path, 'nested-archive');
        continue;
      }
      const reason = paths.length > 1 ? this.reasonToSkip(inside) : null;
      if (reason) this.leaveOut(path, reason);
      else this.add({ path, inside, tree, language, identity: memoryIdentity(label, inside) });
    }
  }

  /** Why a file that nobody named is left out; null where it is not. */
  reasonToSkip(inside: string): string | null {
    const reason = skippedPath(inside);
    return reason === 'test-file' && this.#tests ? null : reason;
  }

  fail(path: string, code: string, detail: string): void {
    this.#failures.push({ stage: 'select', code, path, detail, candidate: true });
  }

  leaveOut(path: string, reason: string): void {
    this.unscanned.push({ path, reason });
  }

  selection(): Selection {
    return {
      entries: [...this.#entries.values()].sort((a, b) => order(a.path, b.path)),
      failures: this.#failures.sort((a, b) => order(a.path, b.path)),
      unscanned: this.unscanned.sort((a, b) => order(a.path, b.path)),
    };
  }
}

/** By UTF-16 code units: the same on every machine and in every locale. */
export function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
