/**
 * Expressions. In: a node and the names in scope. Out: a value: this page says which piece of the interpreter makes it.
 * What cannot be evaluated is a value only the running page knows, with the taint of its parts.
 */

import { isHole } from '../../syntax/holes.ts';
import type { Node } from '../../syntax/tree.ts';
import { bare, keyText } from '../../syntax/tree.ts';
import { loadScript } from '../browser/dynamic-code.ts';
import type { Machine } from '../machine/machine.ts';
import type { Env } from '../machine/scopes.ts';
import { moduleOf } from '../names/modules.ts';
import { lookup } from '../names/names.ts';
import { awaitValue, resolved } from '../promises/promises.ts';
import { removeProperty } from '../standard/object-global.ts';
import { elementsOf } from '../standard/spread.ts';
import { allOf } from '../values/elements.ts';
import { join } from '../values/joins.ts';
import { typeOf, unary } from '../values/operators.ts';
import type { Value } from '../values/values.ts';
import { ENV, exact, HOLE, prim, STATE, text, top, UNDEFINED, UNK } from '../values/values.ts';
import { assignment, update } from './assignments.ts';
import { evaluateNew } from './calls.ts';
import { conditional, logical } from './choose.ts';
import { makeClass } from './classes.ts';
import { evaluateJsx } from './jsx.ts';
import { arrayLiteral, literal, objectLiteral, tagged, template } from './literals.ts';
import { binarySpine, callSpine } from './spines.ts';

export function evaluateExpression(machine: Machine, raw: Node, env: Env): Value {
  machine.tick();
  const node = bare(raw);
  switch (node.type) {
    case 'Literal':
      return literal(node);
    case 'Identifier':
      return isHole(node.name) ? top(HOLE) : lookup(machine, node.name, env, node);
    case 'TemplateLiteral':
      return template(machine, node, env);
    case 'TaggedTemplateExpression':
      return tagged(machine, node, env);
    case 'CallExpression':
    case 'MemberExpression':
      return callSpine(machine, node, env);
    case 'NewExpression':
      return evaluateNew(machine, node, env);
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return machine.makeFunction(node, env, null);
    case 'ClassExpression':
      return makeClass(machine, node, env);
    case 'ObjectExpression':
      return objectLiteral(machine, node, env);
    case 'ArrayExpression':
      return arrayLiteral(machine, node, env);
    case 'AssignmentExpression':
      return assignment(machine, node, env);
    case 'UpdateExpression':
      return update(machine, node, env);
    case 'ConditionalExpression':
      return conditional(machine, node, env);
    case 'LogicalExpression':
      return logical(machine, node, env);
    case 'BinaryExpression':
      return binarySpine(machine, node, env);
    case 'UnaryExpression':
      return unaryExpression(machine, node, env);
    case 'SequenceExpression':
      return node.expressions.reduce<Value>((_, part) => machine.evaluate(part, env), UNDEFINED);
    case 'AwaitExpression':
      return awaiting(machine, node, env);
    case 'YieldExpression':
      return yielding(machine, node, env);
    case 'ThisExpression':
      return env.frame.self;
    case 'Super':
      return env.frame.home?.proto ?? UNDEFINED;
    case 'MetaProperty':
      return node.meta.name === 'import' ? importMeta(machine) : env.frame.newTarget;
    case 'ImportExpression':
      return dynamicImport(machine, node, env);
    case 'JSXElement':
    case 'JSXFragment':
      return evaluateJsx(machine, node, env);
    case 'JSXEmptyExpression':
      return UNDEFINED;
    case 'SpreadElement':
      return machine.evaluate(node.argument!, env);
    default:
      return top(UNK);
  }
}

function unaryExpression(machine: Machine, node: Node, env: Env): Value {
  const argument = bare(node.argument!);
  if (node.operator === 'typeof') return typeOfNode(machine, argument, env);
  if (node.operator === 'delete') {
    if (argument.type === 'MemberExpression') {
      const target = machine.evaluate(argument.object, env);
      const key = argument.computed ? machine.evaluate(argument.property, env) : text(keyText(argument.property));
      removeProperty(machine, target, key);
    }
    return prim(true);
  }
  let depth = 0;
  let operand = argument;
  while (node.operator === '!' && operand.type === 'UnaryExpression' && operand.operator === '!') {
    depth += 1;
    operand = bare(operand.argument!);
  }
  let value = unary(node.operator, machine.evaluate(operand, env));
  for (let index = 0; index < depth; index += 1) value = unary('!', value);
  return value;
}

/** What stands behind it runs in another turn. */
function awaiting(machine: Machine, node: Node, env: Env): Value {
  const value = awaitValue(machine, machine.evaluate(node.argument!, env));
  const isCertain = machine.forks === 0 && machine.mask === 0;
  if (machine.lateness < 2) machine.lateness = isCertain ? 2 : 1;
  return value;
}

function typeOfNode(machine: Machine, node: Node, env: Env): Value {
  const value = machine.evaluate(node, env);
  const isLent = node.type === 'Identifier' && machine.builtins.mayBeAbsent(node.name);
  return isLent && value === machine.builtins.get(node.name) ? top(ENV) : typeOf(value);
}

function yielding(machine: Machine, node: Node, env: Env): Value {
  const value = node.argument ? machine.evaluate(node.argument, env) : UNDEFINED;
  if (node.delegate) env.frame.yielded.push(...allOf(elementsOf(machine, value)));
  else env.frame.yielded.push(value);
  machine.passTime();
  return join(UNDEFINED, top(STATE));
}

function importMeta(machine: Machine): Value {
  return machine.plain({ url: text(machine.page.base), env: machine.plain({}, ENV) }, STATE);
}

function dynamicImport(machine: Machine, node: Node, env: Env): Value {
  const asked = machine.evaluate(node.source!, env);
  const source = exact(asked);
  // What is written out has been looked for among the files already.
  if (source === null || (bare(node.source!).type !== 'Literal' && /^(?:\.{0,2}\/|[a-z][\w+.-]*:)/i.test(source)))
    loadScript(machine, asked, node);
  return resolved(machine, (source === null ? null : moduleOf(machine, source)) ?? top(UNK, source ?? ''));
}
