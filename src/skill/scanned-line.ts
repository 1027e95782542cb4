/** One line with what the rules ask about it: its directives and its clauses. */
import type { Directive } from './directives.ts';
import type { LineClauses } from './line-clauses.ts';

export interface ScannedLine {
  readonly text: string;
  readonly directives: readonly Directive[];
  readonly clauses: LineClauses;
}
