/**
 * Calling a known function. In: a function, `this`, arguments. Out: what it returns, or a throw. Bodies are evaluated in
 * place, so every caller gets its own answer. A third nested activation runs on unknown arguments, a fourth is cut.
 */

import { aside } from './aside.ts';
import type { Abrupt } from './completions.ts';
import { Thrown } from './completions.ts';
import { childEnv } from './environments.ts';
import { join, joinAll } from './joins.ts';
import type { Machine } from './machine.ts';
import { lookup } from './names.ts';
import { native, object } from './objects.ts';
import { newPromise, resolved, settle, stateOf } from './promises.ts';
import type { After } from './recent.ts';
import { recent } from './recent.ts';
import type { Env, Frame } from './scopes.ts';
import type { Node } from './tree.ts';
import type { Closure, Obj, Value } from './values.ts';
import { STATE, taintOf, text, top, UNDEFINED } from './values.ts';

export function makeFunction(machine: Machine, node: Node, env: Env, home: Obj | null): Obj {
  const born = machine.entry + 1;
  const prototypeOf = (): readonly [string, { v: Value }] => {
    const prototype = object({ born });
    prototype.slots.set('class', made);
    return ['prototype', { v: prototype }];
  };
  const made: Obj = object({
    kind: 'function',
    name: node.id?.name ?? '',
    closure: { node, env, home, classNode: null, parent: null },
    born,
    ...(node.type !== 'ArrowFunctionExpression' && !node.async ? { first: prototypeOf } : {}),
  });
  machine.activations.noteMade(node, made);
  return made;
}

const WIDEN_AT = 3;
const CUT_AT = 4;
const DEPTH = 48;

export function invoke(
  machine: Machine,
  fn: Obj,
  self: Value,
  args: readonly Value[],
  site: Node,
  newTarget: Value = UNDEFINED,
): Value {
  const closure = fn.closure as Closure & { readonly env: Env };
  const { node } = closure;
  if (!node.body) return top(STATE);
  const nesting = machine.activations.begin(node);
  try {
    if (nesting >= CUT_AT || machine.activations.depth > DEPTH) {
      machine.budget.truncated = true;
      return top(STATE);
    }
    const given =
      nesting >= WIDEN_AT
        ? args.map((argument) =>
            argument.t === 'obj' && argument.closure ? argument : top(taintOf(argument) || STATE),
          )
        : args;
    const frame = frameOf(
      machine,
      closure,
      self,
      given.map((argument) => travelled(machine, argument, site)),
      newTarget,
    );
    const scope = childEnv(closure.env, node, machine, frame);
    if (node.id && node.type === 'FunctionExpression' && !scope.vars.has(node.id.name))
      scope.vars.set(node.id.name, { v: fn, kind: 'function', stale: false });
    if (node.generator) return generator(machine, fn, scope);
    return node.async
      ? runAsync(machine, fn, scope)
      : aside(machine, fn, scope.frame.args, () => run(machine, fn, scope));
  } finally {
    machine.activations.end(node);
  }
}

function frameOf(machine: Machine, closure: Closure, self: Value, args: readonly Value[], newTarget: Value): Frame {
  const outer = (closure.env as Env).frame;
  const isArrow = closure.node.type === 'ArrowFunctionExpression';
  return {
    node: closure.node,
    entry: machine.entry,
    self: isArrow ? outer.self : self,
    home: isArrow ? outer.home : closure.home,
    args: args,
    newTarget: isArrow ? outer.newTarget : newTarget,
    yielded: [],
  };
}

function run(machine: Machine, fn: Obj, scope: Env): Value {
  const { node } = fn.closure!;
  const from = machine.branches.count;
  const mask = machine.mask;
  const unit = machine.unit;
  machine.unit = scope.unit;
  let result: Value = UNDEFINED;
  let thrown: Thrown | null = null;
  try {
    bindParameters(machine, node, scope);
    result = body(machine, node, scope);
  } catch (error) {
    if (!(error instanceof Thrown)) throw error;
    thrown = error;
  } finally {
    machine.unit = unit;
  }
  const taint = machine.mask & ~mask;
  const returns = machine.branches.collect(from, mask, (exit) => exit.kind === 'return');
  if (thrown) {
    if (returns.length === 0) throw thrown;
    machine.branches.mayThrow(thrown.value, taint || STATE);
    return joinAll(returns.map((exit) => exit.value));
  }
  return returns.reduce<Value>((all, exit) => join(all, exit.value), result);
}

function body(machine: Machine, node: Node, scope: Env): Value {
  if (node.body.type !== 'BlockStatement') return machine.evaluate(node.body, scope);
  const statements = node.body.body as readonly Node[];
  const ended = machine.block(statements, scope);
  return ended?.kind === 'return' ? ended.value : UNDEFINED;
}

function bindParameters(machine: Machine, node: Node, scope: Env): void {
  const { args } = scope.frame;
  node.params.forEach((parameter, index) => {
    if (parameter.type === 'RestElement')
      machine.bind(parameter.argument!, machine.array(args.slice(index)), scope, 'param');
    else machine.bind(parameter, args[index] ?? UNDEFINED, scope, 'param');
    const property = parameter.type === 'TSParameterProperty' ? parameter.parameter : null;
    if (property) {
      const name = property.type === 'AssignmentPattern' ? property.left.name : property.name;
      machine.set(scope.frame.self, name, lookup(machine, name, scope, property), property);
    }
  });
}

/** A string that is handed to a function remembers the call: that is where an endpoint was chosen. */
function travelled(machine: Machine, value: Value, site: Node): Value {
  if (value.t === 'str') return { ...value, via: machine.via(site, value.via) };
  if (value.t === 'union' && value.of.some((option) => option.t === 'str'))
    return { t: 'union', of: value.of.map((option) => travelled(machine, option, site)) };
  if (value.t === 'obj' && value.kind === 'plain' && value.born === machine.entry + 1)
    value.via = machine.via(site, value.via);
  return value;
}

function runAsync(machine: Machine, fn: Obj, scope: Env): Value {
  const before = machine.after;
  const mask = machine.mask;
  const from = machine.branches.count;
  let result: Value = UNDEFINED;
  let thrown: Thrown | null = null;
  try {
    result = aside(machine, fn, scope.frame.args, () => run(machine, fn, scope));
  } catch (error) {
    if (!(error instanceof Thrown)) throw error;
    thrown = error;
  }
  const maybe = machine.branches.collect(from, mask, (exit) => exit.kind === 'throw');
  const waited = [...machine.after.awaited].filter((key) => !before.awaited.has(key));
  leaveAsync(machine, before);
  const error = thrown ? thrown.value : undefined;
  return asyncResult(machine, result, error, maybe, mask, waited);
}

/** Ends an async activation for its caller: what it waited for, the caller did not. */
function leaveAsync(machine: Machine, before: After): void {
  const fired = [...machine.after.fired, ...machine.after.awaited].filter((key) => !before.awaited.has(key));
  machine.after = { fired: recent(fired), awaited: before.awaited };
}

function asyncResult(
  machine: Machine,
  result: Value,
  error: Value | undefined,
  maybe: readonly (Abrupt & { readonly mask: number })[],
  mask: number,
  waited: readonly string[],
): Value {
  const promise = newPromise(machine);
  if (error) settle(machine, promise, 'err', error, waited);
  else settle(machine, promise, 'ok', result, waited);
  const state = stateOf(promise);
  if (maybe.length > 0) {
    const errors = joinAll(maybe.map((exit) => exit.value));
    state.error = error ? join(error, errors) : errors;
    state.taint |= maybe.reduce((bits, exit) => bits | (exit.mask & ~mask), 0) || STATE;
    if (!error) state.state = 'either';
  }
  return promise;
}

/** A generator's body runs at once; what it yields is what iterating it gives. */
function generator(machine: Machine, fn: Obj, scope: Env): Value {
  const before = machine.after;
  const from = machine.branches.count;
  try {
    run(machine, fn, scope);
  } catch (error) {
    if (!(error instanceof Thrown)) throw error;
    machine.branches.mayThrow(error.value, STATE);
  }
  if (fn.closure!.node.async) machine.branches.take(from, (exit) => exit.kind === 'throw');
  const yielded = scope.frame.yielded;
  const all = machine.array([...yielded]);
  const next = native('next', () => {
    const value = yielded.length > 0 ? joinAll(yielded) : UNDEFINED;
    const step = machine.plain({ value, done: top(STATE) });
    return fn.closure!.node.async
      ? resolved(
          machine,
          step,
          [...machine.after.awaited].filter((key) => !before.awaited.has(key)),
        )
      : step;
  });
  all.props.set('next', { v: next });
  return all;
}

export function instantiate(machine: Machine, fn: Obj, args: readonly Value[], site: Node): Value {
  const made = machine.plain();
  const prototype = fn.props.get('prototype')?.v;
  made.proto = prototype?.t === 'obj' ? prototype : null;
  made.slots.set('class', fn);
  const returned = runConstructor(machine, fn, made, args, site);
  return returned ?? made;
}

/** Runs a constructor on an instance; what it returns counts only if it is an object. */
export function runConstructor(
  machine: Machine,
  fn: Obj,
  self: Value,
  args: readonly Value[],
  site: Node,
): Value | null {
  const { closure } = fn;
  if (!closure) {
    if (self.t === 'obj') self.open |= STATE;
    if (fn.name === 'Error' && self.t === 'obj') self.props.set('message', { v: args[0] ?? text('') });
    return null;
  }
  if (!closure.classNode) {
    const returned = invoke(machine, fn, self, args, site, fn);
    return returned.t === 'obj' ? returned : null;
  }
  return machine.runClass(fn, self, args, site);
}
