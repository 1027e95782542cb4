/**
 * Runs a piece of work for each of many, a few at a time, in order of the list. Once the signal is aborted nothing new
 * begins. The first exception is thrown when the pieces that had begun have ended.
 */
export async function inLanes<Item>(
  lanes: number,
  items: readonly Item[],
  signal: AbortSignal | undefined,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const lane = async (): Promise<void> => {
    for (const item of waiting) {
      if (signal?.aborted) return;
      await work(item);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(lanes, items.length) }, lane));
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken) throw broken.reason;
}
