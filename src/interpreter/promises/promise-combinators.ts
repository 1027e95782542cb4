/**
 * `Promise.all` and its sisters. In: the elements of a list, and what any further one would be. Out: one promise of them all,
 * with every fate they leave open.
 */

import { both, NO_WRITES } from '../ledger/recent.ts';
import type { Machine } from '../machine/machine.ts';
import type { Elements } from '../values/elements.ts';
import { allOf } from '../values/elements.ts';
import { join, joinAll } from '../values/joins.ts';
import type { Obj, Value } from '../values/values.ts';
import { alternatives, STATE, text, top, UNDEFINED } from '../values/values.ts';
import type { PromiseState } from './promises.ts';
import { addWrites, forced, isPromise, newPromise, settleAs, stateOf } from './promises.ts';

export type Combination = 'all' | 'allSettled' | 'race' | 'any';

export function combine(machine: Machine, kind: Combination, elements: Elements): Obj {
  const made = newPromise(machine);
  const state = stateOf(made);
  state.job = () => {
    combineFates(machine, kind, made, allOf(elements).map(fateOf), elements.rest !== null);
  };
  machine.later(() => forced(made));
  return made;
}

interface Fate {
  readonly ok: Value | null;
  readonly err: Value | null;
  readonly taint: number;
  readonly writes: PromiseState['writes'];
}

function fateOf(item: Value): Fate {
  const fates = alternatives(item).map((option): Fate => {
    if (!isPromise(option)) return { ok: option, err: null, taint: 0, writes: { ok: NO_WRITES, err: NO_WRITES } };
    const state = forced(option);
    return {
      writes: state.writes,
      ok: state.state === 'ok' || state.state === 'either' ? state.value : null,
      err: state.state === 'err' || state.state === 'either' ? state.error : null,
      taint: state.taint,
    };
  });
  return fates.reduce((a, b) => ({
    ok: a.ok && b.ok ? join(a.ok, b.ok) : (a.ok ?? b.ok),
    err: a.err && b.err ? join(a.err, b.err) : (a.err ?? b.err),
    taint: a.taint | b.taint | STATE,
    writes: { ok: both(a.writes.ok, b.writes.ok), err: both(a.writes.err, b.writes.err) },
  }));
}

function combineFates(machine: Machine, kind: Combination, made: Obj, fates: readonly Fate[], isOpen: boolean): void {
  const state = stateOf(made);
  const ok = new Set(fates.flatMap(({ writes }) => [...writes.ok]));
  const all = new Set(fates.flatMap(({ writes }) => [...writes.ok, ...writes.err]));
  addWrites(state, 'ok', kind === 'all' ? ok : all);
  addWrites(state, 'err', all);
  const listOf = (values: readonly Value[]): Obj =>
    isOpen ? machine.array(values.slice(0, -1), values.at(-1)) : machine.array(values);
  if (kind === 'allSettled') {
    settleAs(machine, state, 'ok', listOf(fates.map((fate) => settledEntry(machine, fate))), NO_WRITES);
    return;
  }
  const winners = fates.filter((fate) => fate.ok);
  const losers = fates.filter((fate) => fate.err);
  if (kind === 'all') {
    const isLost = losers.some((fate) => !fate.ok);
    if (!isLost) settleAs(machine, state, 'ok', listOf(fates.map((fate) => fate.ok ?? UNDEFINED)), NO_WRITES);
  } else if (winners.length > 0) settleAs(machine, state, 'ok', joinAll(winners.map((fate) => fate.ok!)), NO_WRITES);
  const isWon = kind === 'any' && winners.length > 0;
  if (losers.length > 0 && !isWon) settleAs(machine, state, 'err', joinAll(losers.map((fate) => fate.err!)), NO_WRITES);
  state.taint |= losers.reduce((bits, fate) => bits | fate.taint, 0);
}

function settledEntry(machine: Machine, fate: Fate): Value {
  const ok = fate.ok ? machine.plain({ status: text('fulfilled'), value: fate.ok }) : null;
  const err = fate.err ? machine.plain({ status: text('rejected'), reason: fate.err }) : null;
  return ok && err ? join(ok, err) : (ok ?? err ?? top(STATE));
}
