/**
 * After the refusal, and only then, the page saves a file in a host that delivers no downloads. In: a comparison.
 * Out: the file's name.
 */
import type { Signal } from '../contracts.ts';

export const downloadFallback: Signal = {
  code: 'download-fallback',
  settles: { outcome: 'download-fallback', counts: 'lost' },
  read({ host, onlyRefused, shownRefused }) {
    const download = onlyRefused.find((entry) => entry.kind === 'download' && shownRefused.includes(entry));
    if (!download || host.downloads === 'delivered') return null;
    return { code: 'download-fallback', file: download.text, at: download.at };
  },
};
