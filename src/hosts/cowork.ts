/**
 * An http origin that shows the artifact and has no endpoint of the artifact's own: what the harness models, and what a
 * plain web server does. Every local request is answered 404 with an HTML page.
 */
import type { Host } from '../contracts.ts';

export const cowork: Host = {
  name: 'cowork',
  title: 'Cowork, as the harness models it (http origin, 404)',
  documentUrl: 'https://cowork.invalid/artifacts/{file}',
  refusal: {
    kind: 'status',
    status: 404,
    contentType: 'text/html; charset=utf-8',
    body: '<!doctype html><html lang="en"><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>',
  },
  forms: 'navigates',
  beacon: 'true',
  downloads: 'not-delivered',
  storage: 'survives-reload',
  modals: 'work',
  popups: 'open',
  facts: [
    {
      about: 'refusal',
      source: 'description of the harness: a relative write resolves and is not ok',
      asOf: '2026-11-30',
      confidence: 'documented',
    },
    {
      about: 'refusal, forms, beacon',
      source:
        'Chromium 156 against a loopback http server without the endpoint: fetch resolves with 404, a form navigates',
      asOf: '2026-11-30',
      confidence: 'measured',
    },
    {
      about: 'downloads',
      source: 'description of the harness: a blob download is broken in the embedded viewer',
      asOf: '2026-11-30',
      confidence: 'documented',
    },
    {
      about: 'storage, modals, popups',
      source: 'the harness model names no restriction',
      asOf: '2026-11-30',
      confidence: 'modelled',
    },
  ],
};
