/**
 * What a finding counts as when the source speaks alone. In: a consequence. Out: label, rule and severity. One table.
 */
import type { Consequence, Label, RuleName, Severity } from '../model.ts';
import { LOST_CONSEQUENCES, SUSPECT_CONSEQUENCES } from '../model.ts';

interface Counted {
  readonly label: Label;
  readonly rule: RuleName;
  readonly severity: Severity;
}

const LOST: Counted = { label: 'lost', rule: 'artifact-write-back-lost', severity: 'error' };
const SUSPECT: Counted = { label: 'suspect', rule: 'artifact-write-back-suspect', severity: 'advisory' };

const TABLE: ReadonlyMap<Consequence, Counted> = new Map<Consequence, Counted>([
  ...LOST_CONSEQUENCES.map((consequence) => [consequence, LOST] as const),
  ...SUSPECT_CONSEQUENCES.map((consequence) => [consequence, SUSPECT] as const),
]);

/** What a finding of this consequence counts as. */
export function countsAs(consequence: Consequence): Counted {
  return TABLE.get(consequence) as Counted;
}

/** The rule a write-back of this label falls under; what counts as clean falls under none. */
export function ruleOf(label: Label): RuleName | null {
  if (label === 'lost') return LOST.rule;
  return label === 'clean' ? null : SUSPECT.rule;
}
