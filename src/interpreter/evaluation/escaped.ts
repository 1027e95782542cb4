/**
 * Values that leave our sight. In: a value that is handed to something unknown. Out: nothing; the writes whose answer is in it
 * are noted as escaped, and an event that is in it as one that may be stopped.
 */
import { mayPrevent } from '../browser/events.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { allWrites, stateOf } from '../promises/promises.ts';
import type { Obj, Value } from '../values/values.ts';
import { alternatives } from '../values/values.ts';

const DEPTH = 2;
const ITEMS = 20;

export function escaped(ledger: Ledger, value: Value, depth = 0): void {
  for (const option of alternatives(value)) {
    if (option.t !== 'obj' || depth > DEPTH) continue;
    if (option.kind === 'event') mayPrevent(option);
    for (const key of answersIn(option)) {
      const write = key ? ledger.writes.get(key) : undefined;
      if (write) write.escaped = true;
    }
    if (option.items) for (const item of option.items.v.slice(0, ITEMS)) escaped(ledger, item, depth + 1);
  }
}

function answersIn(value: Obj): Iterable<string | null> {
  if (value.kind === 'promise') return allWrites(stateOf(value));
  return value.kind === 'response' ? [value.slots.get('write') as string | null] : [];
}
