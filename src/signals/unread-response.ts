/**
 * The page never looked at the answer: not at ok, status, headers, body or the promise's fate. In: a comparison. Out: a
 * fact that settles no outcome by itself.
 */
import type { Signal } from '../contracts.ts';

export const unreadResponse: Signal = {
  code: 'unread-response',
  read({ inRefused, inAccepted }) {
    const requests = [...inRefused, ...inAccepted].filter(({ channel }) => channel === 'fetch' || channel === 'xhr');
    if (requests.length === 0 || requests.some((request) => request.reads.length > 0)) return null;
    return { code: 'unread-response', channel: requests[0]?.channel };
  },
};
