/**
 * A native form on a page that misses a script: what is missing may have sent the form itself. In: requests of one
 * write-back and the drive. Out: undecided with the script's name, where something says so; null where the form just goes.
 */
import type { Observation, Recorded } from '../../model.ts';
import { missingScript, throwAtLoad } from './doubt.ts';
import type { Settled } from './outcome.ts';

/** Says so: an attribute of a library, a missing script of the page's own, or code that broke off for want of one. */
export function takenOver(
  { outcome, evidence }: Settled,
  requests: readonly Recorded[],
  observation: Observation,
  documentUrl: string,
): Settled | null {
  if (outcome !== 'departed') return null;
  const missing = missingScript(observation, documentUrl);
  if (!missing) return null;
  const attribute = requests.find(({ takenOverBy }) => takenOverBy)?.takenOverBy;
  if (!attribute && !missing.beside && !throwAtLoad(observation)) return null;
  const why = { ...missing, ...(attribute ? { attribute } : {}) };
  return { outcome: 'undecided', counts: 'inconclusive', confidence: 'low', evidence: [why, ...evidence] };
}
