/**
 * What a finding counts as when the source speaks alone. In: a consequence. Out: label, rule and severity. One table.
 */
import type { Consequence, Label, RuleName, Severity } from '../model.ts';
import { LOST_CONSEQUENCES, SUSPECT_CONSEQUENCES } from '../model.ts';

interface Standing {
  readonly label: Label;
  readonly rule: RuleName;
  readonly severity: Severity;
}

const LOST: Standing = { label: 'lost', rule: 'artifact-write-back-lost', severity: 'error' };
const SUSPECT: Standing = { label: 'suspect', rule: 'artifact-write-back-suspect', severity: 'advisory' };

const TABLE: ReadonlyMap<Consequence, Standing> = new Map<Consequence, Standing>([
  ...LOST_CONSEQUENCES.map((consequence) => [consequence, LOST] as const),
  ...SUSPECT_CONSEQUENCES.map((consequence) => [consequence, SUSPECT] as const),
]);

export function standingOf(consequence: Consequence): Standing {
  return TABLE.get(consequence) as Standing;
}

/** The rule a write-back of this label falls under; what counts as clean falls under none. */
export function ruleOf(label: Label): RuleName | null {
  if (label === 'lost') return LOST.rule;
  return label === 'clean' ? null : SUSPECT.rule;
}
