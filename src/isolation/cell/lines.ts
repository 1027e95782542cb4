/**
 * Reads the stream of one cell. In: chunks of its standard output. Out: messages in order, or why the stream is not to be
 * trusted. Only a stream that came to its end mark, with nothing after it, is complete.
 */
import { timingSafeEqual } from 'node:crypto';
import type { CellMessage } from '../../../workers/cell/protocol.ts';
import { READY, READY_CACHED, seal } from '../../../workers/cell/protocol.ts';

const KINDS: ReadonlySet<unknown> = new Set<CellMessage['kind']>(['observation', 'probes', 'code-cache', 'end']);

export class CellLines {
  readonly #key: Buffer;
  /** The beginning of a line whose end has not come. */
  #pending: string[] = [];
  #next = 0;
  #ready = false;
  #cached = false;
  #ended = false;
  #fault: string | null = null;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Why the stream is not to be trusted, or null. */
  get fault(): string | null {
    return this.#fault;
  }

  /** The cell has loaded and waits for its task. */
  get ready(): boolean {
    return this.#ready;
  }

  /** It took its code from the code cache. */
  get cached(): boolean {
    return this.#cached;
  }

  /** The end mark has been seen, whole and in order. */
  get ended(): boolean {
    return this.#ended;
  }

  push(chunk: string): CellMessage[] {
    if (this.#fault) return [];
    if (chunk === '') return [];
    if (!chunk.includes('\n')) {
      this.#pending.push(chunk);
      return [];
    }
    const lines = (this.#pending.join('') + chunk).split('\n');
    this.#pending = [lines.pop() ?? ''].filter((line) => line !== '');
    return lines.flatMap((line) => this.#read(line) ?? []);
  }

  /** Called when the stream has closed. */
  close(): void {
    if (this.#pending.length > 0) this.#fault ??= this.#ended ? 'a message after the end' : 'a line without its end';
  }

  #read(line: string): CellMessage | null {
    if (this.#fault) return null;
    if (this.#ready) return this.#sealed(line);
    this.#cached = line === READY_CACHED;
    this.#ready = this.#cached || line === READY;
    if (!this.#ready) this.#fault = 'something else than the sign of readiness';
    return null;
  }

  #sealed(line: string): CellMessage | null {
    const first = line.indexOf(' ');
    const second = line.indexOf(' ', first + 1);
    const payload = line.slice(second + 1);
    const number = this.#next;
    if (this.#ended) this.#fault = 'a message after the end';
    else if (line.slice(0, first) !== String(number)) this.#fault = `message ${number} is missing or out of order`;
    else if (!sameText(line.slice(first + 1, second), seal(this.#key, number, payload)))
      this.#fault = `the seal of message ${number} is wrong`;
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
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function parse(payload: string): CellMessage | null {
  try {
    const value: unknown = JSON.parse(payload);
    const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null;
    return KINDS.has(kind) ? (value as CellMessage) : null;
  } catch {
    return null;
  }
}
