/**
 * Map, Set, FormData, Headers and URLSearchParams. In: a collection and a key. Out: its methods. What is in it is kept as
 * one list of entries; reading by key gives what was put there by that name, or something only the page knows.
 */

import type { Machine } from '../machine/machine.ts';
import { repeated } from '../machine/rounds.ts';
import { inRounds, isUncounted, markUncounted, setItems } from '../values/counts.ts';
import { join, joinAll } from '../values/joins.ts';
import { native, object } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { alternatives, exact, prim, STATE, top, UNDEFINED } from '../values/values.ts';
import { CALLED, every } from './array-elements.ts';
import { elementsOf, entriesOf } from './spread.ts';

/** `taint`: of what may be in it besides what the program puts there; 0 for nothing. */
export function collection(machine: Machine, name: string, taint: number, start: Value = UNDEFINED): Obj {
  const made = object({ kind: 'collection', name, born: machine.moment + 1 });
  const { items, rest } = start.t === 'obj' || taint === 0 ? elementsOf(machine, start) : { items: [], rest: null };
  const unknown = taint ? top(taint) : null;
  made.slots.set('entries', machine.array(items, rest && unknown ? join(rest, unknown) : (rest ?? unknown)));
  made.slots.set('taint', taint || STATE);
  return made;
}

export function bodyMember(machine: Machine, self: Obj, key: string): Value | null {
  const entries = entriesOf(machine, self)!;
  const taint = self.slots.get('taint') as number;
  switch (key) {
    case 'set':
    case 'append':
      return native<Machine>(key, (m, _s, args) => {
        add(m, entries, m.array(args));
        return self;
      });
    case 'add':
      return native<Machine>(key, (m, _s, args) => {
        add(m, entries, args[0] ?? UNDEFINED);
        return self;
      });
    case 'get':
    case 'getAll':
      return native<Machine>(key, (_m, _s, args) => {
        const found = stored(entries, args[0], taint);
        return self.slots.has('varies') ? join(found, top(STATE)) : found;
      });
    case 'size':
      return top(taint);
    case 'has':
      return native<Machine>(key, (_m, _s, [wanted = UNDEFINED]) => holds(self, entries, wanted) ?? top(taint));
    case 'delete':
      return native<Machine>(key, (m) => {
        lose(m, entries);
        return top(taint);
      });
    case 'forEach':
      return native<Machine>(key, (m, _s, args, site) => {
        const values = every(entries).map(entryValue);
        const others = values.length > CALLED ? [joinAll(values.slice(CALLED))] : [];
        const call = (value: Value): Value =>
          inRounds(m, () => m.call(args[0] ?? UNDEFINED, UNDEFINED, [value, top(STATE)], site));
        for (const value of [...values.slice(0, CALLED), ...others]) repeated(m, () => call(value));
        return UNDEFINED;
      });
    case 'entries':
    case 'values':
    case 'keys':
      return native<Machine>(key, () => entries);
    case 'toString':
      return native<Machine>(key, () => top(taint));
    case 'clear':
    case 'sort':
      return native<Machine>(key, (m) => {
        lose(m, entries);
        return UNDEFINED;
      });
    default:
      return null;
  }
}

/** Entries that are kept one by one. */
const KEPT = 200;

function entryValue(entry: Value): Value {
  return entry.t === 'obj' && entry.items ? (entry.items.v[1] ?? entry) : entry;
}

/** Values of one key that are told apart. */
const TOLD_APART = 7;

/** Puts an entry in; what no longer has its place may be any. */
function add(machine: Machine, entries: Obj, entry: Value): void {
  const all = [...entries.items!.v, entry];
  if (all.length > KEPT) entries.rest ??= top(STATE);
  setItems(machine, entries, all.slice(-KEPT));
}

/** Any of what is in it may be gone. */
function lose(machine: Machine, entries: Obj): void {
  if (!isUncounted(entries)) machine.heap.blur(entries);
  markUncounted(entries);
}

/** Whether something known is in what is known for sure; null where it is not known. */
function holds(self: Obj, entries: Obj, wanted: Value): Value | null {
  const keys = entries.items!.v.map((entry) => (entry.t === 'obj' && entry.items ? entry.items.v[0] : entry));
  const isSure = !entries.rest && !isUncounted(entries) && !self.slots.has('varies');
  if (!isSure || exact(wanted) === null || !keys.every((key) => key && exact(key) !== null)) return null;
  return prim(keys.some((key) => key!.t === wanted.t && exact(key!) === exact(wanted)));
}

function stored(entries: Obj, key: Value | undefined, taint: number): Value {
  const name = exact(key);
  const others = entries.rest ? alternatives(entries.rest) : [];
  const found = [...entries.items!.v, ...others].flatMap((entry) => {
    if (entry.t !== 'obj' || !entry.items) return [];
    const [entryKey, value] = entry.items.v;
    const entryName = exact(entryKey);
    return value && (name === null || entryName === null || entryName === name) ? [value] : [];
  });
  if (found.length === 0) return top(taint);
  if (entries.rest || found.length > TOLD_APART) found.push(top(taint));
  return joinAll([...found.slice(-TOLD_APART), ...(isUncounted(entries) ? [UNDEFINED] : [])]);
}
