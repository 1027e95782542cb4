/**
 * `Worker`: code of a blob, a `data:` URL or a sibling file runs in the page's own realm, in a scope of its own, message by message.
 * Code that is not at hand is reported missing, and the worker gets an error as in a browser. Scripts it imports by a
 * literal name share its declarations; those it imports otherwise share what they put on `self`.
 */
import type { PageHost } from '../bridge.ts';
import { askOf } from '../channels/ask.ts';
import { defineEventHandlers, defineInterface } from '../channels/define.ts';
import { blobOf } from '../channels/local-url.ts';
import { documentBase } from '../channels/request.ts';
import { clone } from './structured-clone.ts';

export function installWorker(window: Window & typeof globalThis, host: PageHost): void {
  const ask = askOf(host);
  const later = window.setTimeout;
  const Code = window.Function;
  const textAt = (url: unknown): string | null =>
    ask('text', { url: URL.parse(String(url), documentBase())?.href ?? String(url) }) ?? null;
  const run = (code: string, scope: EventTarget): void => new Code('scope', `with (scope) { ${code}\n}`)(scope);

  class PageWorker extends EventTarget {
    #inside: EventTarget | null = null;
    #early: unknown[] = [];
    #ended = false;

    constructor(url: string | URL) {
      super();
      host.shim('worker');
      void this.#start(String(url));
    }
    async #start(url: string): Promise<void> {
      const blob = blobOf(url);
      const text = blob ? await blob.text() : textAt(url);
      later(() => {
        if (text === null)
          this.dispatchEvent(new ErrorEvent('error', { message: 'the script of the worker is missing' }));
        else this.#run(text);
      }, 1);
    }
    #run(code: string): void {
      const imported = new Map(namedImports(code).map((url) => [url, textAt(url)]));
      const inside = this.#scope(imported);
      try {
        run([...imported.values(), code].filter((text) => text !== null).join('\n;'), inside);
      } catch (error) {
        const message = error instanceof Error ? error.message : 'the worker threw';
        this.dispatchEvent(new ErrorEvent('error', { message, error }));
        return;
      }
      this.#inside = inside;
      for (const message of this.#early.splice(0)) this.postMessage(message);
    }
    #scope(imported: ReadonlyMap<string, string | null>): EventTarget {
      const inside = Object.assign(new EventTarget(), {
        onmessage: null as ((event: Event) => void) | null,
        name: '',
        postMessage: (message: unknown) => {
          const data = clone(message);
          later(() => {
            if (!this.#ended) this.dispatchEvent(new MessageEvent('message', { data }));
          }, 0);
        },
        close: () => this.terminate(),
        importScripts: (...urls: unknown[]): void => {
          for (const url of urls) {
            if (imported.get(String(url))) continue;
            const text = imported.has(String(url)) ? null : textAt(url);
            if (text === null) throw new DOMException('Failed to load a script', 'NetworkError');
            run(text, inside);
          }
        },
      });
      Object.assign(inside, {
        self: inside,
        globalThis: inside,
        addEventListener: inside.addEventListener.bind(inside),
      });
      inside.addEventListener('message', (event) => inside.onmessage?.(event));
      return inside;
    }
    postMessage(message: unknown): void {
      if (this.#ended) return;
      if (!this.#inside) {
        this.#early.push(message);
        return;
      }
      const [inside, data] = [this.#inside, clone(message)];
      later(() => {
        if (!this.#ended) inside.dispatchEvent(new MessageEvent('message', { data }));
      }, 0);
    }
    terminate(): void {
      this.#ended = true;
    }
  }
  defineEventHandlers(PageWorker, ['message', 'messageerror', 'error']);
  defineInterface(window, 'Worker', PageWorker);
}

/** URLs that code imports as classic scripts by a literal; a worker does so before anything else. */
function namedImports(code: string): string[] {
  return [...code.matchAll(/\bimportScripts\s*\(([^()]*)\)/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, single, double]) => single ?? double ?? ''),
  );
}
