/**
 * What the action put up before the answer is a state of waiting that acceptance takes down and refusal leaves standing.
 * In: a comparison. Out: what keeps the person waiting.
 */
import type { Signal } from '../contracts.ts';
import { isTakenDown, isWaiting } from './messages.ts';

export const waitingState: Signal = {
  code: 'waiting-state',
  settles: { outcome: 'stuck', counts: 'suspect' },
  read({ putUp, shownRefused, shownAccepted }) {
    const stuck = putUp.find(
      (entry, at) =>
        isWaiting(entry) &&
        !isTakenDown(entry, putUp.slice(at + 1)) &&
        isTakenDown(entry, shownAccepted) &&
        !isTakenDown(entry, shownRefused),
    );
    return stuck ? { code: 'waiting-state', waiting: stuck.text, where: stuck.where, at: stuck.at } : null;
  },
};
