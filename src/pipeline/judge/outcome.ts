/**
 * Settles what became of one write-back. In: a comparison and the signals. Out: an outcome, what it counts as, and the
 * evidence. The order of the signals is the precedence: the first that speaks wins.
 */
import type { Comparison, Signal } from '../../contracts.ts';
import type { Confidence, Evidence, Label, Outcome } from '../../model.ts';

/** Outcomes that need no second world: the channel alone decides. */
export const SETTLED_BY_CHANNEL: ReadonlySet<Outcome> = new Set(['departed', 'no-answer']);

export interface Settled {
  readonly outcome: Outcome;
  readonly counts: Label;
  readonly confidence: Confidence;
  readonly evidence: readonly Evidence[];
}

/**
 * Throws when no signal speaks: `claim-withheld` and `identical-outcome` cover every difference and none, so that is a bug.
 */
export function settle(comparison: Comparison, signals: readonly Signal[]): Settled {
  const extra = signals.filter(({ settles }) => !settles).flatMap((signal) => signal.read(comparison) ?? []);
  for (const signal of signals) {
    const evidence = signal.settles && signal.read(comparison);
    if (!signal.settles || !evidence) continue;
    const { outcome, counts, confidence = 'high', softenedBy } = signal.settles;
    const softening = signals.find(({ code }) => code === softenedBy);
    const softer = softening?.read(comparison);
    return {
      outcome,
      counts: softer ? (softening?.settles?.counts ?? counts) : counts,
      confidence,
      evidence: [evidence, ...(softer ? [softer] : []), ...extra],
    };
  }
  throw new Error('no signal speaks of a comparison');
}
