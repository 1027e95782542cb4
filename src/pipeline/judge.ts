/**
 * The verdict on one artifact. In: facts (a scan and all drives, plain data) and the parts. Out: a label with every
 * write-back and its evidence. Pure: equal facts give equal verdicts, so a verdict can be replayed from a file.
 */
import type { Host, Signal } from '../contracts.ts';
import type { Evidence, Facts, Verdict } from '../model.ts';
import type { HostJudgement } from './judge/host.ts';
import { judgeHost } from './judge/host.ts';
import type { Weight } from './judge/label.ts';
import { labelOf, worst } from './judge/label.ts';
import { rowsOf } from './judge/rows.ts';
import type { Listed } from './judge/write-backs.ts';
import { listWriteBacks } from './judge/write-backs.ts';

export interface JudgeParts {
  readonly hosts: Readonly<Record<string, Host>>;
  readonly signals: readonly Signal[];
}

/** A source that is not driven and holds no candidate gets no verdict; it is listed as scanned. */
export function hasVerdict(facts: Facts): boolean {
  return facts.driven || facts.scan.candidates > 0 || facts.scan.findings.length > 0 || facts.scan.failures.length > 0;
}

/** Throws when the facts name a host that `parts` does not have. */
export function judge(facts: Facts, parts: JudgeParts): Verdict {
  const judgements = facts.drives.map((drives) => judgeHost(drives, hostNamed(parts, drives.host), parts.signals));
  const listed = listWriteBacks(facts, rowsOf(judgements), judgements);
  const own = artifactEvidence(facts, judgements, listed);
  const inSource = sourceWeights(facts, listed);
  const hosts = judgements.map((judgement) => ({
    host: judgement.host.name,
    weight: worst([...hostWeights(facts, judgement, listed), ...inSource]),
  }));
  const overall = worst([...hosts.map(({ weight }) => weight), ...inSource]);
  const shown = judgements[0]?.worlds.refused?.observation;
  return {
    artifact: facts.artifact,
    sha256: facts.sha256,
    label: labelOf(overall.standing),
    confidence: overall.confidence,
    hosts: hosts.map(({ host, weight }) => ({ host, label: labelOf(weight.standing) })),
    writeBacks: listed.map(({ writeBack }) => writeBack),
    evidence: [...listed.flatMap(({ evidence }, at) => evidence.map((each) => ({ ...each, writeBack: at }))), ...own],
    repairs: judgements.find(({ worlds }) => worlds.repaired)?.worlds.refused?.observation.repairs ?? [],
    trace: shown?.actions ?? [],
    drives: facts.drives.reduce((sum, { observations }) => sum + observations.length, 0),
    durationMs: facts.durationMs,
  };
}

function hostNamed(parts: JudgeParts, name: string): Host {
  const host = parts.hosts[name];
  if (!host) throw new Error(`the facts name a host that is not registered: ${name}`);
  return host;
}

/** What fired in this host, and what keeps the host from having seen everything. */
function hostWeights(facts: Facts, judgement: HostJudgement, listed: readonly Listed[]): Weight[] {
  const { host, doubt, worlds } = judgement;
  const fired = listed.flatMap(({ writeBack, byHost }): Weight[] => {
    const here = byHost.get(host.name);
    if (!here || writeBack.suppressed) return [];
    return [{ standing: here.counts === 'inconclusive' ? 'unexplained' : here.counts, confidence: here.confidence }];
  });
  if (doubt) return [...fired, { standing: hasCandidate(facts) ? 'unexplained' : 'inconclusive', confidence: 'low' }];
  const spent = worlds.refused?.observation.coverage.budgetSpent ?? false;
  if (spent && fired.length === 0 && facts.scan.candidates > 0)
    fired.push({ standing: 'unexplained', confidence: 'low' });
  return [...fired, { standing: 'clean', confidence: worlds.repaired || spent ? 'low' : 'high' }];
}

/** What only the source says holds in every host. */
function sourceWeights(facts: Facts, listed: readonly Listed[]): Weight[] {
  const weights = listed
    .filter(({ writeBack, byHost }) => byHost.size === 0 && !writeBack.suppressed)
    .map(({ writeBack }): Weight => ({ standing: writeBack.label, confidence: 'low' }));
  if (unanalysed(facts, facts.driven))
    weights.push({ standing: facts.driven ? 'inconclusive' : 'unexplained', confidence: 'low' });
  else if (unanalysed(facts)) weights.push({ standing: 'clean', confidence: 'low' });
  if (facts.driven && facts.drives.length === 0) {
    weights.push({ standing: hasCandidate(facts) ? 'unexplained' : 'inconclusive', confidence: 'low' });
  }
  return facts.driven ? weights : [...weights, { standing: 'clean', confidence: 'low' }];
}

/** `driven`: what only a drive can tell it has told, or the host has its doubts. */
function unanalysed(facts: Facts, driven = false): boolean {
  return facts.scan.failures.some(({ candidate, library }) => candidate && !(driven && library));
}

function hasCandidate(facts: Facts): boolean {
  return facts.scan.findings.length > 0 || unanalysed(facts);
}

/** Evidence about the artifact as a whole: hosts' doubts, what was not driven, what was not analysed. */
function artifactEvidence(facts: Facts, judgements: readonly HostJudgement[], listed: readonly Listed[]): Evidence[] {
  const evidence: Evidence[] = [];
  if (!facts.driven) evidence.push({ code: 'not-driven', language: facts.language });
  if (facts.driven && facts.drives.length === 0) evidence.push({ code: 'engine-unavailable', detail: 'no drive' });
  for (const { host, doubt, evidence: own } of judgements) {
    for (const each of [...(doubt ? [doubt] : []), ...own]) evidence.push({ ...each, host: host.name });
  }
  for (const failure of facts.scan.failures) {
    if (failure.candidate) evidence.push({ code: 'not-analysed', stage: failure.stage, line: failure.line });
  }
  const excused = listed.filter(({ writeBack }) => writeBack.suppressed).length;
  if (excused > 0) evidence.push({ code: 'suppressed', writeBacks: excused });
  return evidence;
}
