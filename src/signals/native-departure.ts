/**
 * A native form submission that this host answers with its error page: the document, and what was typed, is gone.
 * In: a comparison. Out: where the form went.
 */
import type { Signal } from '../contracts.ts';

export const nativeDeparture: Signal = {
  code: 'native-departure',
  settles: { outcome: 'departed', counts: 'lost' },
  read({ host, inRefused }) {
    const form = inRefused.find((request) => request.channel === 'form');
    if (!form || host.forms !== 'navigates') return null;
    return { code: 'native-departure', url: form.endpoint.url, at: form.at };
  },
};
