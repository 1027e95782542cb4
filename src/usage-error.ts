/**
 * A mistake of the person or program that called us: a wrong option, a path that is not there, a file that is not what
 * it should be. Ends a command with exit code 2, an HTTP request with 400. Never used for what could not be checked.
 */

/** `message` names the input that is wrong; `hint` is the next step, without a full stop of its own line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** A tier of isolation that was asked for and that is not proven on this machine: exit code 78, never a weaker tier. */
export class NotProvenError extends Error {
  override readonly name = 'NotProvenError';
}

/**
 * The known word a mistyped one was meant to be, or null when none is near: at most two edits (insert, delete,
 * replace, swap of neighbours), and fewer edits than half the word is long.
 */
export function nearest(word: string, known: Iterable<string>): string | null {
  let best: string | null = null;
  let least = Math.min(2, Math.ceil(word.length / 2) - 1);
  for (const candidate of known) {
    const distance = edits(word.toLowerCase(), candidate.toLowerCase());
    if (distance <= least && (best === null || distance < least)) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

/** "a, b or c", for messages that list what is allowed. */
export function alternatives(words: readonly string[]): string {
  if (words.length <= 1) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** The message for a word out of a closed set, with the nearest known word when there is one. */
export function unknownWord(kind: string, word: string, known: readonly string[]): UsageError {
  const meant = nearest(word, known);
  const hint = meant === null ? `Known: ${known.join(', ')}` : `Did you mean ${meant}? Known: ${known.join(', ')}`;
  return new UsageError(`Unknown ${kind}: ${word}`, hint);
}

/** Damerau-Levenshtein distance (optimal string alignment) of two short words. */
function edits(a: string, b: string): number {
  if (a.length > 60 || b.length > 60) return Number.POSITIVE_INFINITY;
  let older: number[] = [];
  let old = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((old[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (old[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (older[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    older = old;
    old = row;
  }
  return old[b.length] ?? 0;
}
