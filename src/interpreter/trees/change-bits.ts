/**
 * How a thing may change, as bits: the low ones of the object itself, the same shifted of whatever stands in it. In: bits.
 * Out: bits. A builder of what handlers change.
 */

/** Shifts the bits of a change to mean: in the object or anywhere within it. */
const WITHIN = 4;

/** Whether anything within changes. */
export function changesWithin(bits: number): boolean {
  return bits >> WITHIN !== 0;
}

/** The changes within alone, as of the whole. */
export function onlyWithin(bits: number): number {
  return (bits >> WITHIN) << WITHIN;
}

/** What comes to the object itself: its own changes, and those of anything within. */
export function ofItself(bits: number): number {
  return (bits & ((1 << WITHIN) - 1)) | (bits >> WITHIN);
}

/** The same changes, anywhere inside. */
export function inside(bits: number): number {
  return ofItself(bits) << WITHIN;
}
