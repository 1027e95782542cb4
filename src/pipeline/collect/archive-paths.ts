/**
 * Names of archive entries. In: names as an archive spells them. Out: paths that are safe keys, or the reason why the
 * whole archive is refused: absolute, leaving the archive, ambiguous between systems, or twice the same file.
 */

/** A refused archive. `code` is stable; `detail` may hold a name from the archive and is untrusted. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';
  readonly code: ArchiveFaultCode;

  constructor(code: ArchiveFaultCode, detail: string) {
    super(detail);
    this.code = code;
  }
}

export type ArchiveFaultCode =
  | 'archive-damaged'
  | 'archive-encrypted'
  | 'archive-unsafe-path'
  | 'archive-link'
  | 'archive-duplicate'
  | 'archive-too-large'
  | 'archive-too-many'
  | 'archive-ratio'
  | 'archive-unknown';

/** Collects entry names; each call returns the safe path or throws an ArchiveFault. A directory may come twice. */
export function archivePaths(): (name: string, isDirectory: boolean) => string {
  const taken = new Map<string, string>();
  return (name, isDirectory) => {
    const path = safePath(name);
    if (isDirectory) return path;
    // File systems that fold case or compose accents would put both into one file.
    const folded = path.normalize('NFC').toLowerCase();
    const other = taken.get(folded);
    if (other !== undefined) throw new ArchiveFault('archive-duplicate', `${name} and ${other} are one file`);
    taken.set(folded, name);
    return path;
  };
}

function safePath(name: string): string {
  const refuse = (why: string): never => {
    throw new ArchiveFault('archive-unsafe-path', `${why}: ${name}`);
  };
  if (name.includes('\u0000')) refuse('a NUL in a name');
  if (name.includes('\\')) refuse('a backslash in a name');
  if (name.startsWith('/')) refuse('an absolute path');
  for (const spelling of [name, decodedOnce(name)]) {
    if (spelling.split(/[/\\]/).includes('..')) refuse('a path that leaves the archive');
  }
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.length === 0) refuse('an empty name');
  if (/^[a-z]:/i.test(parts[0] as string)) refuse('a drive letter');
  return parts.join('/');
}

/** `%2e` and `%2f` decoded once, as a server in front of the files might. */
function decodedOnce(name: string): string {
  return name.replace(/%(2e|2f|5c)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
