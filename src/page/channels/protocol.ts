/**
 * What the page's channels say to the engine through `PageHost.call`, as JSON. Types only.
 * Each call is named by its key; the engine answers with the JSON of the result, or with '' for `void`.
 */
import type { Channel, ElementRef, ResponseRead } from '../../model.ts';

/** Facts of the host a page can notice. */
interface HostFacts {
  readonly beacon: 'true' | 'false';
  readonly modals: 'work' | 'suppressed';
  readonly popups: 'open' | 'null';
  readonly storage: 'survives-reload' | 'gone-on-reload' | 'throws';
}

interface RequestAsk {
  readonly channel: Channel;
  readonly method: string;
  readonly url: string;
  /** What relative URLs resolve against. */
  readonly base: string;
  readonly mode?: string;
  readonly body: string;
  /** `stack` of an Error made where the page called. */
  readonly stack: string;
  readonly element?: ElementRef;
}

export interface RequestAnswer {
  /** -1: no endpoint (`data:`, `blob:`); the page answers by itself. */
  readonly id: number;
  readonly kind: 'status' | 'reject' | 'opaque' | 'none';
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** Virtual milliseconds until the answer arrives. */
  readonly latency: number;
  /** Reads of the parsed body are reported; these fields are there and truthy. Null: the body is given as it is. */
  readonly unlocked: readonly string[] | null;
  /** A remote answer without content: parsed as JSON it is `{}`. */
  readonly empty: boolean;
}

export interface Calls {
  request: (ask: RequestAsk) => RequestAnswer;
  /** The body of a request when it was not at hand at once. */
  body: (of: { id: number; body: string }) => void;
  answered: (of: { id: number }) => void;
  /** `stack` where it matters who read: a library beside the page reads every body. */
  read: (of: { id: number; what: ResponseRead; stack?: string }) => void;
  missing: (of: { id: number; field: string }) => void;
  /** The page got at something in the body. */
  looked: (of: { id: number }) => void;
  'wants-array': (of: { id: number }) => void;
  /** Whether the promise of this request was rejected, so that an unhandled rejection tells its fate was ignored. */
  rejected: (of: { id: number }) => void;
  facts: (of: object) => HostFacts;
  /** Something kept or handed over without an answer. `name` stands in the URL of its endpoint. */
  keep: (of: { channel: Channel; name: string; body: string }) => void;
  /** A window the page opens, or a place it goes to. */
  navigate: (of: { url: string }) => void;
  /** The content behind a `blob:` URL. */
  blob: (of: { url: string; text: string }) => void;
  /** Stand-ins to put in place of undefined globals. */
  repairs: (of: object) => readonly string[];
  /** A stand-in was given an element, a matching selector or a function. */
  touched: (of: { name: string }) => void;
  /** Text of a sibling file; null, and on record as missing, when there is none. */
  text: (of: { url: string }) => string | null;
  /** A digest, or an HMAC where a key is given, all in hexadecimal; '' for an algorithm that is not known. */
  hash: (of: { name: string; content: string; key?: string }) => string;
  /** Epoch milliseconds at which the page opened. */
  opened: (of: object) => number;
}
