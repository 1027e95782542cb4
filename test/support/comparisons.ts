/**
 * Hand-made comparisons for tests of the signals. In: what differs from one refused save that nothing followed. Out: a
 * comparison.
 */
import type { Comparison } from '../../src/contracts.ts';
import { cowork } from '../../src/hosts/cowork.ts';
import { ACCEPTING, observation, REFUSING, request } from './drives.ts';

export function comparison(over: Partial<Comparison> = {}): Comparison {
  return {
    host: cowork,
    refused: observation(REFUSING),
    accepted: observation(ACCEPTING),
    inRefused: [request()],
    inAccepted: [request({ answer: 'accepted', status: 200 })],
    putUp: [],
    shownRefused: [],
    shownAccepted: [],
    stoodRefused: over.shownRefused ?? [],
    onlyRefused: [],
    onlyAccepted: [],
    restoredRefused: [],
    restoredAccepted: [],
    claims: [],
    ...over,
  };
}
