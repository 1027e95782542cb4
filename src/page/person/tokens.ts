/**
 * Canaries: a short text for each control that nothing else in the page says. In: a control's key and name. Out: its
 * token, announced to the engine before it is typed. The same control has the same token in every world.
 */
import type { PageHost } from '../bridge.ts';

export interface Token {
  readonly text: string;
  readonly ordinal: number;
}

/** Shorter values say nothing about where they came from. */
const DISTINCTIVE = 3;

export class Tokens {
  readonly #host: PageHost;
  readonly #byKey = new Map<string, Token>();
  readonly #announced = new Set<string>();

  constructor(host: PageHost) {
    this.#host = host;
  }

  of(key: string): Token {
    const held = this.#byKey.get(key);
    if (held) return held;
    const ordinal = this.#byKey.size;
    const token = { text: `svq${ordinal.toString(36).padStart(3, '0')}`, ordinal };
    this.#byKey.set(key, token);
    return token;
  }

  /** `text` may be a number or a date that the control was given instead of its token. */
  announce(text: string, control: string): void {
    const plain = text.trim().replace(/^\+/, '');
    if (plain.length < DISTINCTIVE || this.#announced.has(plain)) return;
    this.#announced.add(plain);
    this.#host.canary(plain, control);
  }
}
