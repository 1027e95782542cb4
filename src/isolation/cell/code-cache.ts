/**
 * Makes V8's code cache of a cell's code, under the flags of a cell, since one made under others is refused. In: a place.
 * Out: the cache, or null when the cell that makes it did not complete; without one, cells take longer to load.
 */
import { capsFor } from './caps.ts';
import type { CellPlace } from './place.ts';
import { startCell } from './start.ts';
import { findTools } from './tools.ts';

/** Puts a cache into the place unless it has one. The tier with the fewest walls is enough: no artifact is near. */
export async function warmPlace(place: CellPlace): Promise<void> {
  if (place.hasCache) return;
  const cache = await makeCodeCache(place);
  if (cache) place.keepCache(cache);
}

/** Starts a cell for it and ends it. */
export async function makeCodeCache(place: CellPlace): Promise<Buffer | null> {
  const { cell } = startCell('process', place, findTools());
  await cell.ready();
  let cache: Buffer | null = null;
  const end = await cell.perform({ kind: 'code-cache' }, capsFor(), (message) => {
    if (message.kind === 'code-cache') cache = Buffer.from(message.cache, 'base64');
  });
  return end.code === 'completed' ? cache : null;
}
