/**
 * Judges the drives of one artifact in one host. In: the drives, the host, the signals. Out: every local write-back that
 * fired with its outcome, and why the host may not call the page clean. Knows nothing of the source.
 */
import type { Host, Signal } from '../../contracts.ts';
import { JUDGED_ENTRIES, WORLDS_PER_HOST } from '../../limits.ts';
import type { Evidence, HostDrives, Observation, Recorded } from '../../model.ts';
import { brokenOff, notDriven, ranOtherwise, throwAtLoad } from './doubt.ts';
import type { IndexedDrive } from './drive.ts';
import { elementName } from './element.ts';
import type { Fired } from './fired.ts';
import type { Settled } from './outcome.ts';
import { settler } from './settle.ts';
import { withStandingMessages } from './standing-messages.ts';
import { takenOver } from './taken-over.ts';
import type { Worlds } from './worlds.ts';
import { worldsOf } from './worlds.ts';

/** Controls left alone that are named; the rest is counted. */
const CONTROLS_NAMED = 10;

export interface HostJudgement {
  readonly host: Host;
  readonly worlds: Worlds;
  readonly fired: readonly Fired[];
  readonly evidence: readonly Evidence[];
  /** Set when the host could not see the page to its end as it stands. */
  readonly doubt: Evidence | null;
}

export function judgeHost(drives: HostDrives, host: Host, signals: readonly Signal[]): HostJudgement {
  const worlds = worldsOf(drives);
  const { refused, repaired } = worlds;
  if (!refused) return { host, worlds, fired: [], evidence: [], doubt: notDriven(drives.end) };
  const fired = firedIn(worlds, refused, host, signals);
  const broken = brokenOff(drives, refused.observation);
  const doubt = broken ?? (fired.length === 0 ? ranOtherwise(refused.observation, repaired, host.documentUrl) : null);
  return { host, worlds, fired, evidence: hostEvidence(drives, worlds, refused, fired), doubt };
}

function firedIn(worlds: Worlds, refused: IndexedDrive, host: Host, signals: readonly Signal[]): Fired[] {
  const settleKey = settler(worlds, refused, host, signals);
  let entries = 0;
  const fired = [...refused.writeBacks].map(([key, requests]): Fired => {
    entries += entriesOf(refused, requests);
    if (entries > JUDGED_ENTRIES) return { ...facts(refused, requests, host), ...LEFT_OUT, comparison: null };
    const { comparison, settled: seen } = settleKey(key, requests);
    const settled = takenOver(seen, requests, refused.observation, host.documentUrl) ?? seen;
    const confidence = worlds.repaired ? 'low' : settled.confidence;
    return { ...facts(refused, requests, host), ...settled, confidence, comparison };
  });
  return [...withStandingMessages(fired, refused), ...needBackend(worlds, refused, host)];
}

const LEFT_OUT: Settled = {
  outcome: 'undecided',
  counts: 'inconclusive',
  confidence: 'low',
  evidence: [{ code: 'judge-cap', entries: JUDGED_ENTRIES }],
};

/** What has to be looked through for a write-back: all that its steps showed. */
function entriesOf({ timeline }: IndexedDrive, requests: readonly Recorded[]): number {
  const steps = new Set(requests.map(({ step }) => step));
  return [...steps].reduce((sum, step) => sum + (timeline.get(step)?.length ?? 0), 0);
}

function facts(
  drive: IndexedDrive,
  requests: readonly Recorded[],
  host: Host,
): Pick<Fired, 'host' | 'request' | 'action' | 'carries'> {
  const request = requests[0] as Recorded;
  const carries = [...new Set(requests.flatMap((each) => each.carries))];
  return { host, request, action: drive.actions.get(request.step) ?? null, carries };
}

/** Write-backs that only a page whose other writes were accepted gets to make. */
function needBackend(worlds: Worlds, refused: IndexedDrive, host: Host): Fired[] {
  const known = new Set([...refused.writeBacks.values()].flat().map(likeness));
  const found: Fired[] = [];
  for (const drive of [...worlds.accepting, ...worlds.forOne]) {
    for (const requests of drive.writeBacks.values()) {
      const like = likeness(requests[0] as Recorded);
      if (known.has(like)) continue;
      known.add(like);
      const evidence = [{ code: 'needs-backend', world: drive.observation.world.kind }];
      const confidence = worlds.repaired ? 'low' : 'high';
      found.push({
        ...facts(drive, requests, host),
        outcome: 'never-fired',
        counts: 'suspect',
        confidence,
        evidence,
        comparison: null,
      });
    }
  }
  return found;
}

/** A control whose name changes with the answer ("Save", "Saved") still makes the same write-back. */
function likeness({ endpoint, channel, site, element }: Recorded): string {
  return JSON.stringify([endpoint.method, endpoint.url, channel, site ?? element?.selector]);
}

function hostEvidence(
  drives: HostDrives,
  { forOne }: Worlds,
  { observation, writeBacks }: IndexedDrive,
  fired: readonly Fired[],
): Evidence[] {
  const evidence: Evidence[] = [];
  const thrown = throwAtLoad(observation);
  if (thrown && fired.length > 0) evidence.push(thrown);
  if (drives.end.code !== 'completed' && observation.end.code === 'completed') {
    evidence.push({ code: 'world-timed-out', end: drives.end.code, detail: drives.end.detail });
  }
  if (writeBacks.size > WORLDS_PER_HOST && forOne.length >= WORLDS_PER_HOST) {
    evidence.push({ code: 'world-cap', writeBacks: writeBacks.size, worlds: forOne.length });
  }
  if (observation.coverage.budgetSpent) evidence.push({ code: 'budget-spent', actions: observation.actions.length });
  const left = leftAlone(observation);
  if (left.length > 0) evidence.push({ code: 'left-alone', controls: left.slice(0, CONTROLS_NAMED), of: left.length });
  return evidence;
}

/** Names of the controls a person could have used and the drive did not: beyond the cap of those alike, or gone too soon. */
function leftAlone({ coverage }: Observation): string[] {
  const left = coverage.controls.filter(({ skipped }) => skipped === 'budget' || skipped === 'fleeting');
  return left.map(({ name, on }) => name || elementName(on));
}
