/**
 * Which children of one parent a person sees in another place than before. In: the parent, the mutations of its children
 * in one look, which children count. Out: the fewest whose going and coming explains the new order, and where they stood.
 * What stands elsewhere only because another came or went is not among them.
 */

export interface Displaced {
  readonly element: Element;
  /** Places among the siblings of its tag, counted from one. */
  readonly before: number;
  readonly after: number;
}

export function displaced(
  parent: Node,
  records: readonly MutationRecord[],
  counts: (element: Element) => boolean,
): Displaced[] {
  const now = [...parent.childNodes];
  const then = undone(now, records);
  const first = now.findIndex((node, index) => node !== then[index]);
  if (first < 0) return [];
  const stood = new Map(then.slice(first).map((node, index) => [node, index]));
  const stayed = now.slice(first).filter((node): node is Element => stood.has(node) && isElement(node) && counts(node));
  const kept = longestRise(stayed.map((element) => stood.get(element) as number));
  const moved = stayed.filter((_, index) => !kept.has(index));
  if (moved.length === 0) return [];
  const [before, after] = [placesOf(then), placesOf(now)];
  return moved.map((element) => ({
    element,
    before: before.get(element) as number,
    after: after.get(element) as number,
  }));
}

/** The children before the records, which are taken back from the last to the first. */
function undone(now: readonly Node[], records: readonly MutationRecord[]): Node[] {
  const next = new Map<Node | null, Node | null>();
  const previous = new Map<Node | null, Node | null>();
  const link = (left: Node | null, right: Node | null): void => {
    next.set(left, right);
    previous.set(right, left);
  };
  // The ends of the list meet in null.
  for (const [index, node] of now.entries()) link(now[index - 1] ?? null, node);
  link(now.at(-1) ?? null, null);
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records.toReversed()) {
    for (const node of addedNodes) link(previous.get(node) ?? null, next.get(node) ?? null);
    let left: Node | null = previousSibling;
    for (const node of removedNodes) {
      link(left, node);
      left = node;
    }
    link(left, nextSibling);
  }
  const then: Node[] = [];
  for (let node = next.get(null) ?? null; node && then.length < next.size; node = next.get(node) ?? null)
    then.push(node);
  return then;
}

/** Indices of a longest rising run of different numbers. */
function longestRise(numbers: readonly number[]): Set<number> {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, number] of numbers.entries()) {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle] as number]! < number) low = middle + 1;
      else high = middle;
    }
    before.push(low > 0 ? (ends[low - 1] as number) : -1);
    ends[low] = index;
  }
  const kept = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] as number) kept.add(index);
  return kept;
}

function placesOf(nodes: readonly Node[]): Map<Node, number> {
  const totals = new Map<string, number>();
  const places = new Map<Node, number>();
  for (const node of nodes) {
    if (!isElement(node)) continue;
    const place = (totals.get(node.localName) ?? 0) + 1;
    totals.set(node.localName, place);
    places.set(node, place);
  }
  return places;
}

const isElement = (node: Node): node is Element => node.nodeType === 1;
