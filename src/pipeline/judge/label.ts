/**
 * Worst of several. In: what each contributes. Out: one label. An inconclusive that leaves a candidate unexplained
 * outweighs a suspect; one that leaves none does not.
 */
import type { Confidence, Label } from '../../model.ts';

export type Standing = 'lost' | 'unexplained' | 'suspect' | 'inconclusive' | 'clean';

const WORST_FIRST: readonly Standing[] = ['lost', 'unexplained', 'suspect', 'inconclusive', 'clean'];

export interface Weight {
  readonly standing: Standing;
  readonly confidence: Confidence;
}

/** What is unexplained is shown as inconclusive. */
export function labelOf(standing: Standing): Label {
  return standing === 'unexplained' ? 'inconclusive' : standing;
}

/** The worst standing, at the best confidence anything of that standing has. Empty is clean, high. */
export function worst(weights: readonly Weight[]): Weight {
  const standing = WORST_FIRST.find((each) => weights.some((weight) => weight.standing === each)) ?? 'clean';
  const equals = weights.filter((weight) => weight.standing === standing);
  const high = standing === 'clean' ? equals.every(isHigh) : equals.some(isHigh);
  return { standing, confidence: high && standing !== 'inconclusive' && standing !== 'unexplained' ? 'high' : 'low' };
}

function isHigh(weight: Weight): boolean {
  return weight.confidence === 'high';
}

/** For sorting: worst first. */
export function byLabel(a: Label, b: Label): number {
  return WORST_FIRST.indexOf(a) - WORST_FIRST.indexOf(b);
}
