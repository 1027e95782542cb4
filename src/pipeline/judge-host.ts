/**
 * Judges the drives of one artifact in one host. In: the drives, the host, the signals. Out: every local write-back that
 * fired with its outcome, and why the host may not call the page clean. Knows nothing of the source.
 */
import type { Comparison, Host, Signal } from '../contracts.ts';
import { WORLDS_PER_HOST } from '../limits.ts';
import type { Action, Evidence, HostDrives, Recorded } from '../model.ts';
import { compare, sameBeforeAnswers } from './judge-compare.ts';
import { brokenOff, ranOtherwise, throwAtLoad } from './judge-doubt.ts';
import type { IndexedDrive } from './judge-drive.ts';
import type { Settled } from './judge-outcome.ts';
import { SETTLED_BY_CHANNEL, settle } from './judge-outcome.ts';
import type { Worlds } from './judge-worlds.ts';
import { acceptedWorlds, worldsOf } from './judge-worlds.ts';

export interface Fired extends Settled {
  readonly host: Host;
  readonly request: Recorded;
  readonly action: Action | null;
  readonly carries: readonly string[];
  /** Null for a write-back seen only where earlier ones were accepted. */
  readonly comparison: Comparison | null;
}

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
  const fired = worlds.refused ? firedIn(worlds, worlds.refused, host, signals) : [];
  const broken = brokenOff(drives, worlds);
  const doubt = broken ?? (fired.length === 0 ? ranOtherwise(worlds) : null);
  return { host, worlds, fired, evidence: hostEvidence(drives, worlds, fired), doubt };
}

function firedIn(worlds: Worlds, refused: IndexedDrive, host: Host, signals: readonly Signal[]): Fired[] {
  const fired = [...refused.writeBacks].map(([key, requests]): Fired => {
    const { comparison, settled } = settleKey(worlds, refused, key, host, signals);
    const confidence = worlds.repaired ? 'low' : settled.confidence;
    return { ...facts(refused, requests, host), ...settled, confidence, comparison };
  });
  return [...fired, ...needBackend(worlds, refused, host)];
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

/**
 * An answer nobody looked at cannot have made a difference, so such a write-back needs no other world. The first world
 * that shows a difference settles the others; without any, the best one does.
 */
function settleKey(
  worlds: Worlds,
  refused: IndexedDrive,
  key: string,
  host: Host,
  signals: readonly Signal[],
): { comparison: Comparison; settled: Settled } {
  const others = acceptedWorlds(worlds, key);
  const against = others.length > 0 ? others : [refused];
  const results = against.map((accepted) => {
    const comparison = compare(host, refused, accepted, key);
    return { accepted, comparison, settled: settle(comparison, signals) };
  });
  const best = results.find(({ settled }) => !isSame(settled)) ?? (results[0] as (typeof results)[number]);
  const requests = refused.writeBacks.get(key) ?? [];
  if (
    others.length === 0 &&
    requests.some(({ reads }) => reads.length > 0) &&
    !SETTLED_BY_CHANNEL.has(best.settled.outcome)
  ) {
    const evidence = [{ code: 'world-timed-out', outcome: 'undecided' }];
    return {
      comparison: best.comparison,
      settled: { outcome: 'undecided', counts: 'inconclusive', confidence: 'low', evidence },
    };
  }
  if (sameBeforeAnswers(refused, best.accepted)) return best;
  const evidence = [...best.settled.evidence, { code: 'unstable', world: best.accepted.observation.world.kind }];
  return { comparison: best.comparison, settled: { ...best.settled, confidence: 'low', evidence } };
}

function isSame({ evidence }: Settled): boolean {
  return evidence.some(({ code }) => code === 'identical-outcome' || code === 'not-unlocked');
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
  return JSON.stringify([endpoint.method, endpoint.url, channel, site ?? element?.selector ?? null]);
}

function hostEvidence(drives: HostDrives, worlds: Worlds, fired: readonly Fired[]): Evidence[] {
  const evidence: Evidence[] = [];
  const observation = worlds.refused?.observation;
  if (!observation) return evidence;
  const thrown = throwAtLoad(observation);
  if (thrown && fired.length > 0) evidence.push(thrown);
  if (drives.end.code !== 'completed' && observation.end.code === 'completed') {
    evidence.push({ code: 'world-timed-out', end: drives.end.code, detail: drives.end.detail });
  }
  const judged = worlds.refused?.writeBacks.size ?? 0;
  if (judged > WORLDS_PER_HOST && worlds.forOne.length >= WORLDS_PER_HOST) {
    evidence.push({ code: 'world-cap', writeBacks: judged, worlds: worlds.forOne.length });
  }
  if (observation.coverage.budgetSpent) evidence.push({ code: 'budget-spent', actions: observation.actions.length });
  return evidence;
}
