/**
 * What changed in a git work tree since a revision, untracked files included. In: a revision and a directory in the tree.
 * Out: changes by real path. Throws a UsageError when git, the work tree or the revision is not there.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../usage-error.ts';
import type { Change } from './manifest.ts';

const run = promisify(execFile);

/** No program named in the repository's configuration is started: the work tree is what is under test. */
const SAFE = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '--no-optional-locks'];

async function git(cwd: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run('git', [...SAFE, ...args], { cwd, maxBuffer: 256 * 1024 * 1024, encoding: 'utf8' });
  return stdout;
}

/** Changes between the revision and the files on disk as they are now. Deleted files are not listed. */
export async function changesSinceRevision(revision: string, cwd: string): Promise<ReadonlyMap<string, Change>> {
  const outside = new UsageError(
    `--since: git finds no work tree in ${cwd}`,
    'Run it in the work tree of a repository',
  );
  const top = await ask(['rev-parse', '--show-toplevel'], cwd, outside);
  const unknown = new UsageError(
    `--since: git knows no commit ${revision}`,
    'In a shallow clone, fetch more history first',
  );
  const commit = await ask(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`],
    cwd,
    unknown,
  );
  const [tracked, untracked] = await Promise.all([
    git(top, 'diff', '--name-status', '--no-renames', '--no-ext-diff', '--no-textconv', '-z', commit, '--'),
    git(top, 'ls-files', '--others', '--exclude-standard', '-z'),
  ]);
  const changes = new Map<string, Change>();
  const words = tracked.split('\0');
  for (let index = 0; index + 1 < words.length; index += 2) {
    const [status, path] = [words[index] as string, words[index + 1] as string];
    if (status !== 'D') changes.set(join(top, path), status === 'A' ? 'added' : 'modified');
  }
  for (const path of untracked.split('\0')) if (path !== '') changes.set(join(top, path), 'added');
  return changes;
}

/** The first line of an answer. Throws `otherwise`, with the words of git where it has any. */
async function ask(args: readonly string[], cwd: string, otherwise: UsageError): Promise<string> {
  try {
    return (await git(cwd, ...args)).trimEnd();
  } catch (error) {
    const { code, stderr = '' } = error as NodeJS.ErrnoException & { readonly stderr?: string };
    if (code === 'ENOENT') throw new UsageError('--since needs git on the path');
    const [said = ''] = stderr.split('\n');
    throw new UsageError(said === '' ? otherwise.message : `${otherwise.message}: ${said}`, otherwise.hint);
  }
}
