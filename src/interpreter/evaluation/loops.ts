/**
 * Loops. In: a loop. Out: how it ended. The body runs with the variables it assigns widened, and again while it changes what was
 * there before; whether it runs at all is certain only where the first test is.
 */

import type { Node } from '../../syntax/tree.ts';
import type { Completion } from '../machine/completions.ts';
import { Thrown } from '../machine/completions.ts';
import type { Machine } from '../machine/machine.ts';
import { repeated } from '../machine/rounds.ts';
import type { Env } from '../machine/scopes.ts';
import { childEnv } from '../names/environments.ts';
import { awaitValue } from '../promises/promises.ts';
import { contentsOf, elementsOf } from '../standard/spread.ts';
import { inRounds, isUncounted, mayBeAbsent } from '../values/counts.ts';
import type { Elements } from '../values/elements.ts';
import { allOf } from '../values/elements.ts';
import { joinAll, UNION_LIMIT } from '../values/joins.ts';
import { isCallable } from '../values/objects.ts';
import type { Value } from '../values/values.ts';
import { doubtOf, STATE, text, top, truth } from '../values/values.ts';
import { markDead } from './dead-code.ts';
import { assignments, isAwaiting, widen } from './loop-names.ts';

export function loop(machine: Machine, node: Node, env: Env, label: string): Completion {
  const from = machine.branches.count;
  const mask = machine.mask;
  const scope = childEnv(machine, node, env);
  const ended = inRounds(machine, () => run(machine, node, scope, label));
  machine.branches.collect(from, mask, (exit) => isOurs(exit, label));
  return ended && isOurs(ended, label) ? null : ended;
}

function isOurs(exit: NonNullable<Completion>, label: string): boolean {
  return (exit.kind === 'break' || exit.kind === 'continue') && (exit.label === '' || exit.label === label);
}

function run(machine: Machine, node: Node, env: Env, label: string): Completion {
  switch (node.type) {
    case 'ForOfStatement':
    case 'ForInStatement':
      return overElements(machine, node, env, label);
    case 'DoWhileStatement': {
      widen(machine, node, env);
      return repeated(
        machine,
        () => {
          const ended = machine.execute(node.body, env);
          if (!ended || isOurs(ended, label)) machine.evaluate(node.test!, env);
          return ended;
        },
        { isLast },
      );
    }
    default:
      return counted(machine, node, env, label);
  }
}

function counted(machine: Machine, node: Node, env: Env, label: string): Completion {
  if (node.init) {
    if (node.init.type === 'VariableDeclaration') machine.execute(node.init, env);
    else machine.evaluate(node.init, env);
  }
  const first = node.test ? truth(machine.evaluate(node.test, env)) : true;
  if (first === false) {
    markDead(machine, node.body);
    return null;
  }
  if (first === true && node.test && assignments(node).awaits) {
    const ended = once(machine, () => tried(machine, node, env, label));
    if (ended !== undefined) return ended;
  }
  const goesOn = node.test ? truth(machine.evaluate(node.test, env)) : true;
  widen(machine, node, env);
  const condition = node.test ? machine.evaluate(node.test, env) : null;
  const round = (): Completion => {
    const ended = machine.execute(node.body, env);
    if (!ended && node.update) machine.evaluate(node.update, env);
    return ended;
  };
  const body = (): Completion => repeated(machine, round, { isLast });
  if (condition === null || (goesOn === true && truth(condition) === true)) return endless(machine, body);
  if (goesOn === true) return body();
  return maybe(machine, doubtOf(condition), body);
}

/** Rounds of a loop that waits which are run one after the other. */
const TRIES = 5;

/** Acts outside of the rounds of its loop: how often is known. */
function once<T>(machine: Machine, act: () => T): T {
  machine.rounds -= 1;
  try {
    return act();
  } finally {
    machine.rounds += 1;
  }
}

/** A few tries, one after the other, as long as it is known that there is one more; undefined where there may be others. */
function tried(machine: Machine, node: Node, env: Env, label: string): Completion | undefined {
  for (let round = 1; round <= TRIES; round += 1) {
    const from = machine.branches.count;
    const { mask } = machine;
    const ended = machine.execute(node.body, env);
    machine.branches.collect(from, mask, (exit) => exit.kind === 'continue' && isOurs(exit, label));
    if (ended && !(ended.kind === 'continue' && isOurs(ended, label))) return ended;
    if (node.update) machine.evaluate(node.update, env);
    const goesOn = truth(machine.evaluate(node.test!, env));
    if (goesOn !== true) return goesOn === false ? null : undefined;
  }
  return undefined;
}

/**
 * A loop whose test never ends it: a round that goes on is followed by another, so only a way out of the body ends the whole.
 * Where none breaks off, that is the last throw or else the last return that some round may take.
 */
function endless(machine: Machine, body: () => Completion): Completion {
  const from = machine.branches.count;
  const ended = body();
  if (ended && (ended.kind !== 'continue' || ended.label !== '')) return ended;
  const ways = machine.branches.since(from);
  if (ways.some((way) => way.kind === 'break')) return null;
  const last = ways.findLast((way) => way.kind === 'throw') ?? ways.findLast((way) => way.kind === 'return');
  if (last?.kind === 'throw') throw new Thrown(last.value);
  return last ?? null;
}

function maybe(machine: Machine, taint: number, body: () => Completion): Completion {
  machine.branches.perhaps<null>(taint, body);
  return null;
}

function overElements(machine: Machine, node: Node, env: Env, label: string): Completion {
  const subject = machine.evaluate(node.right, env);
  const elements = node.type === 'ForInStatement' ? keysOf(machine, subject) : elementsOf(machine, subject);
  const all = allOf(elements);
  if (all.length === 0) {
    markDead(machine, node.body);
    return null;
  }
  const isAwaited = isAwaiting(node);
  const body = (element: Value): Completion => {
    const round = childEnv(machine, node, env);
    bindElement(machine, node.left, isAwaited ? awaitValue(machine, element) : element, round);
    return machine.execute(node.body, round);
  };
  const isThere = areThere(subject);
  const perhaps = (element: Value): Completion =>
    maybe(machine, doubtOf(element), () => repeated(machine, () => body(element), { isLast }));
  let open = all;
  if (elements.items.length <= UNION_LIMIT && (isLoading(machine) || elements.items.every(isCallable))) {
    const ended = inTurn(machine, elements.items, isThere ? body : perhaps, label);
    if (ended || !elements.rest) return ended;
    open = [elements.rest];
  }
  const isCertain = open === all && elements.items.length > 0 && isThere;
  const any = joinAll(open);
  const rounds = (): Completion => anyRounds(machine, node, env, () => body(any));
  return isCertain ? rounds() : maybe(machine, doubtOf(any), rounds);
}

/** No round follows one that left. */
function isLast(ended: Completion): boolean {
  return ended !== null && ended.kind !== 'continue';
}

/** Where nothing is awaited no answer decides what a round does, and it begins at once with what any number of them may leave. */
function anyRounds(machine: Machine, node: Node, env: Env, round: () => Completion): Completion {
  const between = (): void => widen(machine, node, env);
  if (!assignments(node).awaits) between();
  return repeated(machine, round, { isLast, between });
}

/** Whether what is known of a list or record is surely in it. */
function areThere(subject: Value): boolean {
  if (subject.t !== 'obj') return true;
  const may = [...subject.props.values()].some((cell) => cell.v !== undefined && mayBeAbsent(cell.v));
  return !may && !isUncounted(subject);
}

/** The page is being set up: by its programs, or by what waits for it to be there. */
function isLoading(machine: Machine): boolean {
  return machine.ledger.loads.has(machine.entry) && !machine.wrote;
}

/** The rounds of a short list one after the other: what a page is set up with, and functions, of which a throw of one ends it all. */
function inTurn(
  machine: Machine,
  items: readonly Value[],
  body: (element: Value) => Completion,
  label: string,
): Completion {
  for (const item of items) {
    const from = machine.branches.count;
    const { mask } = machine;
    const ended = body(item);
    machine.branches.collect(from, mask, (exit) => exit.kind === 'continue' && isOurs(exit, label));
    if (ended && !(ended.kind === 'continue' && isOurs(ended, label))) return ended;
  }
  return null;
}

function keysOf(machine: Machine, subject: Value): Elements {
  if (subject.t !== 'obj') return { items: [], rest: top(doubtOf(subject)) };
  const { known, more } = contentsOf(machine, subject);
  const items = known.map(([key]) => text(key));
  if (subject.items) items.push(...subject.items.v.map((_, index) => text(String(index))));
  machine.tick(items.length);
  const rest = more ? top(more) : subject.rest ? top(doubtOf(subject.rest)) : null;
  return subject.slots.has('varies') ? { items: [], rest: joinAll([...items, top(STATE)]) } : { items, rest };
}

function bindElement(machine: Machine, left: Node, value: Value, env: Env): void {
  if (left.type === 'VariableDeclaration')
    machine.bind(left.declarations[0]!.id!, value, env, left.kind === 'var' ? 'var' : 'own');
  else machine.bind(left, value, env, 'assign');
}
