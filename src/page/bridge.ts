/**
 * The bridge between an engine and the script it evaluates inside the page. Types only.
 * Functions take and return strings and numbers only: an object of the host handed to a page would give away the host.
 */

/** What the engine offers the page's script. Kept in closures of the bundle; never reachable from the page's own code. */
export interface PageHost {
  /** Virtual milliseconds since the page opened. */
  now(): number;
  /** Step of the action going on, 0 = load. */
  step(): number;
  /** Requests the page made so far that write, whatever to, because of the action of a step. */
  wrote(step: number): number;
  /** JSON of `Omit<Perceived, 'at' | 'step'>`; the engine stamps it. */
  perceive(json: string): void;
  /**
   * Announces a canary before it is typed: `token` is found in bodies, stored values and downloads, `control` is the
   * name that `Recorded.carries` then holds. Tokens are unique, without quotes, blanks or characters that JSON or URL
   * encoding would change (`[a-z0-9-]+`); numbers and dates may be announced as well (`17`, `2031-04-05`), if distinctive.
   */
  canary(token: string, control: string): void;
  /** Actions the person may still take in this drive; 0 ends it with `budgetSpent`. */
  actionsLeft(): number;
  /**
   * The action that begins: the JSON that `act` will return. Called by `act` before it dispatches its first event, since
   * a request made inside must already know what caused it.
   */
  acting(json: string): void;
  /** Records a use of a shim once, by name, for `Observation.shims`. */
  shim(name: string): void;
  /** Reserved for listener facts the engine knows: JSON in, JSON out, '' when it knows nothing. */
  listeners(json: string): string;
  /** One call into the engine's network and records; used by `channels/` and `shims/` only. JSON or plain text, by `kind`. */
  call(kind: string, json: string): string;
}

/** What the page's script offers the engine; the bundle's last expression is a function `(host: PageHost, window) => PageScript`. */
export interface PageScript {
  /** Before the page's own scripts run, once per window (top and each same-origin frame). */
  install(): void;
  /** After load has settled: the baseline of what a person sees, unless a look after parsing took it. Top window only. */
  begin(): void;
  /**
   * After every macrotask: emit what changed, cheap when nothing did. Top window only; looks into its frames itself.
   * Returns the virtual time at which the person wants to act though the page has not come to rest, or Infinity.
   */
  look(): number;
  /**
   * Performs the next thing the person does, synchronously; `Omit<Action, 'step' | 'at'>` as JSON, '' when there is
   * nothing left. The engine raises the step before it calls, settles after it, and asks again.
   */
  act(): string;
  /** visibilitychange (hide); pagehide, beforeunload, unload (leave). */
  leave(kind: 'hide' | 'leave'): void;
  /** `Coverage` as JSON. */
  coverage(): string;
}

/** The default export of `page/main.ts`. */
export type PageEntry = (host: PageHost, window: Window & typeof globalThis) => PageScript;
