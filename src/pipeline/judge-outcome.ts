/**
 * Settles what became of one write-back. In: a comparison and the signals. Out: an outcome, what it counts as, and the
 * evidence. The table is the precedence: the first row whose signal speaks wins.
 */
import type { Comparison, Signal } from '../contracts.ts';
import type { Confidence, Evidence, Label, Outcome } from '../model.ts';

interface Row {
  readonly signal: string;
  readonly outcome: Outcome;
  readonly counts: Label;
  /** Another signal that softens this row when it speaks as well. */
  readonly unless?: { readonly signal: string; readonly counts: Label };
  readonly confidence?: Confidence;
}

export const PRECEDENCE: readonly Row[] = [
  { signal: 'native-departure', outcome: 'departed', counts: 'lost' },
  { signal: 'download-fallback', outcome: 'download-fallback', counts: 'lost' },
  { signal: 'no-answer', outcome: 'no-answer', counts: 'lost', unless: { signal: 'kept-locally', counts: 'suspect' } },
  { signal: 'contradicted-claim', outcome: 'contradicted', counts: 'lost' },
  { signal: 'kept-locally', outcome: 'kept-locally', counts: 'suspect' },
  { signal: 'claim-before-answer', outcome: 'untold', counts: 'lost' },
  { signal: 'claim-all-the-same', outcome: 'untold', counts: 'lost' },
  { signal: 'waiting-state', outcome: 'stuck', counts: 'suspect' },
  { signal: 'failure-shown', outcome: 'told', counts: 'suspect' },
  { signal: 'claim-withheld', outcome: 'silent', counts: 'suspect' },
  { signal: 'not-unlocked', outcome: 'told', counts: 'suspect', confidence: 'low' },
  { signal: 'identical-outcome', outcome: 'untold', counts: 'lost' },
];

/** Rows that need no second world: the channel alone decides. */
export const SETTLED_BY_CHANNEL: ReadonlySet<Outcome> = new Set(['departed', 'no-answer']);

export interface Settled {
  readonly outcome: Outcome;
  readonly counts: Label;
  readonly confidence: Confidence;
  readonly evidence: readonly Evidence[];
}

/** Throws when no row fits: `claim-withheld` and `identical-outcome` cover every difference and none, so that is a bug. */
export function settle(comparison: Comparison, signals: readonly Signal[]): Settled {
  const read = (code: string): Evidence | null => named(signals, code).read(comparison);
  const extra = signals.filter((signal) => !signal.outcome).flatMap((signal) => signal.read(comparison) ?? []);
  for (const row of PRECEDENCE) {
    const evidence = read(row.signal);
    if (!evidence) continue;
    const softer = row.unless && read(row.unless.signal);
    return {
      outcome: row.outcome,
      counts: softer && row.unless ? row.unless.counts : row.counts,
      confidence: row.confidence ?? 'high',
      evidence: [evidence, ...(softer ? [softer] : []), ...extra],
    };
  }
  throw new Error('no row of the precedence fits a comparison');
}

function named(signals: readonly Signal[], code: string): Signal {
  const signal = signals.find((each) => each.code === code);
  if (!signal) throw new Error(`the registry has no signal ${code}`);
  return signal;
}
