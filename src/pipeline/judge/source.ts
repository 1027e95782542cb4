/**
 * What the source alone still says once the drives have spoken. In: findings no driven write-back was joined with, and
 * the judgements of the hosts. Out: for each what it counts as, and why it may count for less than its consequence.
 */
import { isWriteMethod } from '../../endpoint.ts';
import type { ControlSeen, ElementRef, Evidence, Finding, Label, Recorded } from '../../model.ts';
import { countsAs } from '../consequence.ts';
import { isSameElement } from './element.ts';
import type { HostJudgement } from './host.ts';
import { findingsOf } from './join.ts';

export interface Unfired {
  readonly finding: Finding;
  readonly counts: Label;
  readonly evidence: readonly Evidence[];
}

/** `findings`: those that were joined with no driven write-back. */
export function unfired(findings: readonly Finding[], judgements: readonly HostJudgement[]): Unfired[] {
  const elsewhere = writtenElsewhere(findings, judgements);
  return findings.map((finding) => {
    const { label } = countsAs(finding.consequence);
    const remote = elsewhere.get(finding);
    if (remote) return { finding, counts: 'suspect', evidence: [{ code: 'host-dependent', url: remote.endpoint.url }] };
    const softened =
      label === 'lost' ? (unusableControl(finding, judgements) ?? ranWithoutWriting(finding, judgements)) : null;
    const { consequence, proof } = finding;
    const evidence: Evidence = { code: 'never-fired', consequence, ...(proof ? { proof } : {}) };
    return { finding, counts: softened ? 'suspect' : label, evidence: softened ? [evidence, softened] : [evidence] };
  });
}

/** Findings whose call site wrote, but to a remote endpoint only. */
function writtenElsewhere(findings: readonly Finding[], judgements: readonly HostJudgement[]): Map<Finding, Recorded> {
  const written = new Map<Finding, Recorded>();
  for (const { worlds } of judgements) {
    for (const request of worlds.refused?.observation.requests ?? []) {
      if (request.endpoint.reach !== 'remote' || !request.site || !writes(request)) continue;
      for (const finding of findingsOf(findings, request, null)) written.set(finding, request);
    }
  }
  return written;
}

function writes({ channel, endpoint }: Recorded): boolean {
  return channel === 'beacon' || channel === 'socket' || isWriteMethod(endpoint.method);
}

/** The controls of the finding's element, or of the form that it is, as one host's refusing drive saw them. */
function controlsOf({ element, channel }: Finding, { worlds }: HostJudgement): readonly ControlSeen[] {
  if (!element) return [];
  const isOwn = ({ on, sends }: ControlSeen): boolean =>
    isSameElement(on, element) || (channel === 'form' && sends !== undefined && isSameElement(sends.form, element));
  return (worlds.refused?.observation.coverage.controls ?? []).filter(isOwn);
}

/** The control was there in every drive, no person could use it, and nothing on the page would have let one. */
function unusableControl(finding: Finding, judgements: readonly HostJudgement[]): Evidence | null {
  const { element } = finding;
  if (!element || judgements.length === 0) return null;
  let why: ControlSeen['skipped'];
  for (const judgement of judgements) {
    // A script in a file of its own could let a person at anything; what was stubbed lets nobody at anything.
    if (judgement.worlds.refused?.observation.scripts.some(({ status }) => status !== 'stubbed')) return null;
    const seen = controlsOf(finding, judgement);
    if (seen.length === 0 || seen.some((control) => control.reached || control.locked !== true)) return null;
    why = seen[0]?.skipped;
  }
  return { code: 'unusable-control', control: nameOf(element), because: why };
}

/** The form was about to be sent, and the browser sent nothing: a script prevented it. */
function ranWithoutWriting(finding: Finding, judgements: readonly HostJudgement[]): Evidence | null {
  const { element } = finding;
  if (finding.channel !== 'form' || !element || judgements.length === 0) return null;
  const submitted = judgements.every((judgement) => {
    const controls = controlsOf(finding, judgement).filter(({ reached }) => reached);
    return controls.length > 0 && controls.every(({ sends }) => sends?.tried);
  });
  return submitted ? { code: 'ran-without-writing', form: nameOf(element) } : null;
}

/** The shortest by which people find it in the source. */
function nameOf({ selector, id, tag }: ElementRef): string {
  return selector ?? id ?? tag;
}
