/**
 * Where the clauses of a line end and where it negates. In: a line and the spans that punctuation cannot cut (a call's
 * arguments). Out: questions about one place in it. Built once a line, so that a line full of paths costs no more than
 * its length.
 */

export interface Span {
  readonly start: number;
  readonly end: number;
}

const NEGATION = /(?<![-\w])(?:never|avoid|not|do not|\w+n['’]t)(?![-\w])/gi;
const SEVERING = /[.!?](?=\s|$)|[;,](?=\s|$)/g;
/** A sentence that starts without a full stop before it: `Write(x) Do not touch the rest`. */
const NEW_SENTENCE = /\s(?=(?:Do not|Don['’]t|Never|Avoid)\b)/g;
const ABOUT_SOMETHING_ELSE = /\b(?:other|others|else|another)\b/i;

/** Whether a line tells its reader not to. */
export function negates(line: string | undefined): boolean {
  return line !== undefined && line.search(NEGATION) >= 0;
}

export class LineClauses {
  readonly #cuts: number[];
  readonly #negations: number[];

  constructor(line: string, whole: readonly Span[]) {
    const outside = outsideOf(whole);
    const cuts = [...line.matchAll(SEVERING), ...line.matchAll(NEW_SENTENCE)].map((m) => m.index).filter(outside);
    this.#cuts = cuts.sort((a, b) => a - b);
    this.#negations = [...line.matchAll(NEGATION)]
      .filter(
        (m) => outside(m.index) && !ABOUT_SOMETHING_ELSE.test(line.slice(m.index, this.#end(m.index, line.length))),
      )
      .map((m) => m.index);
  }

  /** Whether the clause around `offset` negates. A negation about something else (`any other file`) does not. */
  negatedAt(offset: number): boolean {
    const cut = firstAtOrAfter(this.#cuts, offset);
    const from = this.#cuts[cut - 1] ?? -1;
    const to = this.#cuts[cut] ?? Number.POSITIVE_INFINITY;
    const negation = this.#negations[firstAtOrAfter(this.#negations, from + 1)];
    return negation !== undefined && negation < to;
  }

  /** End of the clause at `offset`, at most sixty characters on: further words do not say what a negation is about. */
  #end(offset: number, length: number): number {
    return Math.min(this.#cuts[firstAtOrAfter(this.#cuts, offset)] ?? length, offset + 60);
  }
}

/** A test for offsets in ascending order of call or not: binary search over disjoint, sorted spans. */
function outsideOf(spans: readonly Span[]): (offset: number) => boolean {
  const starts = spans.map((span) => span.start);
  return (offset) => {
    const span = spans[firstAtOrAfter(starts, offset + 1) - 1];
    return span === undefined || offset >= span.end;
  };
}

function firstAtOrAfter(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
