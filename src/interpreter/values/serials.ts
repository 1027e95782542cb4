/** The order in which objects and scopes are made. In: nothing. Out: the next place in it; the first is 1. */
let latest = 0;

/** Of what is made now. */
export function nextSerial(): number {
  latest += 1;
  return latest;
}

/** Of what was made last: whatever is made from here on has a higher one. */
export function latestSerial(): number {
  return latest;
}
