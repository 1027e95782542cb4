/**
 * The `no_lost_write_back` gate: did the run write an artifact that loses what a person saves? In: the run's directories
 * and the manifest from before it. Out: pass, fail, could-not-verify or skipped, each with its reasons.
 * It fails closed: without evidence it is never a pass. Throws a UsageError for a directory that does not exist.
 */
import type { Runner } from '../contracts.ts';
import type { Facts, Failure, Report, Verdict } from '../model.ts';
import type { Manifest } from '../options/manifest.ts';
import { readManifest } from '../options/manifest.ts';
import { UsageError } from '../usage-error.ts';
import type { Change } from '../verify/manifest.ts';
import { changesSince, requireDirectory } from '../verify/manifest.ts';
import { changedIn, verify } from '../verify.ts';

/** The host the gate speaks about. */
export const GATE_HOST = 'cowork';

export interface GateOptions {
  /** The manifest taken before the run, or the file it is in. */
  readonly before?: Manifest | string;
  /** The run went on with a scratchpad of an earlier one: the manifest does not tell what it wrote. */
  readonly resumed?: boolean;
  /** A recorded run is replayed: there is no run directory. */
  readonly replay?: boolean;
  /** `false`: judge by the sources alone. */
  readonly drive?: boolean;
  readonly jobs?: number;
  readonly timeoutMs?: number;
  readonly runner?: Runner;
  readonly signal?: AbortSignal;
}

export type GateReason =
  | 'lost'
  | 'inconclusive'
  | 'suspect'
  | 'unreadable'
  | 'no-manifest'
  | 'unknown-directory'
  | 'resumed'
  | 'interrupted'
  | 'replay';

/** One thing the gate has to say. `path` is the artifact's, or a directory's. */
export interface GateEntry {
  readonly reason: GateReason;
  readonly path: string;
  readonly change?: Change;
  readonly detail: string;
}

export interface GateResult {
  readonly status: 'pass' | 'fail' | 'could-not-verify' | 'skipped';
  /** What makes it fail, what could not be verified, and what a person should know all the same. */
  readonly failures: readonly GateEntry[];
  readonly unverified: readonly GateEntry[];
  readonly advisories: readonly GateEntry[];
  /** Sources the run wrote that were judged. */
  readonly authored: number;
  readonly report: Report | null;
}

export async function checkNoLostWriteBack(
  directories: string | readonly string[],
  options: GateOptions = {},
): Promise<GateResult> {
  const named = typeof directories === 'string' ? [directories] : directories;
  if (options.replay) return ended('skipped', [], 'replay', 'a replay has no run directory');
  if (named.length === 0) throw new UsageError('No directory given', 'Name the directories that the run wrote to');
  for (const directory of named) await requireDirectory(directory);
  if (options.resumed)
    return ended('could-not-verify', named, 'resumed', 'the scratchpad of an earlier run holds files of its own');
  const manifest = manifestOf(options.before);
  if (typeof manifest === 'string') return ended('could-not-verify', named, 'no-manifest', manifest);
  const changes = new Map<string, Change>();
  const unreadBefore = new Set<string>();
  for (const directory of named) {
    const since = await changesSince(manifest, directory, named.length);
    if (!since.known)
      return ended(
        'could-not-verify',
        [directory],
        'unknown-directory',
        `the manifest is of ${manifest.roots.map((root) => root.directory).join(', ')}`,
      );
    for (const [identity, change] of since.byIdentity) changes.set(identity, change);
    for (const path of since.unreadBefore) unreadBefore.add(`${directory.replace(/\/+$/, '')}/${path}`);
  }
  return judgeAuthored(named, changes, unreadBefore, options);
}

/** The manifest, or why there is none. */
function manifestOf(before: Manifest | string | undefined): Manifest | string {
  if (before === undefined) return 'no manifest from before the run was given; savecheck snapshot takes one';
  if (typeof before !== 'string') return before;
  try {
    return readManifest(before);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

function ended(
  status: 'skipped' | 'could-not-verify',
  paths: readonly string[],
  reason: GateReason,
  detail: string,
): GateResult {
  const entries = (paths.length === 0 ? [''] : paths).map((path) => ({ reason, path, detail }));
  const [unverified, advisories] = status === 'skipped' ? [[], entries] : [entries, []];
  return { status, failures: [], unverified, advisories, authored: 0, report: null };
}

async function judgeAuthored(
  directories: readonly string[],
  changes: ReadonlyMap<string, Change>,
  unreadBefore: ReadonlySet<string>,
  options: GateOptions,
): Promise<GateResult> {
  const candidates = new Set<string>();
  const { drive = true, jobs, timeoutMs, runner, signal } = options;
  const report = await verify({
    targets: directories,
    hosts: [GATE_HOST],
    drive,
    changed: changedIn(changes),
    suppressions: false,
    tests: true,
    allowEmpty: true,
    jobs,
    timeoutMs,
    runner,
    signal,
    onFacts: (facts) => {
      if (hasCandidate(facts)) candidates.add(facts.artifact);
    },
  });
  const judged = new Set(report.verdicts.map(({ artifact }) => artifact));
  const entries = report.verdicts.flatMap((verdict) => weigh(verdict, candidates.has(verdict.artifact)));
  const unread = report.failures.filter(
    ({ path, stage }) => isUnread(stage) && !judged.has(path) && !unreadBefore.has(path),
  );
  const unverified: GateEntry[] = [
    ...entries.filter(({ weight }) => weight === 'unverified').map(({ entry }) => entry),
    ...unread.map(
      ({ path, code, detail }): GateEntry => ({ reason: 'unreadable', path, detail: `${code}: ${detail}` }),
    ),
    ...(report.partial ? [{ reason: 'interrupted', path: '', detail: 'not everything was looked at' } as const] : []),
  ];
  const failures = entries.filter(({ weight }) => weight === 'failure').map(({ entry }) => entry);
  return {
    status: failures.length > 0 ? 'fail' : unverified.length > 0 ? 'could-not-verify' : 'pass',
    failures,
    unverified,
    advisories: entries.filter(({ weight }) => weight === 'advisory').map(({ entry }) => entry),
    authored: report.scanned.length,
    report,
  };
}

function hasCandidate({ scan }: Facts): boolean {
  return scan.findings.length > 0 || scan.failures.some(({ candidate }) => candidate);
}

function isUnread(stage: Failure['stage']): boolean {
  return stage === 'select' || stage === 'read' || stage === 'size';
}

/** Lost fails in what the run added; what it only modified may have been lost before. */
function weigh(
  verdict: Verdict,
  hasCandidate: boolean,
): { weight: 'failure' | 'unverified' | 'advisory'; entry: GateEntry }[] {
  const { artifact: path, label, change = 'added' } = verdict;
  const entry = (reason: GateReason, detail: string): GateEntry => ({ reason, path, change, detail });
  if (label === 'clean') return [];
  if (label === 'suspect') return [{ weight: 'advisory', entry: entry('suspect', 'a failed save may go unnoticed') }];
  if (label === 'lost') {
    const lost = verdict.writeBacks.find((writeBack) => writeBack.label === 'lost');
    const what = lost ? `${lost.endpoint.method} ${lost.endpoint.url} (${lost.outcome})` : 'a write-back is lost';
    return [{ weight: change === 'added' ? 'failure' : 'advisory', entry: entry('lost', what) }];
  }
  const why = verdict.evidence.map(({ code }) => code).join(', ');
  return [{ weight: hasCandidate ? 'unverified' : 'advisory', entry: entry('inconclusive', why) }];
}
