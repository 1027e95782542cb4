/**
 * Scripts that a page came to want while it was driven: names made at run time stand in no text. In: the observations of its
 * drives. Out: for each the paths it may stand under, relative to the source's directory, likeliest first.
 */

import type { Host } from '../../contracts.ts';
import type { HostDrives, Source } from '../../model.ts';
import { directoryOf } from '../../syntax/references.ts';
import { uriDecoded } from '../../syntax/uri-decoded.ts';

/** Folders a page may stand below the place where its scripts lie. */
const DEEPEST = 8;

type Drives = Pick<HostDrives, 'host' | 'observations'>;

/** Empty when every script was there, or lies on another origin. */
export function wantedLate(
  drives: readonly Drives[],
  source: Source,
  hosts: Readonly<Record<string, Pick<Host, 'documentUrl'>>>,
): readonly (readonly string[])[] {
  const wanted = new Map<string, readonly string[]>();
  for (const { host, observations } of drives) {
    const base = URL.parse(hosts[host]?.documentUrl ?? '');
    if (!base) continue;
    for (const { scripts } of observations)
      for (const { url, status } of scripts) {
        const target = status === 'missing' ? URL.parse(url, base.href) : null;
        if (target?.origin !== base.origin) continue;
        const path = uriDecoded(target.pathname);
        if (path !== null) wanted.set(path, pathsOf(path, uriDecoded(base.pathname) ?? '', source));
      }
  }
  return [...wanted.values()];
}

/** A URL has no way above its root, so `../x.js` and `../../x.js` of a page in the top folder are one URL. */
function pathsOf(path: string, basePath: string, source: Source): readonly string[] {
  const folders = directoryOf(basePath).split('/').filter(Boolean);
  const steps = path.split('/').filter(Boolean);
  let shared = 0;
  while (shared < folders.length && shared < steps.length - 1 && folders[shared] === steps[shared]) shared += 1;
  const rest = steps.slice(shared).join('/');
  const up = folders.length - shared;
  if (up === 0 && folders.length > 0) return [rest];
  const depths = Array.from({ length: DEEPEST - up + 1 }, (_, index) => up + index);
  const known = Object.keys(source.siblings);
  const first = steps[shared] ?? '';
  const isKnown = (depth: number): boolean => known.some((key) => key.startsWith(`${'../'.repeat(depth)}${first}/`));
  return depths
    .sort((a, b) => Number(isKnown(b)) - Number(isKnown(a)) || a - b)
    .map((depth) => '../'.repeat(depth) + rest);
}
