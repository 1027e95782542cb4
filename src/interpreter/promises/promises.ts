/**
 * Promises. In: values and errors they are settled with, other promises. Out: a promise with a known fate, or one the page
 * decides; awaited, its value or its throw. A promise knows the writes that it waits for.
 */

import { both, NO_WRITES, recent, without } from '../ledger/recent.ts';
import { Thrown } from '../machine/completions.ts';
import type { Machine } from '../machine/machine.ts';
import { object } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { alternatives, INPUT, STATE, top, UNDEFINED } from '../values/values.ts';
import { anyOf } from '../values/ways.ts';

type Fate = 'ok' | 'err';

export interface PromiseState {
  state: 'pending' | 'ok' | 'err' | 'either';
  value: Value;
  error: Value;
  taint: number;
  /** The writes it waited for where it ends well, and where it fails: a way that left before writing has written nothing. */
  readonly writes: Record<Fate, ReadonlySet<string>>;
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
    writes: { ok: NO_WRITES, err: NO_WRITES },
    job: null,
    mask: machine.mask,
    forks: machine.forks,
  };
  made.slots.set('promise', state);
  return made;
}

export function addWrites(state: PromiseState, fate: Fate, writes: ReadonlySet<string>): void {
  state.writes[fate] = both(state.writes[fate], writes);
}

/** The writes that it waited for on any way. */
export function allWrites({ writes: { ok, err } }: PromiseState): ReadonlySet<string> {
  return both(ok, err);
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
  fate: Fate,
  value: Value,
  writes: ReadonlySet<string> = NO_WRITES,
): void {
  const state = stateOf(promise);
  const certain = machine.mask === state.mask && machine.forks === state.forks;
  if (state.state !== 'pending' && certain) return;
  if (fate === 'ok' && alternatives(value).some(isPromise)) {
    addWrites(state, 'ok', writes);
    addWrites(state, 'err', writes);
    adopt(machine, promise, value);
    return;
  }
  settleAs(machine, state, fate, value, writes);
}

/** Settles as one of the ways it may end, after these writes. */
export function settleAs(
  machine: Machine,
  state: PromiseState,
  fate: Fate,
  value: Value,
  writes: ReadonlySet<string>,
): void {
  const known = state.state === fate || state.state === 'either';
  const either = (before: Value): Value =>
    anyOf(
      [
        { value: before, after: state.writes[fate] },
        { value, after: both(writes, machine.after.fired) },
      ],
      machine.ledger.sent,
    );
  if (fate === 'ok') state.value = known ? either(state.value) : value;
  else state.error = known ? either(state.error) : value;
  addWrites(state, fate, writes);
  const taint = machine.mask & ~state.mask;
  if (state.state === 'pending') {
    state.state = fate;
    state.taint = taint;
  } else if (state.state !== fate) {
    state.state = 'either';
    state.taint |= taint || STATE;
  }
}

export function resolved(machine: Machine, value: Value, writes: ReadonlySet<string> = NO_WRITES): Obj {
  const made = newPromise(machine);
  settle(machine, made, 'ok', value, writes);
  return made;
}

export function rejected(machine: Machine, error: Value, writes: ReadonlySet<string> = NO_WRITES): Obj {
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
        settleAs(machine, state, 'ok', option, NO_WRITES);
        continue;
      }
      const inner = forced(option);
      if (inner.state === 'pending') settleAs(machine, state, 'ok', top(INPUT), allWrites(inner));
      else if (inner.state !== 'err') settleAs(machine, state, 'ok', inner.value, inner.writes.ok);
      if (inner.state === 'err' || inner.state === 'either')
        settleAs(machine, state, 'err', inner.error, inner.writes.err);
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
  const found = options.map((option) => ({
    value: isPromise(option) ? awaitOne(machine, option, options.length > 1) : option,
    after: isPromise(option) ? stateOf(option).writes.ok : NO_WRITES,
  }));
  withoutFailed(machine, options.filter(isPromise).map(forced));
  return found.length === 1 ? found[0]!.value : anyOf(found, machine.ledger.sent);
}

function awaitOne(machine: Machine, promise: Obj, isOption: boolean): Value {
  let state = forced(promise);
  if (state.state === 'pending') {
    machine.flush();
    state = forced(promise);
  }
  machine.passTime();
  if (state.state === 'err' && !isOption) {
    promote(machine, state.writes.err);
    throw new Thrown(state.error);
  }
  if (state.state === 'err' || state.state === 'either') mayFail(machine, state);
  if (state.state === 'err') return UNDEFINED;
  promote(machine, state.state === 'pending' ? allWrites(state) : state.writes.ok);
  return state.state === 'pending' ? top(INPUT) : state.value;
}

/** What is thrown comes after the writes of the ways that fail. */
function mayFail(machine: Machine, state: PromiseState): void {
  const { after } = machine;
  promote(machine, state.writes.err);
  machine.branches.mayThrow(state.error, (state.state === 'either' && state.taint) || STATE);
  machine.after = after;
}

/** Whoever goes on has not come by the writes of those ways alone that failed. */
function withoutFailed(machine: Machine, states: readonly PromiseState[]): void {
  const failed = states.filter(({ state }) => state === 'err' || state === 'either');
  const { fired, awaited } = machine.after;
  const left = [...fired].filter(
    (key) => !failed.some(({ writes }) => writes.err.has(key)) || states.some(({ writes }) => writes.ok.has(key)),
  );
  if (left.length < fired.size) machine.after = { fired: new Set(left), awaited };
}

function promote(machine: Machine, writes: ReadonlySet<string>): void {
  if (writes.size === 0) return;
  const awaited = recent(both(machine.after.awaited, writes));
  const fired = without(machine.after.fired, writes);
  machine.after = { fired, awaited };
}
