/**
 * Promises. In: values and errors they are settled with, other promises. Out: a promise with a known fate, or one the page
 * decides; awaited, its value or its throw. A promise knows the writes that it waits for.
 */

import { NO_WRITES, recent } from '../ledger/recent.ts';
import { Thrown } from '../machine/completions.ts';
import type { Machine } from '../machine/machine.ts';
import { join, joinAll } from '../values/joins.ts';
import { object } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { alternatives, INPUT, STATE, top, UNDEFINED } from '../values/values.ts';

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
  const made = object({ kind: 'promise', born: machine.moment + 1 });
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
export function addWrites(state: PromiseState, writes: Iterable<string>): void {
  for (const key of writes) {
    if (state.writes === NO_WRITES) state.writes = new Set();
    (state.writes as Set<string>).add(key);
  }
}

export function stateOf(promise: Obj): PromiseState {
  return promise.slots.get('promise') as PromiseState;
}

export function isPromise(value: Value): value is Obj {
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

export function settleAs(machine: Machine, state: PromiseState, fate: 'ok' | 'err', value: Value): void {
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
  machine.passTime();
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
  const fired = recent([...machine.after.fired].filter((key) => !writes.has(key)));
  machine.after = { fired, awaited };
}
