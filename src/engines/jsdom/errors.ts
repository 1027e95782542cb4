/**
 * Errors of a page as facts. In: what jsdom reports, or the reason of a rejection; both are the page's values and may
 * be anything. Out: PageError entries. Values are read, never converted: a page's `toString` must not run here.
 */
import { STRING_CHARS } from '../../limits.ts';
import type { PageError } from '../../model.ts';
import type { Clock } from './clock.ts';
import type { JsdomError } from './hooks.ts';
import type { Sites } from './sites.ts';

const ERRORS_KEPT = 200;
const UNDEFINED = /^(?:ReferenceError: )?([\p{ID_Start}$_][\p{ID_Continue}$]*) is not defined$/u;

export class ErrorLog {
  readonly entries: PageError[] = [];
  readonly #clock: Clock;
  readonly #sites: Sites;

  constructor(clock: Clock, sites: Sites) {
    this.#clock = clock;
    this.#sites = sites;
  }

  fromJsdom(error: JsdomError): void {
    if (error.type === 'unhandled-exception') this.add('script', error.cause);
    if (error.type === 'resource-loading') this.resource(error.message);
  }

  resource(message: string): void {
    this.#push({ kind: 'resource', message: short(message) });
  }

  add(kind: 'script' | 'rejection', reason: unknown): void {
    const message = messageOf(reason);
    const stack = readText(reason, 'stack');
    const place = stack === null ? undefined : this.#sites.of(stack);
    const undefinedName = UNDEFINED.exec(message)?.[1];
    this.#push({
      kind,
      message: short(message),
      ...(place ? { place } : {}),
      ...(undefinedName ? { undefinedName } : {}),
    });
  }

  #push(error: Omit<PageError, 'at' | 'step'>): void {
    if (this.entries.length < ERRORS_KEPT)
      this.entries.push({ at: this.#clock.now, step: this.#clock.cause, ...error });
  }
}

function messageOf(reason: unknown): string {
  if (typeof reason === 'string') return reason;
  if (typeof reason !== 'object' || reason === null) return `threw a value of type ${typeof reason}`;
  const name = readText(reason, 'name');
  const message = readText(reason, 'message') ?? 'threw an object';
  return name && name !== 'Error' && name !== 'ReferenceError' ? `${name}: ${message}` : message;
}

/** A property that is a string; null when it is not, or when its getter throws. */
function readText(value: unknown, key: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  try {
    const property: unknown = Reflect.get(value, key);
    return typeof property === 'string' ? property : null;
  } catch {
    return null;
  }
}

function short(text: string): string {
  return text.slice(0, STRING_CHARS * 2);
}
