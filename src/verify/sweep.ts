/**
 * Verifies what a run left behind: every artifact of its directories, archives opened, and with a manifest from before
 * the run only what is new or changed. Throws a UsageError for a directory the manifest does not know.
 */
import type { Report } from '../model.ts';
import type { Manifest } from '../options/manifest.ts';
import { readManifest } from '../options/manifest.ts';
import { UsageError } from '../usage-error.ts';
import type { VerifyOptions } from '../verify.ts';
import { changedIn, verify } from '../verify.ts';
import type { Change } from './manifest.ts';
import { changesSince } from './manifest.ts';

export interface SweepOptions extends Omit<VerifyOptions, 'targets'> {
  /** The manifest taken before the run, or the file it is in. */
  readonly before?: Manifest | string;
  /** What verifies, in place of `verify`. */
  readonly run?: typeof verify;
}

export async function sweep(directories: string | readonly string[], options: SweepOptions = {}): Promise<Report> {
  const { before, run = verify, ...rest } = options;
  const targets = typeof directories === 'string' ? [directories] : directories;
  const changes = before === undefined ? null : await allChanges(before, targets);
  return run({ archives: true, ...rest, targets, changed: changes ? changedIn(changes) : rest.changed });
}

async function allChanges(
  before: Manifest | string,
  directories: readonly string[],
): Promise<ReadonlyMap<string, Change>> {
  const manifest = typeof before === 'string' ? readManifest(before) : before;
  const changes = new Map<string, Change>();
  for (const directory of directories) {
    const { known, byIdentity } = await changesSince(manifest, directory, directories.length);
    if (!known) {
      const names = manifest.roots.map((root) => root.directory).join(', ');
      throw new UsageError(`The manifest does not know ${directory}`, `It was taken of ${names}`);
    }
    for (const [identity, change] of byIdentity) changes.set(identity, change);
  }
  return changes;
}
