/**
 * Loops. In: a loop. Out: how it ended. The body runs with the variables it assigns widened, and again while it changes what was
 * there before; whether it runs at all is certain only where the first test is.
 */

import type { Node } from '../../syntax/tree.ts';
import { isFunction } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Completion } from '../machine/completions.ts';
import { Thrown } from '../machine/completions.ts';
import type { Machine } from '../machine/machine.ts';
import { repeated } from '../machine/rounds.ts';
import type { Binding, Env } from '../machine/scopes.ts';
import { childEnv } from '../names/environments.ts';
import { awaitValue } from '../promises/promises.ts';
import { contentsOf, elementsOf } from '../standard/spread.ts';
import { boundNames } from '../trees/bound-names.ts';
import { inRounds, isUncounted, mayBeAbsent } from '../values/counts.ts';
import type { Elements } from '../values/elements.ts';
import { allOf } from '../values/elements.ts';
import { join, joinAll, UNION_LIMIT } from '../values/joins.ts';
import { isCallable } from '../values/objects.ts';
import { concat, pattern } from '../values/texts.ts';
import type { Value } from '../values/values.ts';
import { doubtOf, exact, STATE, text, top, truth, UNDEFINED } from '../values/values.ts';
import { markDead } from './dead-code.ts';

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
      return counted(machine, node, env);
  }
}

function counted(machine: Machine, node: Node, env: Env): Completion {
  if (node.init) {
    if (node.init.type === 'VariableDeclaration') machine.execute(node.init, env);
    else machine.evaluate(node.init, env);
  }
  const first = node.test ? truth(machine.evaluate(node.test, env)) : true;
  if (first === false) {
    markDead(machine, node.body);
    return null;
  }
  widen(machine, node, env);
  const condition = node.test ? machine.evaluate(node.test, env) : null;
  const round = (): Completion => {
    const ended = machine.execute(node.body, env);
    if (!ended && node.update) machine.evaluate(node.update, env);
    return ended;
  };
  const body = (): Completion => repeated(machine, round, { isLast });
  if (condition === null || (first === true && truth(condition) === true)) return endless(machine, body);
  if (first === true) return body();
  return maybe(machine, doubtOf(condition), body);
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
  const isAwaited = (node as unknown as { readonly await?: boolean }).await === true;
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

interface Assignments {
  /** True where every assignment appends (`+=`). */
  readonly names: ReadonlyMap<string, boolean>;
  readonly awaits: boolean;
}

const assignedIn = new WeakMap<Node, Assignments>();

/** Names a loop assigns, and whether it waits for something. */
function assignments(node: Node): Assignments {
  const known = assignedIn.get(node);
  if (known) return known;
  const names = new Map<string, boolean>();
  let awaits = false;
  const note = (target: Node, appends: boolean): void => {
    for (const name of boundNames(target)) names.set(name, (names.get(name) ?? true) && appends);
  };
  walk(node, {
    enter(raw) {
      const inner = raw as Node;
      if (inner.type === 'AssignmentExpression') note(inner.left, inner.operator === '+=');
      else if (inner.type === 'UpdateExpression') note(inner.argument!, false);
      else if (inner.type === 'AwaitExpression') awaits = true;
      return inner === node || !isFunction(inner);
    },
  });
  const found = { names, awaits };
  assignedIn.set(node, found);
  return found;
}

function widen(machine: Machine, node: Node, env: Env): void {
  for (const { binding, appends } of bindingsIn(node, env)) {
    machine.tick();
    const value = binding.v ?? UNDEFINED;
    const isText = value.t === 'str' || exact(value) !== null;
    const more = appends && value.t === 'str' && isText ? concat(value, pattern([{ taint: STATE }])) : top(STATE);
    machine.heap.set(binding, join(value, more));
  }
}

/** What a loop assigns of what is declared around it. */
function bindingsIn(node: Node, env: Env): readonly { readonly binding: Binding; readonly appends: boolean }[] {
  return [...assignments(node).names].flatMap(([name, appends]) => {
    for (let at: Env | null = env; at; at = at.parent) {
      const binding = at.vars.get(name);
      if (binding) return [{ binding, appends }];
    }
    return [];
  });
}
