/**
 * How an artifact of several files changed. In: the identities of its files, and how each changed. Out: added when any part
 * is new, modified when any part is, null when it is as it was.
 */
import type { Change } from './manifest.ts';

export function changeOf(identities: readonly string[], changed: (identity: string) => Change | null): Change | null {
  const changes = new Set(identities.map(changed));
  return changes.has('added') ? 'added' : changes.has('modified') ? 'modified' : null;
}

/** For a report in which nothing was looked at. */
export function nothingChanged(entries: number): string {
  return `nothing to check was added or changed; ${entries} are as they were`;
}
