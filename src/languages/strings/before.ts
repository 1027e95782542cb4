/**
 * Events of a name in source order. In: events and a place. Out: how many stand before it.
 */

export function countBefore(events: readonly { readonly at: number }[], at: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle]!.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
