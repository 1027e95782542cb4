/**
 * The viewer of live artifacts: a content security policy forbids connections and form targets, so a write rejects and
 * a native form does nothing. Driven under an https name, because a document of a custom scheme has no storage in jsdom.
 */
import type { Host } from '../contracts.ts';

export const coworkLive: Host = {
  name: 'cowork-live',
  title: 'Cowork live artifact viewer (connections reject)',
  documentUrl: 'https://cowork-live.invalid/{file}',
  refusal: { kind: 'reject' },
  forms: 'blocked',
  beacon: 'true',
  downloads: 'not-delivered',
  storage: 'survives-reload',
  modals: 'work',
  popups: 'null',
  facts: [
    {
      about: 'document URL',
      source: 'public logs name cowork-artifact://local/<id>/index.html in a top-level view',
      asOf: '2026-11-30',
      confidence: 'reported',
    },
    {
      about: 'refusal, beacon, forms',
      source:
        "public probes report connect-src 'none' and form-action 'none'; Chromium 156 rejects fetch, accepts and drops a beacon, and ignores the form under that policy",
      asOf: '2026-11-30',
      confidence: 'measured',
    },
    {
      about: 'downloads',
      source: 'public report: clicking a download link blanks the viewer',
      asOf: '2026-11-30',
      confidence: 'reported',
    },
    {
      about: 'storage, popups',
      source: 'public probe: storage works, window.open gives null',
      asOf: '2026-11-30',
      confidence: 'reported',
    },
    { about: 'modals', source: 'not established; modelled as working', asOf: '2026-11-30', confidence: 'modelled' },
  ],
};
