/**
 * Reads the stream of one cell. In: chunks of its standard output. Out: messages in order, or why the stream is not to be
 * trusted. Only a stream that came to its end mark, with nothing after it, is complete.
 */
import { timingSafeEqual } from 'node:crypto';
import type { CellMessage } from '../../workers/cell/protocol.ts';
import { READY, seal } from '../../workers/cell/protocol.ts';

export class CellLines {
  readonly #key: Buffer;
  readonly #capBytes: number;
  #pending = '';
  #bytes = 0;
  #next = 0;
  #ready = false;
  #ended = false;
  #fault: string | null = null;

  constructor(key: Buffer, capBytes: number) {
    this.#key = key;
    this.#capBytes = capBytes;
  }

  /** Why the stream is not to be trusted, or null. */
  get fault(): string | null {
    return this.#fault;
  }

  /** The cell has loaded and waits for its task. */
  get ready(): boolean {
    return this.#ready;
  }

  /** The end mark has been seen, whole and in order. */
  get ended(): boolean {
    return this.#ended;
  }

  push(chunk: string): CellMessage[] {
    this.#bytes += Buffer.byteLength(chunk);
    if (this.#bytes > this.#capBytes) this.#fault ??= `more than ${this.#capBytes} bytes of output`;
    if (this.#fault) return [];
    const lines = (this.#pending + chunk).split('\n');
    this.#pending = lines.pop() ?? '';
    return lines.flatMap((line) => this.#read(line) ?? []);
  }

  /** Called when the stream has closed. */
  close(): void {
    if (this.#pending !== '') this.#fault ??= 'a line without its end';
  }

  #read(line: string): CellMessage | null {
    if (this.#fault) return null;
    if (!this.#ready) {
      this.#ready = line === READY;
      if (!this.#ready) this.#fault = 'something else than the sign of readiness';
      return null;
    }
    return this.#sealed(line);
  }

  #sealed(line: string): CellMessage | null {
    const first = line.indexOf(' ');
    const second = line.indexOf(' ', first + 1);
    const payload = line.slice(second + 1);
    const number = this.#next;
    if (line.slice(0, first) !== String(number)) this.#fault = `message ${number} is missing or out of order`;
    else if (!sameText(line.slice(first + 1, second), seal(this.#key, number, payload)))
      this.#fault = `the seal of message ${number} is wrong`;
    else if (this.#ended) this.#fault = 'a message after the end';
    if (this.#fault) return null;
    this.#next += 1;
    // What is sealed was written by our own code, unless the cell was taken over: then it may be anything.
    const message = parse(payload);
    if (!message) this.#fault = `message ${number} cannot be read`;
    if (message?.kind === 'end') this.#ended = true;
    return message;
  }
}

function sameText(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

function parse(payload: string): CellMessage | null {
  try {
    const value: unknown = JSON.parse(payload);
    const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null;
    return kind === 'observation' || kind === 'probes' || kind === 'end' ? (value as CellMessage) : null;
  } catch {
    return null;
  }
}
