/**
 * Bodies of accepted answers that the page got as text. In: each text as it is handed out. Out: `JSON.parse` of the realm
 * gives the watched body for it, so that `JSON.parse(xhr.responseText)` is seen like `response.json()`, and
 * `Array.isArray` of a body is a look at it.
 */
import type { PageHost } from '../bridge.ts';
import { askOf } from './ask.ts';
import { define } from './define.ts';
import type { RequestAnswer } from './protocol.ts';
import { askedKind, trackedBody } from './tracked-body.ts';

/** Accepted bodies are alike: the last one handed out speaks for its text. */
const handedOut = new Map<string, RequestAnswer>();

/** The text of an answer, noted on its way to the page. */
export function handOut(answer: RequestAnswer, text: string): string {
  if (answer.unlocked !== null && text === answer.body) handedOut.set(text, answer);
  return text;
}

export function installBodyTexts(window: Window & typeof globalThis, host: PageHost): void {
  const ask = askOf(host);
  const { isArray } = window.Array;
  define(window.Array, {
    isArray(value: unknown) {
      askedKind(value);
      return isArray(value);
    },
  });
  const realm = window.JSON;
  const own = realm.parse;
  define(realm, {
    parse(text: string, ...reviver: [((key: string, value: unknown) => unknown)?]) {
      const answer = reviver.length === 0 && typeof text === 'string' ? handedOut.get(text) : undefined;
      return answer ? trackedBody(answer, ask) : Reflect.apply(own, realm, [text, ...reviver]);
    },
  });
}
