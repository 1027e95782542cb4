/**
 * A fresh folder with everything a cell reads: the code, its code cache, the seccomp filter, an empty folder to stand in.
 * In: nothing. Out: the place, shared by all who open it, removed when the last of them closes it or the process exits.
 * Throws when no folder can be reached by an unprivileged user, or when a link lies where code should.
 */
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BOOT, CELL_FILES } from './bundle.ts';
import { cellCode } from './code.ts';
import { filterFor } from './seccomp.ts';

export interface CellPlace {
  readonly node: string;
  readonly boot: string;
  /** A folder without anything in it, which nobody but root may write to. */
  readonly empty: string;
  /** Path of the seccomp filter for this machine; null where none is known for its architecture. */
  readonly filter: string | null;
  /** Puts the code cache beside the code. */
  keepCache(cache: Buffer): void;
  readonly hasCache: boolean;
  close(): void;
}

let shared: { place: Promise<Folder>; users: number } | null = null;

/** Throws (rejects) when nothing can be placed. */
export async function openPlace(): Promise<CellPlace> {
  shared ??= { place: createFolder(), users: 0 };
  const own = shared;
  own.users += 1;
  let closed = false;
  const leave = (folder: Folder | null) => {
    if (closed) return;
    closed = true;
    own.users -= 1;
    if (own.users > 0) return;
    if (shared === own) shared = null;
    folder?.remove();
  };
  try {
    const folder = await own.place;
    return {
      ...folder.paths,
      get hasCache() {
        return folder.hasCache;
      },
      keepCache: (cache) => folder.keepCache(cache),
      close: () => leave(folder),
    };
  } catch (error) {
    leave(null);
    throw error;
  }
}

class Folder {
  readonly paths: Pick<CellPlace, 'node' | 'boot' | 'empty' | 'filter'>;
  hasCache: boolean;
  readonly #path: string;
  readonly #onExit = () => this.remove();

  constructor(path: string, node: string, filter: Buffer | null, code: Awaited<ReturnType<typeof cellCode>>) {
    this.#path = path;
    process.once('exit', this.#onExit);
    chmodSync(path, 0o755);
    for (const name of ['app', 'empty']) mkdirSync(join(path, name), { mode: 0o755 });
    this.#write(`app/${CELL_FILES.boot}`, BOOT);
    this.#write(`app/${CELL_FILES.code}`, code.text);
    if (code.cache) this.keepCache(code.cache);
    this.hasCache = code.cache !== null;
    if (filter) this.#write('filter.bpf', filter);
    this.paths = {
      node: reachableNode(node, path),
      boot: join(path, 'app', CELL_FILES.boot),
      empty: join(path, 'empty'),
      filter: filter ? join(path, 'filter.bpf') : null,
    };
    requirePlain(join(path, 'app'));
  }

  keepCache(cache: Buffer): void {
    this.#write(`app/${CELL_FILES.cache}`, cache);
    this.hasCache = true;
  }

  remove(): void {
    process.removeListener('exit', this.#onExit);
    rmSync(this.#path, { recursive: true, force: true });
  }

  #write(name: string, content: string | Buffer): void {
    writeFileSync(join(this.#path, name), content, { mode: 0o644 });
    // The mode of a new file is cut by the umask.
    chmodSync(join(this.#path, name), 0o644);
  }
}

async function createFolder(): Promise<Folder> {
  const code = await cellCode();
  const roots = [tmpdir(), '/tmp', '/var/tmp'];
  const root = roots.find((path) => reachable(path));
  if (root === undefined) throw new Error(`an unprivileged user reaches none of ${roots.join(', ')}`);
  return new Folder(
    mkdtempSync(join(realpathSync(root), 'savecheck-cell-')),
    process.execPath,
    filterFor(process.arch),
    code,
  );
}

/** Whether every user may pass through all folders above a path, and through the path itself. */
function reachable(path: string): boolean {
  try {
    for (let at = realpathSync(path); ; at = dirname(at)) {
      if ((statSync(at).mode & 0o001) === 0) return false;
      if (at === dirname(at)) return true;
    }
  } catch {
    return false;
  }
}

/** The Node binary itself, or a copy where an unprivileged user could not start it. */
function reachableNode(node: string, folder: string): string {
  const real = realpathSync(node);
  if (reachable(real) && (statSync(real).mode & 0o004) !== 0) return real;
  const copy = join(folder, 'node');
  copyFileSync(real, copy);
  chmodSync(copy, 0o755);
  return copy;
}

/** Throws when a folder that a cell may read holds anything but files: a link would lead out of it. */
export function requirePlain(folder: string): void {
  for (const name of readdirSync(folder))
    if (!lstatSync(join(folder, name)).isFile()) throw new Error(`${name} in the cell's folder is no plain file`);
}
