/**
 * The programs of the operating system that walls are made of. In: nothing. Out: absolute paths, or null where a program
 * is not installed. Looked for in the system's own folders only: a PATH is not trusted with a wall.
 */
import { existsSync } from 'node:fs';

const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin'];

export interface CellTools {
  readonly prlimit: string | null;
  readonly setpriv: string | null;
  readonly bwrap: string | null;
}

export function findTools(): CellTools {
  return { prlimit: find('prlimit'), setpriv: find('setpriv'), bwrap: find('bwrap') };
}

function find(name: string): string | null {
  return FOLDERS.map((folder) => `${folder}/${name}`).find((path) => existsSync(path)) ?? null;
}
