/**
 * Both worlds look the same, but a real backend might have changed the page where no stand-in did: the page read the body
 * of the answer, or asked for its status and says in both worlds that it failed. In: a comparison. Out: the fields the
 * page looked for and did not find, or what it says.
 */
import { classOfWords } from '../claims.ts';
import type { Comparison, Signal } from '../contracts.ts';
import type { Perceived } from '../model.ts';
import { looksTheSame, says } from './messages.ts';

export const notUnlocked: Signal = {
  code: 'not-unlocked',
  outcome: 'told',
  read(comparison) {
    if (!looksTheSame(comparison)) return null;
    const requests = [...comparison.inRefused, ...comparison.inAccepted];
    if (requests.some(({ reads }) => reads.includes('body')))
      return { code: 'not-unlocked', missing: [...new Set(requests.flatMap(({ missingFields }) => missingFields))] };
    const failure = requests.some(({ reads }) => reads.includes('status')) ? failureOnly(comparison) : undefined;
    return failure ? { code: 'not-unlocked', missing: [], told: failure.text, at: failure.at } : null;
  },
};

/** What the refusing world says after the answer, where that is a failure and no claim: a status of 201 may be waited for. */
function failureOnly({ shownRefused }: Comparison): Perceived | undefined {
  const said = shownRefused.filter(says);
  if (said.some(({ text }) => classOfWords(text) === 'claim')) return undefined;
  return said.find(({ text }) => classOfWords(text) === 'failure');
}
