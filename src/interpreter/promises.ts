/**
 * Promises. In: settled values, callbacks, other promises. Out: a promise with a known fate, or one the page decides.
 * A callback runs with the writes its promise waited for as "awaited"; writes that were only started are out of its sight.
 */

import type { Abrupt } from './completions.ts';
import { isAbrupt, Thrown } from './completions.ts';
import type { Machine } from './machine.ts';
import { NO_WRITES, recent } from './recent.ts';
import type { Node } from './tree.ts';
import type { Obj, Value } from './values.ts';
import {
  alternatives,
  INPUT,
  isCallable,
  join,
  joinAll,
  native,
  object,
  STATE,
  text,
  top,
  UNDEFINED,
} from './values.ts';

export interface PromiseState {
  state: 'pending' | 'ok' | 'err' | 'either';
  value: Value;
  error: Value;
  taint: number;
  writes: ReadonlySet<string>;
  job: (() => void) | null;
  readonly mask: number;
  readonly forks: number;
}

export function newPromise(machine: Machine): Obj {
  const made = object({ kind: 'promise', born: machine.entry + 1 });
  const state: PromiseState = {
    state: 'pending',
    value: UNDEFINED,
    error: UNDEFINED,
    taint: 0,
    writes: NO_WRITES,
    job: null,
    mask: machine.mask,
    forks: machine.forks,
  };
  made.slots.set('promise', state);
  return made;
}

/** A promise has a set of its own as soon as it waits for a write. */
function addWrites(state: PromiseState, writes: Iterable<string>): void {
  for (const key of writes) {
    if (state.writes === NO_WRITES) state.writes = new Set();
    (state.writes as Set<string>).add(key);
  }
}

export function stateOf(promise: Obj): PromiseState {
  return promise.slots.get('promise') as PromiseState;
}

function isPromise(value: Value): value is Obj {
  return value.t === 'obj' && value.kind === 'promise';
}

/** Settles for good, or, inside a branch the page decides, as one of the ways it may end. */
export function settle(
  machine: Machine,
  promise: Obj,
  fate: 'ok' | 'err',
  value: Value,
  writes: Iterable<string> = [],
): void {
  const state = stateOf(promise);
  const certain = machine.mask === state.mask && machine.forks === state.forks;
  if (state.state !== 'pending' && certain) return;
  addWrites(state, writes);
  if (fate === 'ok' && alternatives(value).some(isPromise)) {
    adopt(machine, promise, value);
    return;
  }
  settleAs(machine, state, fate, value);
}

function settleAs(machine: Machine, state: PromiseState, fate: 'ok' | 'err', value: Value): void {
  const known = state.state === fate || state.state === 'either';
  if (fate === 'ok') state.value = known ? join(state.value, value) : value;
  else state.error = known ? join(state.error, value) : value;
  const taint = machine.mask & ~state.mask;
  if (state.state === 'pending') {
    state.state = fate;
    state.taint = taint;
  } else if (state.state !== fate) {
    state.state = 'either';
    state.taint |= taint || STATE;
  }
}

export function resolved(machine: Machine, value: Value, writes: Iterable<string> = []): Obj {
  const made = newPromise(machine);
  settle(machine, made, 'ok', value, writes);
  return made;
}

export function rejected(machine: Machine, error: Value, writes: Iterable<string> = []): Obj {
  const made = newPromise(machine);
  settle(machine, made, 'err', error, writes);
  return made;
}

/** Resolved with another promise: its fate becomes ours, once somebody asks. */
function adopt(machine: Machine, promise: Obj, value: Value): void {
  const state = stateOf(promise);
  state.job = () => {
    for (const option of alternatives(value)) {
      if (!isPromise(option)) {
        settleAs(machine, state, 'ok', option);
        continue;
      }
      const inner = forced(option);
      addWrites(state, inner.writes);
      if (inner.state !== 'err') settleAs(machine, state, 'ok', inner.state === 'pending' ? top(INPUT) : inner.value);
      if (inner.state === 'err' || inner.state === 'either') settleAs(machine, state, 'err', inner.error);
      state.taint |= inner.taint;
    }
  };
}

export function forced(promise: Obj): PromiseState {
  const state = stateOf(promise);
  while (state.job) {
    const { job } = state;
    state.job = null;
    job();
  }
  return state;
}

export function awaitValue(machine: Machine, value: Value): Value {
  const options = alternatives(value);
  if (!options.some(isPromise)) return value;
  return joinAll(options.map((option) => (isPromise(option) ? awaitOne(machine, option, options.length > 1) : option)));
}

function awaitOne(machine: Machine, promise: Obj, isOption: boolean): Value {
  let state = forced(promise);
  if (state.state === 'pending') {
    machine.flush();
    state = forced(promise);
  }
  promote(machine, state.writes);
  switch (state.state) {
    case 'err':
      if (!isOption) throw new Thrown(state.error);
      machine.branches.mayThrow(state.error, STATE);
      return UNDEFINED;
    case 'either':
      machine.branches.mayThrow(state.error, state.taint || STATE);
      return state.value;
    case 'pending':
      return top(INPUT);
    default:
      return state.value;
  }
}

function promote(machine: Machine, writes: ReadonlySet<string>): void {
  if (writes.size === 0) return;
  const awaited = recent([...machine.after.awaited, ...writes]);
  const fired = new Set([...machine.after.fired].filter((key) => !writes.has(key)));
  machine.after = { fired, awaited };
}

type Outcome = { readonly value: Value } | { readonly error: Value };

export function thenPromise(machine: Machine, promise: Obj, onOk: Value, onErr: Value, site: Node): Obj {
  const made = newPromise(machine);
  const state = stateOf(made);
  const { after, mask, unit } = machine;
  const job = (): void => {
    let source = forced(promise);
    if (source.state === 'pending') {
      machine.flush();
      source = forced(promise);
    }
    addWrites(state, source.writes);
    const before = machine.unit;
    machine.unit = unit;
    machine.within({ awaited: recent([...after.awaited, ...source.writes]), fired: NO_WRITES }, mask, () =>
      runCallbacks(machine, made, source, onOk, onErr, site),
    );
    machine.unit = before;
  };
  state.job = job;
  machine.later(() => forced(made));
  return made;
}

function runCallbacks(machine: Machine, made: Obj, source: PromiseState, onOk: Value, onErr: Value, site: Node): void {
  const value = source.state === 'pending' ? top(INPUT) : source.value;
  const ok = (): Value => (isUsable(onOk) ? machine.call(onOk, UNDEFINED, [value], site) : value);
  const err = (): Value => {
    if (!isUsable(onErr)) throw new Thrown(source.error);
    return machine.call(onErr, UNDEFINED, [source.error], site);
  };
  if (source.state === 'either') {
    const { one, other } = machine.branches.fork<Value>(
      source.taint || STATE,
      () => settled(machine, made, ok),
      () => settled(machine, made, err),
    );
    if (isAbrupt(one) || isAbrupt(other)) return;
    return;
  }
  settled(machine, made, source.state === 'err' ? err : ok);
}

/** Runs a callback; what it returns or throws settles the promise. */
function settled(machine: Machine, made: Obj, act: () => Value): Value {
  const from = machine.branches.count;
  const mask = machine.mask;
  const outcome = attempt(act);
  const maybe = machine.branches.collect(from, mask, (exit) => exit.kind === 'throw');
  if ('value' in outcome) settle(machine, made, 'ok', outcome.value);
  else settle(machine, made, 'err', outcome.error);
  addErrors(made, maybe, mask);
  return UNDEFINED;
}

function addErrors(made: Obj, maybe: readonly (Abrupt & { readonly mask: number })[], mask: number): void {
  if (maybe.length === 0) return;
  const state = forced(made);
  const error = joinAll(maybe.map((exit) => exit.value));
  state.error = state.state === 'ok' ? error : join(state.error, error);
  state.taint |= maybe.reduce((bits, exit) => bits | (exit.mask & ~mask), 0) || STATE;
  if (state.state === 'ok') state.state = 'either';
}

function attempt(act: () => Value): Outcome {
  try {
    return { value: act() };
  } catch (error) {
    if (error instanceof Thrown) return { error: error.value };
    throw error;
  }
}

function isUsable(callback: Value): boolean {
  return callback.t === 'top' || alternatives(callback).some((option) => isCallable(option));
}

/** `finally`: the callback runs whatever the fate, which stays as it is unless the callback throws. */
export function finallyPromise(machine: Machine, promise: Obj, callback: Value, site: Node): Obj {
  const pass = native('pass', (_m, _s, args) => {
    machine.call(callback, UNDEFINED, [], site);
    return args[0] ?? UNDEFINED;
  });
  const raise = native('raise', (_m, _s, args) => {
    machine.call(callback, UNDEFINED, [], site);
    throw new Thrown(args[0] ?? UNDEFINED);
  });
  return thenPromise(machine, promise, pass, raise, site);
}

export type Combination = 'all' | 'allSettled' | 'race' | 'any';

/** `Promise.all` and its sisters over the elements of a list. */
export function combine(machine: Machine, kind: Combination, items: readonly Value[], rest: Value | null): Obj {
  const made = newPromise(machine);
  const state = stateOf(made);
  state.job = () => {
    const fates = [...items, ...(rest ? [rest] : [])].map((item) => fateOf(item, state));
    combineFates(machine, kind, made, fates, rest !== null);
  };
  machine.later(() => forced(made));
  return made;
}

interface Fate {
  readonly ok: Value | null;
  readonly err: Value | null;
  readonly taint: number;
}

function fateOf(item: Value, into: PromiseState): Fate {
  const fates = alternatives(item).map((option): Fate => {
    if (!isPromise(option)) return { ok: option, err: null, taint: 0 };
    const state = forced(option);
    addWrites(into, state.writes);
    return {
      ok: state.state === 'ok' || state.state === 'either' ? state.value : null,
      err: state.state === 'err' || state.state === 'either' ? state.error : null,
      taint: state.taint,
    };
  });
  return fates.reduce((a, b) => ({
    ok: a.ok && b.ok ? join(a.ok, b.ok) : (a.ok ?? b.ok),
    err: a.err && b.err ? join(a.err, b.err) : (a.err ?? b.err),
    taint: a.taint | b.taint | STATE,
  }));
}

function combineFates(machine: Machine, kind: Combination, made: Obj, fates: readonly Fate[], isOpen: boolean): void {
  const state = stateOf(made);
  const known = fates.filter((fate) => fate.ok || fate.err);
  if (kind === 'allSettled') {
    const entries = fates.map((fate) => settledEntry(machine, fate));
    settleAs(
      machine,
      state,
      'ok',
      isOpen ? machine.array(entries.slice(0, -1), entries.at(-1)) : machine.array(entries),
    );
    return;
  }
  const failing = known.filter((fate) => fate.err);
  if (kind === 'all') {
    const values = fates.map((fate) => fate.ok ?? UNDEFINED);
    const certain = failing.find((fate) => !fate.ok);
    if (!certain)
      settleAs(
        machine,
        state,
        'ok',
        isOpen ? machine.array(values.slice(0, -1), values.at(-1)) : machine.array(values),
      );
    if (failing.length > 0) settleAs(machine, state, 'err', joinAll(failing.map((fate) => fate.err!)));
  } else {
    const pool = kind === 'any' && known.some((fate) => fate.ok && !fate.err) ? known.filter((fate) => fate.ok) : known;
    const winners = pool.filter((fate) => fate.ok);
    if (winners.length > 0) settleAs(machine, state, 'ok', joinAll(winners.map((fate) => fate.ok!)));
    const losers = pool.filter((fate) => fate.err && !(kind === 'any' && winners.length > 0 && fate.ok));
    if (losers.length > 0 && !(kind === 'any' && winners.length > 0))
      settleAs(machine, state, 'err', joinAll(losers.map((fate) => fate.err!)));
  }
  state.taint |= failing.reduce((bits, fate) => bits | fate.taint, 0);
}

function settledEntry(machine: Machine, fate: Fate): Value {
  const ok = fate.ok ? machine.plain({ status: text('fulfilled'), value: fate.ok }) : null;
  const err = fate.err ? machine.plain({ status: text('rejected'), reason: fate.err }) : null;
  return ok && err ? join(ok, err) : (ok ?? err ?? top(STATE));
}
