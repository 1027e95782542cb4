/**
 * Calling a known function. In: a function, `this`, arguments. Out: what it returns, or a throw. Bodies are evaluated in
 * place, so every caller gets its own answer. A third nested activation runs on unknown arguments, a fourth is cut.
 */
import { childEnv } from './environments.ts';
import type { Abrupt, Env, Frame, Machine } from './machine.ts';
import { Thrown } from './machine.ts';
import type { Node } from './tree.ts';
import type { Closure, Obj, Value } from './values.ts';
import { join, joinAll, object, STATE, taintOf, text, top, UNDEFINED } from './values.ts';

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
  const nesting = machine.enter(fn);
  try {
    if (nesting >= CUT_AT || machine.depth() > DEPTH) {
      machine.truncate();
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
      : machine.limited(fn, scope.frame.args, () => run(machine, fn, scope));
  } finally {
    machine.exit(fn);
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
  const from = machine.exitCount();
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
  const returns = machine.takeExits(from, (exit) => exit.kind === 'return');
  const taint = machine.mask & ~mask;
  machine.mask = mask | machine.exitMask(from);
  if (thrown) {
    if (returns.length === 0) throw thrown;
    machine.mayThrow(thrown.value, taint || STATE);
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
      machine.set(scope.frame.self, name, machine.lookup(name, scope, property), property);
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
  const from = machine.exitCount();
  let result: Value = UNDEFINED;
  let thrown: Thrown | null = null;
  try {
    result = machine.limited(fn, scope.frame.args, () => run(machine, fn, scope));
  } catch (error) {
    if (!(error instanceof Thrown)) throw error;
    thrown = error;
  }
  const maybe = machine.takeExits(from, (exit) => exit.kind === 'throw');
  machine.mask = mask | machine.exitMask(from);
  const waited = [...machine.after.awaited].filter((key) => !before.awaited.has(key));
  machine.leaveAsync(before);
  const error = thrown ? thrown.value : undefined;
  return asyncResult(machine, result, error, maybe, mask, waited);
}

function asyncResult(
  machine: Machine,
  result: Value,
  error: Value | undefined,
  maybe: readonly (Abrupt & { readonly mask: number })[],
  mask: number,
  waited: readonly string[],
): Value {
  const promise = machine.promise();
  if (error) machine.settle(promise, 'err', error, waited);
  else machine.settle(promise, 'ok', result, waited);
  const state = machine.stateOf(promise);
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
  const from = machine.exitCount();
  try {
    run(machine, fn, scope);
  } catch (error) {
    if (!(error instanceof Thrown)) throw error;
    machine.mayThrow(error.value, STATE);
  }
  if (fn.closure!.node.async) machine.takeExits(from, (exit) => exit.kind === 'throw');
  const yielded = scope.frame.yielded;
  const all = machine.array([...yielded]);
  const next = machine.nativeFunction('next', () => {
    const value = yielded.length > 0 ? joinAll(yielded) : UNDEFINED;
    const step = machine.plain({ value, done: top(STATE) });
    return fn.closure!.node.async
      ? machine.resolved(
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
