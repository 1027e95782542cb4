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

/** Letters alone, since many a field for a name takes nothing else. */
function letters(ordinal: number): string {
  const digits = [ordinal / 676, ordinal / 26, ordinal].map((part) => Math.floor(part) % 26);
  return String.fromCharCode(...digits.map((digit) => 97 + digit)) + (ordinal < 17_576 ? '' : String(ordinal));
}

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
    const token = { text: `svq${letters(ordinal)}`, ordinal };
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
