/**
 * `JSON.parse`. In: a text. Out: the value it stands for, or a rejection for a page that says 404.
 */

import { Thrown } from '../machine/completions.ts';
import type { Machine } from '../machine/machine.ts';
import { joinAll } from '../values/joins.ts';
import type { Value } from '../values/values.ts';
import { alternatives, doubtOf, exact, prim, STATE, text, top, UNDEFINED } from '../values/values.ts';

/** Characters of a text that are read as JSON. */
const DATA_CHARS = 20_000;

/** A reply that is a page is no JSON; anything else unknown may be. */
export function parseJson(machine: Machine, _self: Value, [value, reviver]: readonly Value[]): Value {
  if (reviver) machine.passTime([reviver]);
  const results: Value[] = [];
  for (const option of alternatives(value ?? UNDEFINED)) {
    const first = option.t === 'str' ? option.parts[0] : undefined;
    if (typeof first === 'string' && first.trimStart().startsWith('<')) {
      const error = machine.error('Unexpected token in JSON');
      if (alternatives(value ?? UNDEFINED).length === 1) throw new Thrown(error);
      machine.branches.mayThrow(error, STATE);
      continue;
    }
    const known = exact(option);
    results.push(
      known !== null && option.t === 'str' && known.length <= DATA_CHARS
        ? parsed(machine, known)
        : top(doubtOf(option)),
    );
  }
  return joinAll(results);
}

function parsed(machine: Machine, json: string): Value {
  try {
    return fromPlain(machine, JSON.parse(json), 0);
  } catch (error) {
    if (error instanceof SyntaxError) return top(STATE);
    throw error;
  }
}

/** Elements of one list that are told apart. */
const ITEMS = 500;

/** A JSON value as an abstract one; deeper than 20 levels is unknown. */
function fromPlain(machine: Machine, value: unknown, depth: number): Value {
  if (depth > 20) return top(STATE);
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value))
    return machine.array(
      value.slice(0, ITEMS).map((item) => fromPlain(machine, item, depth + 1)),
      value.length > ITEMS ? top(STATE) : null,
    );
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    const known = entries.slice(0, ITEMS).map(([key, inner]) => [key, fromPlain(machine, inner, depth + 1)]);
    return machine.plain(Object.fromEntries(known), entries.length > ITEMS ? STATE : 0);
  }
  return prim(value as number | boolean | null);
}
