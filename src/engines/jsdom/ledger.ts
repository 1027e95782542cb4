/**
 * Everything a page tried to send, read or keep in one drive. In: what channels ask. Out: `Recorded` entries, with what
 * the page looked at in each answer and which canaries each body carried. Nothing is sent anywhere.
 */
import { BODY_CHARS, REQUESTS_PER_DRIVE, STRING_CHARS } from '../../limits.ts';
import type { Channel, ElementRef, Endpoint, Place, Recorded, ResponseRead } from '../../model.ts';
import { uriDecoded } from '../../syntax/uri-decoded.ts';
import { isWrite } from '../../write-back-key.ts';
import type { Answer } from './answers.ts';
import type { Clock } from './clock.ts';

type Open = { -readonly [Key in keyof Omit<Recorded, 'reads' | 'missingFields'>]: Recorded[Key] } & {
  reads: Set<ResponseRead>;
  missingFields: Set<string>;
};

export interface Entry {
  readonly channel: Channel;
  readonly endpoint: Endpoint;
  readonly mode?: string;
  readonly body: string;
  readonly site?: Place;
  readonly element?: ElementRef;
  readonly takenOverBy?: string;
}

/** Characters of a body that are searched for canaries. */
const SEARCHED_CHARS = 1_000_000;
const FIELDS_KEPT = 100;

export class Ledger {
  readonly #clock: Clock;
  readonly #entries: Open[] = [];
  readonly #canaries = new Map<string, string>();
  readonly #writes = new Map<number, number>();
  /** Requests beyond the cap; the drive then does not count as completed. */
  dropped = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  canary(token: string, control: string): void {
    if (token !== '') this.#canaries.set(token, control.slice(0, STRING_CHARS));
  }

  /** Records a request; its id, or -2 when the cap is reached. */
  open(entry: Entry, answer: Answer): number {
    if (this.#entries.length >= REQUESTS_PER_DRIVE) {
      this.dropped += 1;
      return -2;
    }
    const id = this.#entries.length;
    this.#entries.push({
      id,
      channel: entry.channel,
      endpoint: entry.endpoint,
      step: this.#clock.cause,
      at: this.#clock.now,
      answeredAt: null,
      answer: answer.answer,
      status: answer.status,
      ...(entry.mode ? { mode: entry.mode } : {}),
      body: '',
      carries: [],
      reads: new Set(),
      missingFields: new Set(),
      wantsArray: false,
      looked: false,
      ...(entry.site ? { site: entry.site } : {}),
      ...(entry.element ? { element: entry.element } : {}),
      ...(entry.takenOverBy ? { takenOverBy: entry.takenOverBy } : {}),
    });
    this.body(id, entry.body);
    if (isWrite(entry)) this.#writes.set(this.#clock.cause, this.wrote(this.#clock.cause) + 1);
    return id;
  }

  /** Requests that write, caused by the action of a step. */
  wrote(step: number): number {
    return this.#writes.get(step) ?? 0;
  }

  body(id: number, text: string): void {
    const entry = this.#entries[id];
    if (!entry) return;
    entry.body = text.slice(0, BODY_CHARS);
    entry.carries = this.carried(
      `${text.slice(0, SEARCHED_CHARS)}\n${uriDecoded(entry.endpoint.url) ?? entry.endpoint.url}`,
    );
  }

  /** Names of the controls whose canaries a text holds. */
  carried(text: string): string[] {
    const names = new Set<string>();
    for (const [token, control] of this.#canaries) if (text.includes(token)) names.add(control);
    return [...names];
  }

  answered(id: number): void {
    const entry = this.#entries[id];
    if (entry) entry.answeredAt ??= this.#clock.now;
  }

  read(id: number, what: ResponseRead): void {
    this.#entries[id]?.reads.add(what);
  }

  unread(id: number, what: ResponseRead): void {
    this.#entries[id]?.reads.delete(what);
  }

  missing(id: number, field: string): void {
    const fields = this.#entries[id]?.missingFields;
    if (fields && fields.size < FIELDS_KEPT) fields.add(field.slice(0, STRING_CHARS));
  }

  looked(id: number): void {
    const entry = this.#entries[id];
    if (entry) entry.looked = true;
  }

  wantsArray(id: number): void {
    const entry = this.#entries[id];
    if (entry) entry.wantsArray = true;
  }

  closed(): Recorded[] {
    return this.#entries.map((entry) => ({
      ...entry,
      reads: [...entry.reads],
      missingFields: [...entry.missingFields],
    }));
  }
}
