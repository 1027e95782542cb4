/**
 * Tells what a person notices between two states of the text: what went and what came. In: changes by element, in a
 * fixed order. Out: the same without those that cancel: the same text, in the same order, in a redrawn part of the page.
 */

export interface TextChange {
  readonly where: string;
  readonly text: string;
  readonly owner: Element;
}

/** Above this many cells the exact comparison gives way to a linear one. */
const CELLS = 250_000;

export function cancelRedrawn(gone: TextChange[], come: TextChange[]): { gone: TextChange[]; come: TextChange[] } {
  if (gone.length === 0 || come.length === 0) return { gone, come };
  const kept = gone.length * come.length <= CELLS ? commonRun(gone, come) : commonPlaces(gone, come);
  return {
    gone: gone.filter((_, index) => !kept.gone.has(index)),
    come: come.filter((_, index) => !kept.come.has(index)),
  };
}

interface Kept {
  readonly gone: Set<number>;
  readonly come: Set<number>;
}

/** Longest common subsequence of the texts: a row put in front of others leaves the others where they were. */
function commonRun(gone: readonly TextChange[], come: readonly TextChange[]): Kept {
  const width = come.length + 1;
  const best = new Uint32Array((gone.length + 1) * width);
  for (let row = gone.length - 1; row >= 0; row--)
    for (let column = come.length - 1; column >= 0; column--)
      best[row * width + column] =
        gone[row]!.text === come[column]!.text
          ? best[(row + 1) * width + column + 1]! + 1
          : Math.max(best[(row + 1) * width + column]!, best[row * width + column + 1]!);
  const kept: Kept = { gone: new Set(), come: new Set() };
  let row = 0;
  let column = 0;
  while (row < gone.length && column < come.length) {
    if (gone[row]!.text === come[column]!.text) {
      kept.gone.add(row++);
      kept.come.add(column++);
    } else if (best[(row + 1) * width + column]! >= best[row * width + column + 1]!) row++;
    else column++;
  }
  return kept;
}

/** The same text at the same place. */
function commonPlaces(gone: readonly TextChange[], come: readonly TextChange[]): Kept {
  const places = new Map<string, number[]>();
  for (const [index, change] of gone.entries()) {
    const key = `${change.where}\n${change.text}`;
    places.set(key, [...(places.get(key) ?? []), index]);
  }
  const kept: Kept = { gone: new Set(), come: new Set() };
  for (const [index, change] of come.entries()) {
    const place = places.get(`${change.where}\n${change.text}`)?.shift();
    if (place === undefined) continue;
    kept.gone.add(place);
    kept.come.add(index);
  }
  return kept;
}
