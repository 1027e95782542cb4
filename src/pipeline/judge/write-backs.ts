/**
 * The list of write-backs a verdict shows. In: facts, rows that fired, the judgements. Out: each with where it was seen,
 * its outcome and evidence, worst first: driven ones joined with their findings, then what only the source has.
 */
import type { Comparison } from '../../contracts.ts';
import { SHOWN_ENTRIES } from '../../limits.ts';
import type {
  Confidence,
  Evidence,
  Facts,
  Finding,
  Label,
  Outcome,
  Perceived,
  Place,
  Recorded,
  Suppression,
  WriteBack,
} from '../../model.ts';
import { countsAs, ruleOf } from '../consequence.ts';
import { elementName } from './element.ts';
import type { Fired } from './fired.ts';
import type { HostJudgement } from './host.ts';
import { findingsOf } from './join.ts';
import { byLabel } from './label.ts';
import type { Row } from './rows.ts';
import { worstOf } from './rows.ts';
import type { Unfired } from './source.ts';
import { unfired } from './source.ts';
import { unreadBySource } from './unread.ts';

export interface Listed {
  readonly writeBack: WriteBack;
  readonly evidence: readonly Evidence[];
  /** What each host that saw it fire made of it; empty when only the source has it. */
  readonly byHost: ReadonlyMap<string, { readonly counts: Label; readonly confidence: Confidence }>;
}

export function listWriteBacks(facts: Facts, rows: readonly Row[], judgements: readonly HostJudgement[]): Listed[] {
  const joined = new Set<Finding>();
  const driven = rows.map((row) => {
    const { request, action } = worstOf(row);
    const findings = findingsOf(facts.scan.findings, request, action);
    for (const finding of findings) joined.add(finding);
    const finding = findings[0] ?? null;
    return fromRow(facts, { fired: row.fired.map((fired) => unreadBySource(fired, finding)) }, finding);
  });
  const rest = facts.scan.findings.filter((finding) => !joined.has(finding));
  const listed = [...driven, ...unfired(rest, judgements).map((each) => fromSource(facts, each))];
  return listed.toSorted((a, b) => order(a.writeBack, b.writeBack));
}

function order(a: WriteBack, b: WriteBack): number {
  const step = (each: WriteBack): number => each.action?.step ?? Number.POSITIVE_INFINITY;
  return byLabel(a.label, b.label) || step(a) - step(b) || (a.source?.line ?? 0) - (b.source?.line ?? 0) || 0;
}

function fromRow(facts: Facts, row: Row, finding: Finding | null): Listed {
  const fired = worstOf(row);
  const { request, action } = fired;
  const source = finding ? placeOf(finding) : request.site;
  const byHost = new Map(row.fired.map((each) => [each.host.name, each]));
  const endpoint = { ...request.endpoint, url: urlForPeople(request.endpoint.url, request.endpoint.reach) };
  const writeBack: WriteBack = {
    endpoint,
    channel: request.channel,
    outcome: fired.outcome,
    label: fired.counts,
    confidence: fired.confidence,
    seen: finding ? 'both' : 'driven',
    ...(source ? { source } : {}),
    ...(finding ? { consequence: finding.consequence } : {}),
    ...(action
      ? { action: { kind: action.kind, on: elementName(action.on), name: action.name, step: action.step } }
      : {}),
    carries: fired.carries,
    byHost: Object.fromEntries(row.fired.map((each) => [each.host.name, each.outcome])) as Record<string, Outcome>,
    ...(fired.comparison ? { shown: shownTo(fired, fired.comparison) } : {}),
    ...excuse(facts, source, fired.counts, endpoint),
  };
  const evidence = row.fired.flatMap((each) => each.evidence.map((one) => ({ ...one, host: each.host.name })));
  return { writeBack, evidence: [...evidence, ...disagreement(fired, finding)], byHost };
}

/** The stand-in host of the page's own origin is no word for people. */
function urlForPeople(url: string, reach: string): string {
  const parsed = reach === 'own-origin' ? URL.parse(url) : null;
  return parsed ? `${parsed.pathname}${parsed.search}` : url;
}

/** What belongs to the first press; where that shows nothing, what the world alone shows later on. */
function shownTo(fired: Fired, comparison: Comparison): NonNullable<WriteBack['shown']> {
  const { putUp, inRefused, inAccepted, shownRefused, shownAccepted, onlyRefused, onlyAccepted } = comparison;
  const firstOf = (entries: readonly Perceived[], requests: readonly Recorded[]): readonly Perceived[] =>
    entries.filter((entry) => entry.step === requests[0]?.step && !isTyped(entry, fired));
  const first = firstOf(putUp, inRefused);
  const refused = [...first, ...orElse(firstOf(shownRefused, inRefused), onlyRefused)];
  const accepted = [...first, ...orElse(firstOf(shownAccepted, inAccepted), onlyAccepted)];
  const kept = { refused: refused.slice(0, SHOWN_ENTRIES), accepted: accepted.slice(0, SHOWN_ENTRIES) };
  const omitted = refused.length + accepted.length - kept.refused.length - kept.accepted.length;
  return { host: fired.host.name, sent: fired.request.body, ...kept, ...(omitted > 0 ? { omitted } : {}) };
}

/** What the person put into the control is no word of the page. */
function isTyped({ kind, where }: Perceived, { action }: Fired): boolean {
  return kind === 'value' && action !== null && where === elementName(action.on);
}

function orElse<Item>(items: readonly Item[], others: readonly Item[]): readonly Item[] {
  return items.length > 0 ? items : others;
}

function disagreement(fired: Fired, finding: Finding | null): Evidence[] {
  if (!finding || countsAs(finding.consequence).label === fired.counts) return [];
  return [{ code: 'source-disagrees', consequence: finding.consequence, outcome: fired.outcome }];
}

function fromSource(facts: Facts, { finding, counts, evidence }: Unfired): Listed {
  const source = placeOf(finding);
  const writeBack: WriteBack = {
    endpoint: finding.endpoint,
    channel: finding.channel,
    outcome: 'never-fired',
    label: counts,
    confidence: 'low',
    seen: 'source',
    source,
    consequence: finding.consequence,
    carries: [],
    byHost: {},
    ...excuse(facts, source, counts, finding.endpoint),
  };
  return { writeBack, evidence, byHost: new Map() };
}

function placeOf({ path, line, column }: Place): Place {
  return { path, line, column };
}

/** The excuse that stands for this line and rule, or for the endpoint where no line is known, if one does. */
function excuse(
  facts: Facts,
  source: Place | undefined,
  counts: Label,
  endpoint: WriteBack['endpoint'],
): Pick<WriteBack, 'suppressed'> {
  const rule = ruleOf(counts);
  const covers = (each: Suppression): boolean =>
    source
      ? each.path === source.path && each.line === source.line
      : each.path === facts.artifact && each.endpoint?.method === endpoint.method && each.endpoint.url === endpoint.url;
  const found = (facts.suppressions ?? []).find((each) => each.rule === rule && covers(each));
  return found ? { suppressed: { by: found.by, reason: found.reason } } : {};
}
