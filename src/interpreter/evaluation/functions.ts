/**
 * Calling a known function. In: a function, `this`, arguments. Out: what it returns, or a throw. Bodies are evaluated in
 * place, so every caller gets its own answer. A third nested activation runs on unknown arguments and stands for a fourth.
 */

import type { Node } from '../../syntax/tree.ts';
import { attempt, endless, isEndless } from '../machine/completions.ts';
import type { Machine } from '../machine/machine.ts';
import { repeated } from '../machine/rounds.ts';
import type { Env, Frame } from '../machine/scopes.ts';
import { childEnv } from '../names/environments.ts';
import { isPromise, stateOf } from '../promises/promises.ts';
import { join } from '../values/joins.ts';
import { object } from '../values/objects.ts';
import type { Closure, Obj, Value } from '../values/values.ts';
import { STATE, taintOf, top, UNDEFINED } from '../values/values.ts';
import { likeWays } from '../values/ways.ts';
import { aside } from './aside.ts';
import { runAsync, runGenerator } from './async-functions.ts';
import { runBody } from './function-bodies.ts';

export function makeFunction(machine: Machine, node: Node, env: Env, home: Obj | null): Obj {
  const born = machine.moment + 1;
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
  if (machine.facts.isRelevant(node)) machine.activations.noteMade(node, made);
  return made;
}

/** Activations of one function that are open: at this many arguments are widened, */
const WIDEN_AT = 3;
/** and at this many the call is cut. */
const CUT_AT = 4;
/** Calls that are open at once. */
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
    if (nesting >= CUT_AT) {
      machine.budget.truncated = true;
      throw endless();
    }
    if (machine.activations.depth > DEPTH) {
      machine.budget.truncated = true;
      return top(STATE);
    }
    const given = (nesting >= WIDEN_AT ? args.map(widened) : args).map((argument) =>
      travelled(machine, argument, site),
    );
    const act = (): Value => {
      const frame = frameOf(machine, closure, self, given, newTarget);
      const scope = childEnv(machine, node, closure.env, frame);
      if (node.id && node.type === 'FunctionExpression' && !scope.vars.has(node.id.name))
        scope.vars.set(node.id.name, { v: fn, stale: false });
      if (node.generator) return runGenerator(machine, fn, scope);
      return node.async
        ? runAsync(machine, fn, scope)
        : aside(machine, fn, scope.frame.args, () => runBody(machine, fn, scope));
    };
    return nesting === WIDEN_AT ? recursive(machine, act) : act();
  } finally {
    machine.activations.end(node);
  }
}

/**
 * The activation that stands for all further ones: its ways out that need none of them are theirs as well, with a value that nobody
 * knows. Without such a way it is unknown what becomes of it.
 */
function recursive(machine: Machine, act: () => Value): Value {
  const { value, thrown } = repeated(machine, () => attempt(act));
  if (isEndless(thrown)) return top(STATE);
  if (thrown) throw thrown;
  if (!isPromise(value)) return join(value, top(STATE));
  const state = stateOf(value);
  if (state.state !== 'err') state.value = join(state.value, top(STATE));
  return value;
}

function frameOf(machine: Machine, closure: Closure, self: Value, args: readonly Value[], newTarget: Value): Frame {
  const outer = (closure.env as Env).frame;
  const isArrow = closure.node.type === 'ArrowFunctionExpression';
  return {
    node: closure.node,
    moment: machine.moment,
    self: isArrow ? outer.self : self,
    home: isArrow ? outer.home : closure.home,
    args,
    newTarget: isArrow ? outer.newTarget : newTarget,
    yielded: [],
  };
}

/** An argument of a recursion: all that is kept of it is where it came from; a function stays itself. */
function widened(argument: Value): Value {
  return argument.t === 'obj' && argument.closure ? argument : top(taintOf(argument) || STATE);
}

/** A string that is handed to a function remembers the call: that is where an endpoint was chosen. */
function travelled(machine: Machine, value: Value, site: Node): Value {
  if (value.t === 'str') return { ...value, via: machine.via(site, value.via) };
  if (value.t === 'union' && value.of.some((option) => option.t === 'str'))
    return likeWays(value, { t: 'union', of: value.of.map((option) => travelled(machine, option, site)) });
  if (value.t === 'obj' && value.kind === 'plain' && value.born > machine.entry)
    value.via = machine.via(site, value.via);
  return value;
}
