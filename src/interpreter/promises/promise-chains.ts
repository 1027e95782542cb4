/**
 * Callbacks of promises. In: a promise and what is to run after it. Out: the promise of what that returns or throws.
 * A callback runs with the writes its promise waited for as "awaited"; writes that were only started are out of its sight.
 */

import type { Node } from '../../syntax/tree.ts';
import { both, NO_WRITES, recent } from '../ledger/recent.ts';
import type { Exit } from '../machine/branches.ts';
import { taintOfExits } from '../machine/branches.ts';
import { attempt, isEndless, Thrown } from '../machine/completions.ts';
import type { Machine } from '../machine/machine.ts';
import { join, joinAll } from '../values/joins.ts';
import { isCallable, native } from '../values/objects.ts';
import type { Obj, Value } from '../values/values.ts';
import { alternatives, INPUT, STATE, top, UNDEFINED } from '../values/values.ts';
import type { PromiseState } from './promises.ts';
import { addWrites, allWrites, forced, newPromise, settle, stateOf } from './promises.ts';

export function thenPromise(machine: Machine, promise: Obj, onOk: Value, onErr: Value, site: Node): Obj {
  const made = newPromise(machine);
  const state = stateOf(made);
  const { after, mask, unit } = machine;
  const chain = { site, outer: chains.get(machine) ?? null };
  state.job = () => {
    let source = forced(promise);
    if (source.state === 'pending') {
      machine.flush();
      source = forced(promise);
    }
    if (isRecursive(chain)) {
      machine.budget.truncated = true;
      settle(machine, made, 'ok', top(STATE), allWrites(source));
      return;
    }
    const before = { unit: machine.unit, chain: chains.get(machine) ?? null };
    machine.unit = unit;
    chains.set(machine, chain);
    try {
      machine.within({ awaited: after.awaited, fired: NO_WRITES }, mask, () =>
        machine.atLater(() => runCallbacks(machine, made, source, onOk, onErr, site)),
      );
    } finally {
      machine.unit = before.unit;
      chains.set(machine, before.chain);
    }
  };
  machine.later(() => forced(made));
  return made;
}

/** Callbacks under way within one another, by where they were handed over. */
interface Chain {
  readonly site: Node;
  readonly outer: Chain | null;
}

const chains = new WeakMap<Machine, Chain | null>();
/** Callbacks of one place within one another: what would be one more stands for all further ones. */
const LINKS = 3;

function isRecursive(chain: Chain): boolean {
  let links = 0;
  for (let at: Chain | null = chain; at && links <= LINKS; at = at.outer) if (at.site === chain.site) links += 1;
  return links > LINKS;
}

function runCallbacks(machine: Machine, made: Obj, source: PromiseState, onOk: Value, onErr: Value, site: Node): void {
  const value = source.state === 'pending' ? top(INPUT) : source.value;
  const told = source.state === 'pending' ? allWrites(source) : source.writes.ok;
  const ok = (): null =>
    settleBy(machine, made, told, () => (isUsable(onOk) ? machine.call(onOk, UNDEFINED, [value], site) : value));
  const err = (): null =>
    settleBy(machine, made, source.writes.err, () => {
      if (!isUsable(onErr)) throw new Thrown(source.error);
      return machine.call(onErr, UNDEFINED, [source.error], site);
    });
  if (source.state === 'either') machine.branches.fork<null>(source.taint || STATE, ok, err);
  else if (source.state === 'err') err();
  else ok();
}

/** Runs a callback after these writes; what it returns or throws settles the promise. */
function settleBy(machine: Machine, made: Obj, writes: ReadonlySet<string>, act: () => Value): null {
  const from = machine.branches.count;
  const { mask, after } = machine;
  machine.after = { awaited: recent(both(after.awaited, writes)), fired: after.fired };
  const { value, thrown } = attempt(act);
  const maybe = machine.branches.collect(from, mask, (exit) => exit.kind === 'throw');
  if (isEndless(thrown)) settle(machine, made, 'ok', top(STATE), writes);
  else if (thrown) settle(machine, made, 'err', thrown.value, writes);
  else settle(machine, made, 'ok', value!, writes);
  addErrors(made, maybe, mask, writes);
  return null;
}

function addErrors(made: Obj, maybe: readonly Exit[], mask: number, writes: ReadonlySet<string>): void {
  if (maybe.length === 0) return;
  const state = forced(made);
  addWrites(state, 'err', writes);
  const error = joinAll(maybe.map((exit) => exit.value));
  state.error = state.state === 'ok' ? error : join(state.error, error);
  state.taint |= taintOfExits(maybe, mask);
  if (state.state === 'ok') state.state = 'either';
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
