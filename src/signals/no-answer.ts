/**
 * The channel gives the page no answer it could read: a beacon, a socket, a no-cors fetch to another origin. In: a
 * comparison. Out: the channel.
 */
import type { Signal } from '../contracts.ts';
import type { Recorded } from '../model.ts';

export const noAnswer: Signal = {
  code: 'no-answer',
  settles: { outcome: 'no-answer', counts: 'lost', softenedBy: 'kept-locally' },
  read({ inRefused }) {
    const mute = inRefused.find(cannotAnswer);
    return mute ? { code: 'no-answer', channel: mute.channel, at: mute.at } : null;
  },
};

/** An opaque answer has status 0 and no body (Fetch, "opaque filtered response"); same-origin answers are never opaque. */
function cannotAnswer(request: Recorded): boolean {
  if (request.channel === 'beacon' || request.channel === 'socket') return true;
  return request.channel === 'fetch' && request.mode === 'no-cors' && request.endpoint.reach !== 'own-origin';
}
