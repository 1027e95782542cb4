/**
 * `URL.createObjectURL`. In: blobs. Out: URLs that only this page knows; the text of a blob is told to the engine, so
 * that a download of it can be read.
 */
import type { PageHost } from '../bridge.ts';
import { askOf } from './ask.ts';
import { define } from './define.ts';
import { forgetBlob, nameBlob } from './local-url.ts';

const TOLD_BYTES = 2_000_000;

export function installObjectUrls(window: Window & typeof globalThis, host: PageHost): void {
  const ask = askOf(host);
  define(window.URL, {
    createObjectURL: (blob: unknown) => {
      if (!(blob instanceof Blob)) return nameBlob(new Blob([]));
      const url = nameBlob(blob);
      blob
        .slice(0, TOLD_BYTES)
        .text()
        .then((text) => ask('blob', { url, text }));
      return url;
    },
    revokeObjectURL: (url: unknown) => forgetBlob(String(url)),
  });
}
