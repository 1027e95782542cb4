/**
 * What became of a write-back, in a few sentences. In: a write-back and its evidence. Out: what it means, what the texts
 * of both worlds do not show by themselves, and what other hosts make of it.
 */
import type { Evidence, WriteBack } from '../model.ts';
import { clean } from '../untrusted.ts';
import { outcomeWords } from './wording.ts';
import { wordEvidence } from './words.ts';

/** Evidence that only repeats what the texts of both worlds show. */
const SHOWN_ANYWAY: ReadonlySet<string> = new Set([
  'identical-outcome',
  'contradicted-claim',
  'failure-shown',
  'claim-withheld',
  'waiting-state',
  'kept-locally',
  'native-departure',
]);

/** `texts`: whether the sentences stand without the texts of both worlds beside them. */
export function resultSentences(writeBack: WriteBack, evidence: readonly Evidence[], texts = false): string[] {
  const { shown, outcome, byHost } = writeBack;
  const here = evidence.filter(({ host }) => host === undefined || shown === undefined || host === shown.host);
  const claimed = here.some(({ code }) => code === 'claim-before-answer' || code === 'claim-all-the-same');
  const rest = here.filter(({ code, standing }) => texts || standing || shown === undefined || !SHOWN_ANYWAY.has(code));
  const others = Object.entries(byHost).filter(([, each]) => each !== outcome);
  return [
    ...new Set([
      ...(claimed ? [] : [outcomeWords(writeBack)]),
      ...rest.map(wordEvidence),
      ...others.map(([host, each]) => `In ${clean(host, 40)} it is ${each}.`),
    ]),
  ];
}
