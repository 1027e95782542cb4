/**
 * Which writes came before each of the values that a place may have. In: values of ways that were taken side by side, and what each
 * way had written. Out: one value that is any of them and remembers; what a test of it rules out. A value that was joined with one of
 * which this is not known remembers nothing.
 */
import { isWithin, joinAll } from './joins.ts';
import type { Union, Value } from './values.ts';
import { alternatives, truth, UNDEFINED } from './values.ts';

const NOTHING: ReadonlySet<string> = new Set();

/** A value, and the writes that came before it on its way. */
export interface Way {
  readonly value: Value;
  readonly after: ReadonlySet<string>;
}

interface Ways {
  /** Of each alternative in turn. */
  readonly after: readonly ReadonlySet<string>[];
  /** How often something had been written by then. */
  readonly sent: number;
}

const waysOf = new WeakMap<Value, Ways>();

/** Any of the values; `sent`: how often something was written so far. */
export function anyOf(ways: readonly Way[], sent: number): Value {
  const joined = joinAll(ways.map(({ value }) => value));
  if (joined.t !== 'union' || ways.every(({ value, after }) => after.size === 0 && !waysOf.has(value))) return joined;
  const after = ways.every(({ value }, index) => value === joined.of[index])
    ? ways.map((way) => way.after)
    : shared(joined, ways);
  const made: Value = { t: 'union', of: joined.of };
  waysOf.set(made, { after, sent: Math.min(sent, ...ways.map(({ value }) => waysOf.get(value)?.sent ?? sent)) });
  return made;
}

/** Where ways have alternatives in common. */
function shared({ of }: Union, ways: readonly Way[]): readonly ReadonlySet<string>[] {
  const known = ways.flatMap(each);
  return of.map((option) =>
    known.filter(({ value }) => isWithin(value, option)).reduce((all, way) => all.union(way.after), NOTHING),
  );
}

/** The alternatives of a value on its way, each after what is known to have come before it. */
function each({ value, after }: Way): readonly Way[] {
  const known = waysOf.get(value);
  if (!known) return alternatives(value).map((option) => ({ value: option, after }));
  const others = after.difference(totalOf(known));
  return alternatives(value).map((option, index) => ({ value: option, after: known.after[index]!.union(others) }));
}

function totalOf({ after }: Ways): ReadonlySet<string> {
  return after.reduce((all, one) => all.union(one), NOTHING);
}

/** What `act` makes of any alternative; each comes after what that came after. */
export function ofEach(value: Value, act: (option: Value) => Value): Value {
  if (value.t !== 'union') return act(value);
  const known = waysOf.get(value);
  if (!known) return joinAll(value.of.map(act));
  return anyOf(
    alternatives(value).map((option, index) => ({ value: act(option), after: known.after[index]! })),
    known.sent,
  );
}

/** A union without some of its alternatives. */
export function without(value: Union, isGone: (option: Value) => boolean): Value {
  const kept = value.of.flatMap((option, index) => (isGone(option) ? [] : [index]));
  const of = kept.map((index) => value.of[index]!);
  if (of.length < 2) return of[0] ?? UNDEFINED;
  const known = waysOf.get(value);
  const made: Value = { t: 'union', of };
  if (known) waysOf.set(made, { after: kept.map((index) => known.after[index]!), sent: known.sent });
  return made;
}

/** The same alternatives, each as `act` has it, after what they came after. */
export function likeWays(value: Value, made: Value): Value {
  const known = waysOf.get(value);
  if (known) waysOf.set(made, known);
  return made;
}

/** The writes that cannot have come before, where a value turned out to be true, or not; unless one was sent again since. */
export function ruledOut(value: Value, isTrue: boolean, sentAt: (key: string) => number): ReadonlySet<string> {
  const known = waysOf.get(value);
  if (!known) return NOTHING;
  const left = alternatives(value).reduce(
    (all, option, index) => (truth(option) === !isTrue ? all : all.union(known.after[index]!)),
    NOTHING,
  );
  return new Set([...totalOf(known)].filter((key) => !left.has(key) && sentAt(key) <= known.sent));
}
