/**
 * The failure that says not every string of a source could be joined. In: where, and the text it is about. Out: a Failure.
 */
import type { Failure } from '../../model.ts';
import { mayHoldWrite } from '../../syntax/candidacy.ts';

export function overBudget(path: string, text: string): Failure {
  const detail = 'the strings of this file take more work to join than the budget allows';
  return { stage: 'extract', code: 'budget', path, detail, candidate: mayHoldWrite(text) };
}
