/**
 * The data a refused write carried is in storage that survives a reload in this host (or on the clipboard, or in a file
 * the host delivers), and the person is told so. In: a comparison. Out: where it is kept and what was said.
 */
import { classOfWords, namesThisDevice } from '../claims.ts';
import type { Comparison, Signal } from '../contracts.ts';
import type { Channel, Perceived, Recorded } from '../model.ts';
import { says } from './messages.ts';

export const keptLocally: Signal = {
  code: 'kept-locally',
  settles: { outcome: 'kept-locally', counts: 'suspect' },
  read(comparison) {
    const keeping = keepers(comparison);
    const told = keeping.length > 0 ? whatTold(comparison, keeping) : undefined;
    return told ? { code: 'kept-locally', in: keeping[0]?.channel, told: told.text, at: told.at } : null;
  },
};

const ANSWERLESS: ReadonlySet<Channel> = new Set(['beacon', 'socket']);

function keepers({ host, refused, inRefused }: Comparison): Recorded[] {
  const carried = new Set(inRefused.flatMap((request) => request.carries));
  const first = Math.min(...inRefused.map((request) => request.at));
  return refused.requests.filter((request) => {
    if (!keeps(request, host)) return false;
    return carried.size > 0 ? request.carries.some((name) => carried.has(name)) : request.at >= first;
  });
}

function keeps(request: Recorded, host: Comparison['host']): boolean {
  if (request.channel === 'storage' || request.channel === 'cookie') {
    return host.storage === 'survives-reload' && !/^(?:remove|clear|delete|get)/i.test(request.endpoint.method);
  }
  if (request.channel === 'download') return host.downloads === 'delivered';
  return request.channel === 'clipboard';
}

/**
 * Either a text that names the person's own machine, or, where the keeping itself answers the refusal, a text of the
 * refusing world alone that is not a plain failure. A channel without an answer is told of by what went with the keeping; a claim
 * at which the write was made as well may speak of that.
 */
function whatTold(comparison: Comparison, keeping: readonly Recorded[]): Perceived | undefined {
  const { inRefused, putUp, shownRefused, onlyRefused, refused } = comparison;
  const named = [...onlyRefused, ...shownRefused, ...putUp].find((entry) => says(entry) && namesThisDevice(entry.text));
  if (named) return named;
  const steps = new Set(keeping.map((request) => request.step));
  const own = new Set(inRefused.map((request) => request.step));
  if (inRefused.every((request) => ANSWERLESS.has(request.channel))) {
    return refused.timeline.find(
      (entry) =>
        steps.has(entry.step) &&
        says(entry) &&
        (namesThisDevice(entry.text) || (!own.has(entry.step) && classOfWords(entry.text) === 'claim')),
    );
  }
  const answered = Math.min(...inRefused.map((request) => request.answeredAt ?? request.at));
  const fallback = keeping.some((request) => request.at >= answered && own.has(request.step));
  return fallback ? onlyRefused.find((entry) => says(entry) && classOfWords(entry.text) !== 'failure') : undefined;
}
