/**
 * Calls and `new`. In: a call node with its callee evaluated. Out: what it returns. A function that is not known takes its
 * callbacks along (they run later), may look at an answer it is given (`escapes`), and returns something unknown.
 */

import type { Node } from '../../syntax/tree.ts';
import { bare } from '../../syntax/tree.ts';
import { valuesOf } from '../machine/completions.ts';
import { someSelf } from '../machine/exposed.ts';
import type { Machine } from '../machine/machine.ts';
import type { Env } from '../machine/scopes.ts';
import { isOlder } from '../names/names.ts';
import { unprovedRequest } from '../requests/unproved-clients.ts';
import { arrayMember } from '../standard/arrays.ts';
import { blur, elementsOf } from '../standard/spread.ts';
import { allOf, asArguments } from '../values/elements.ts';
import { join, joinAll } from '../values/joins.ts';
import { isCallable } from '../values/objects.ts';
import type { Native, Obj, Value } from '../values/values.ts';
import {
  alternatives,
  doubtOf,
  INPUT,
  isUndefined,
  PARAM,
  RESP,
  STATE,
  taintOf,
  top,
  truth,
  UNDEFINED,
  UNK,
} from '../values/values.ts';
import { instantiate, runConstructor } from './constructors.ts';
import { escaped } from './escaped.ts';
import { invoke } from './functions.ts';

export interface Callee {
  readonly callee: Value;
  readonly receiver: Value;
  readonly isSuper: boolean;
}

export function evaluateCall(machine: Machine, node: Node, target: Callee, env: Env): Value {
  const args = evaluateArguments(machine, node.arguments, env);
  machine.visited.add(node);
  if (target.isSuper && bare(node.callee).type === 'Super') {
    const parent = env.frame.home?.slots.get('class') as Obj | undefined;
    if (parent?.proto) runConstructor(machine, parent.proto, env.frame.self, args, node);
    return UNDEFINED;
  }
  const self = isUndefined(target.receiver) ? ownThis(machine, target.callee) : target.receiver;
  return callValue(machine, target.callee, self, args, node);
}

/** The `this` of a function that is called by its name alone. */
function ownThis({ facts, windowObject }: Machine, callee: Value): Value {
  const closure = callee.t === 'obj' ? callee.closure : null;
  return closure && !closure.home && facts.isSloppy(closure.node) ? windowObject : UNDEFINED;
}

function evaluateArguments(machine: Machine, nodes: readonly Node[], env: Env): Value[] {
  const args: Value[] = [];
  for (const node of nodes)
    if (node.type !== 'SpreadElement') args.push(machine.evaluate(node, env));
    else args.push(...asArguments(elementsOf(machine, machine.evaluate(node.argument!, env))));
  return args;
}

export function callValue(machine: Machine, callee: Value, self: Value, args: readonly Value[], site: Node): Value {
  machine.tick();
  if (callee.t === 'union') return callEither(machine, callee.of, self, args, site);
  if (callee.t === 'obj') {
    if (callee.native) return (callee.native as unknown as Native<Machine>)(machine, self, args, site);
    if (callee.closure?.classNode) return top(UNK);
    if (callee.closure) return orOfAnother(machine, callee, invoke(machine, callee, self, args, site));
  }
  return callUnknown(machine, callee, args, site);
}

/** Another handler may have put a function in the place of this one that says otherwise, and does. */
function orOfAnother(machine: Machine, fn: Obj, result: Value): Value {
  if (machine.moment === 0 || !fn.slots.has('replaceable') || !isOlder(machine, fn)) return result;
  machine.passTime();
  const mayBeAny = result.t !== 'obj' || result.kind === 'plain' || result.kind === 'array';
  return mayBeAny ? join(result, top(STATE)) : result;
}

function callEither(
  machine: Machine,
  callees: readonly Value[],
  self: Value,
  args: readonly Value[],
  site: Node,
): Value {
  const callable = callees.filter((callee) => callee.t === 'top' || isCallable(callee));
  const [first, ...others] = callable;
  if (!first) return callUnknown(machine, callees[0] ?? UNDEFINED, args, site);
  if (others.length === 0) return callValue(machine, first, self, args, site);
  const sides = machine.branches.fork<Value>(
    doubtOf(first),
    () => callValue(machine, first, self, args, site),
    () => callEither(machine, others, self, args, site),
  );
  return joinAll(valuesOf(sides));
}

/** Taint that says "this is about known things": a result made of them is no guard by itself. */
const HARMLESS = INPUT | PARAM | STATE;

/** What nothing but a list has, with a function of the program: the data of an answer, a state nobody knows. */
const OF_LISTS = /(?:^|\.)(map|flatMap|filter|forEach|some|every|reduce|find\w*)$/;

function callOfList(machine: Machine, callee: Value, args: readonly Value[], site: Node): Value | null {
  const [fn] = args;
  const method = callee.t === 'top' ? OF_LISTS.exec(callee.path)?.[1] : undefined;
  if (callee.t !== 'top' || method === undefined || !fn || !isCallable(fn) || !fn.closure) return null;
  const list = machine.array([], top(callee.taint));
  return machine.call(arrayMember(list, method, site)!, list, args, site);
}

function callUnknown(machine: Machine, callee: Value, args: readonly Value[], site: Node): Value {
  const listed = callOfList(machine, callee, args, site);
  if (listed) return listed;
  const path = callee.t === 'top' ? callee.path : '';
  if (/(?:^|\.)setState$/.test(path)) componentState(machine, args, site);
  else machine.effect('call', path, args, site);
  const address = unprovedRequest(machine, callee, args, site);
  for (const argument of args) escaped(machine.ledger, argument);
  handOver(machine, args);
  for (const argument of args) mayBeSet(machine, argument, 0);
  const taint = args.reduce((bits, argument) => bits | answerTaint(argument), 0);
  const own = callee.t === 'top' ? callee.taint : UNK;
  const known = taint & (HARMLESS | RESP);
  return top(known ? taint & ~UNK : taint | own, path && `${path}()`, address);
}

/** What an unknown function is given it may set properties of, as whatever fills in a configuration does, or fill. */
function mayBeSet(machine: Machine, argument: Value, depth: number): void {
  if (argument.t !== 'obj' || argument.born === 0) return;
  if (argument.kind === 'collection') {
    mayBeSet(machine, (argument.slots.get('entries') as Obj | undefined) ?? UNDEFINED, depth);
    argument.slots.set('varies', true);
  }
  if (argument.kind !== 'plain' && argument.kind !== 'array') return;
  const { items } = argument;
  const within = [...(items?.v ?? []), ...[...argument.props.values()].map((cell) => cell.v)];
  machine.tick(within.length);
  if (depth < 2) for (const one of within) if (one?.t === 'obj') mayBeSet(machine, one, depth + 1);
  if (items) {
    argument.rest = joinAll([...allOf({ items: items.v, rest: argument.rest }), top(STATE)]);
    machine.heap.set(items, [], argument);
  } else {
    blur(machine, argument, STATE);
    argument.slots.set('varies', true);
  }
}

/** `this.setState({…})`, or a function that makes it: what a component shows. */
function componentState(machine: Machine, args: readonly Value[], site: Node): void {
  const [given] = args;
  const state = given && isCallable(given) ? machine.call(given, UNDEFINED, [top(STATE), top(STATE)], site) : given;
  if (state?.t !== 'obj' || state.props.size === 0) {
    machine.effect('state', 'setState', [], site, 'change');
    return;
  }
  for (const [key, cell] of state.props) {
    const value = cell.v ?? UNDEFINED;
    const isHiding = truth(value) === false;
    machine.effect('state', key, [value], site, isHiding ? 'hide' : value.t === 'str' ? 'text' : 'change');
  }
}

function answerTaint(value: Value): number {
  if (value.t === 'obj') {
    if (value.kind === 'response' && value.slots.get('write')) return RESP;
    if (value.kind === 'element' || value.kind === 'event') return INPUT;
  }
  return taintOf(value);
}

/** Functions given away, bare or in an options object, are called at once, or some time later. */
export function handOver(machine: Machine, values: readonly Value[]): void {
  const given = values.flatMap((value) => [...functionsIn(value, 0)]);
  for (const fn of given) machine.listen({ fn, kind: 'callback', self: someSelf(fn) });
  if (given.length > 0) machine.passTime(given);
}

function* functionsIn(value: Value, depth: number): Generator<Obj> {
  for (const option of alternatives(value)) {
    if (option.t !== 'obj') continue;
    if (isCallable(option)) {
      if (!option.native) yield option;
    } else if (depth < 3 && (option.kind === 'plain' || option.kind === 'array')) {
      for (const cell of option.props.values()) if (cell.v) yield* functionsIn(cell.v, depth + 1);
      for (const item of option.items?.v.slice(0, 50) ?? []) yield* functionsIn(item, depth + 1);
    }
  }
}

export function evaluateNew(machine: Machine, node: Node, env: Env): Value {
  const callee = machine.evaluate(node.callee, env);
  const args = evaluateArguments(machine, node.arguments, env);
  machine.visited.add(node);
  return machine.construct(callee, args, node);
}

export function constructValue(machine: Machine, callee: Value, args: readonly Value[], site: Node): Value {
  machine.tick();
  const options = alternatives(callee).filter((option) => option.t === 'obj' && isCallable(option)) as Obj[];
  if (options.length === 0) return callUnknown(machine, callee, args, site);
  return options
    .map((option) =>
      option.native
        ? (option.native as unknown as Native<Machine>)(machine, UNDEFINED, args, site)
        : instantiate(machine, option, args, site),
    )
    .reduce((a, b) => join(a, b));
}
