/**
 * Stand-ins of a repaired drive. In: what to repair and the text of the artifact. Out: the text with placeholders in
 * scripts replaced, by identifiers of the same length so that no position moves, and the globals to define.
 */
import type { DriveRequest } from '../../contracts.ts';
import type { Repair } from '../../model.ts';

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

export class StandIns {
  readonly text: string;
  readonly #repairs: readonly Repair[];
  readonly #touched = new Set<string>();
  /** Global by name, to the repair it belongs to. */
  readonly #globals = new Map<string, string>();

  constructor(text: string, repair: DriveRequest['repair']) {
    let repaired = text;
    for (const [index, { kind, name }] of repair.entries()) {
      if (kind === 'undefined-global' || IDENTIFIER.test(name)) {
        this.#globals.set(name, name);
        continue;
      }
      const global = `_${index.toString(36)}`.padEnd(name.length, '_');
      repaired = replaceInScripts(repaired, name, global);
      this.#globals.set(global, name);
    }
    this.text = repaired;
    this.#repairs = repair.map(({ kind, name }) => ({ kind, name, touched: false }));
  }

  names(): string[] {
    return [...this.#globals.keys()];
  }

  touched(global: string): void {
    const name = this.#globals.get(global);
    if (name !== undefined) this.#touched.add(name);
  }

  repairs(): Repair[] {
    return this.#repairs.map((repair) => ({ ...repair, touched: this.#touched.has(repair.name) }));
  }
}

/** Outside scripts a placeholder is text that a person sees as it stands. */
function replaceInScripts(text: string, from: string, to: string): string {
  const lower = text.toLowerCase();
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const tag = lower.indexOf('<script', at);
    const open = tag < 0 ? -1 : lower.indexOf('>', tag);
    if (open < 0) break;
    const found = lower.indexOf('</script', open);
    const close = found < 0 ? text.length : found;
    parts.push(text.slice(at, open + 1), text.slice(open + 1, close).replaceAll(from, to));
    at = close;
  }
  return parts.join('') + text.slice(at);
}
