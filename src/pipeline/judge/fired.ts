/**
 * A local write-back that fired in one host: the request, what caused it, and what became of it. A type only.
 */
import type { Comparison, Host } from '../../contracts.ts';
import type { Action, Recorded } from '../../model.ts';
import type { Settled } from './outcome.ts';

export interface Fired extends Settled {
  readonly host: Host;
  readonly request: Recorded;
  readonly action: Action | null;
  readonly carries: readonly string[];
  /** Null for a write-back seen only where earlier ones were accepted. */
  readonly comparison: Comparison | null;
}
