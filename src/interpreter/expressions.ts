/**
 * Expressions. In: a node and the names in scope. Out: a value. Long spines (`+`, calls on calls) are walked, not recursed.
 * What cannot be evaluated is a value only the running page knows, with the taint of its parts.
 */

import { isHole } from '../syntax/holes.ts';
import { evaluateCall, evaluateNew } from './calls.ts';
import { choose } from './choose.ts';
import { makeClass } from './classes.ts';
import { isAbrupt, Thrown } from './completions.ts';
import { markDead } from './dead-code.ts';
import { join } from './joins.ts';
import { evaluateJsx } from './jsx.ts';
import { holed } from './literals.ts';
import type { Machine } from './machine.ts';
import { moduleOf } from './modules.ts';
import { lookup } from './names.ts';
import { native, setGetter } from './objects.ts';
import { binary, typeOf, unary } from './operators.ts';
import { awaitValue, resolved } from './promises.ts';
import type { Env } from './scopes.ts';
import { elementsOf, spreadInto } from './spread.ts';
import { concat } from './texts.ts';
import type { Node } from './tree.ts';
import { bare, keyText } from './tree.ts';
import type { Obj, Value } from './values.ts';
import {
  alternatives,
  exact,
  HOLE,
  isNullish,
  prim,
  STATE,
  taintOf,
  text,
  top,
  truth,
  UNDEFINED,
  UNK,
} from './values.ts';

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
      return spine(machine, node, env);
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
      return awaitValue(machine, machine.evaluate(node.argument!, env));
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

function literal(node: Node): Value {
  if (node.regex) {
    const regex = native('RegExp', () => top(STATE), {});
    regex.slots.set('regex', node.regex);
    return regex;
  }
  const value = node.value as unknown;
  if (typeof value === 'string') return holed(value);
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' || value === null)
    return prim(value);
  return top(UNK);
}

function template(machine: Machine, node: Node, env: Env): Value {
  let result: Value = text('');
  node.quasis.forEach((quasi, index) => {
    const cooked = (quasi.value as { readonly cooked: string | null }).cooked ?? '';
    result = index === 0 ? holed(cooked) : concat(result, holed(cooked));
    const expression = node.expressions[index];
    if (expression) result = concat(result, machine.evaluate(expression, env));
  });
  return result;
}

function tagged(machine: Machine, node: Node, env: Env): Value {
  const tag = machine.evaluate(node.tag, env);
  const values = node.quasi.expressions.map((expression) => machine.evaluate(expression, env));
  const strings = node.quasi.quasis.map((quasi) =>
    holed((quasi.value as { readonly cooked: string | null }).cooked ?? ''),
  );
  const isMarkup = node.tag.type === 'Identifier' && /^(?:html|svg|htm|css)$/.test(node.tag.name);
  if (isMarkup) {
    // Lit's `@click=${fn}` hands a function to the page, with the component as its `this`.
    for (const value of values) machine.listen({ fn: value, kind: 'event', self: env.frame.self });
    return template(machine, node.quasi, env);
  }
  return machine.call(tag, UNDEFINED, [machine.array(strings), ...values], node);
}

/** `a.b().c().d()` from the inside out, so that a thousand links need no thousand frames. */
function spine(machine: Machine, node: Node, env: Env): Value {
  const links: Node[] = [];
  let at: Node = node;
  for (;;) {
    links.push(at);
    const inner = bare(at.type === 'CallExpression' ? at.callee : at.object);
    if (inner.type !== 'CallExpression' && inner.type !== 'MemberExpression') break;
    at = inner;
  }
  let receiver: Value = UNDEFINED;
  const innermost = links.at(-1)!;
  const start = bare(innermost.type === 'CallExpression' ? innermost.callee : innermost.object);
  let value: Value = start.type === 'Import' ? top(UNK) : machine.evaluate(start, env);
  if (start.type === 'Super') receiver = env.frame.self;
  for (let index = links.length - 1; index >= 0; index -= 1) {
    const link = links[index]!;
    machine.tick();
    if (link.optional && isNullish(value)) return UNDEFINED;
    if (link.type === 'MemberExpression') {
      receiver = link.object.type === 'Super' ? env.frame.self : value;
      value = member(machine, link, value, env);
    } else {
      value = evaluateCall(
        machine,
        link,
        { callee: value, receiver, isSuper: start.type === 'Super' && link === innermost },
        env,
      );
      receiver = UNDEFINED;
    }
  }
  return value;
}

function member(machine: Machine, node: Node, target: Value, env: Env): Value {
  if (!node.computed) return machine.get(target, keyText(node.property), node);
  return machine.getComputed(target, machine.evaluate(node.property, env), node);
}

function objectLiteral(machine: Machine, node: Node, env: Env): Value {
  const made = machine.plain();
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      spreadInto(machine, made, machine.evaluate(property.argument!, env));
      continue;
    }
    const isMethod =
      property.kind === 'get' || property.kind === 'set' || (property as { readonly method?: boolean }).method === true;
    const key = property.computed ? exact(machine.evaluate(property.key, env)) : keyText(property.key);
    const value = isMethod ? machine.makeFunction(property.value, env, made) : machine.evaluate(property.value, env);
    if (key === null) made.open |= STATE;
    else if (isHole(key)) made.open |= HOLE;
    else if (property.kind === 'get') setGetter(made, key, value as Obj);
    else if (property.kind !== 'set') made.props.set(key, { v: value });
  }
  return made;
}

function arrayLiteral(machine: Machine, node: Node, env: Env): Value {
  const items: Value[] = [];
  let rest: Value | null = null;
  for (const element of node.elements) {
    if (!element) items.push(UNDEFINED);
    else if (element.type !== 'SpreadElement') items.push(machine.evaluate(element, env));
    else {
      const spread = elementsOf(machine, machine.evaluate(element.argument!, env));
      items.push(...spread.items);
      if (spread.rest) rest = rest ? join(rest, spread.rest) : spread.rest;
    }
  }
  return machine.array(items, rest);
}

function assignment(machine: Machine, node: Node, env: Env): Value {
  const target = bare(node.left);
  if (node.operator === '=') {
    const value = machine.evaluate(node.right, env);
    machine.bind(target, value, env, 'assign');
    return value;
  }
  const old = machine.evaluate(target, env);
  const operator = node.operator.slice(0, -1);
  const side = (): Value => machine.evaluate(node.right, env);
  const value =
    operator === '||' || operator === '&&' || operator === '??'
      ? shortCircuit(machine, operator, old, node.right, side)
      : binary(operator, old, side());
  machine.bind(target, value, env, 'assign');
  return value;
}

function update(machine: Machine, node: Node, env: Env): Value {
  const target = bare(node.argument!);
  const old = machine.evaluate(target, env);
  const value = binary(node.operator === '++' ? '+' : '-', old.t === 'str' ? top(STATE) : old, prim(1));
  machine.bind(target, value, env, 'assign');
  return node.prefix ? value : old;
}

function conditional(machine: Machine, node: Node, env: Env): Value {
  const condition = machine.evaluate(node.test!, env);
  return choose(
    machine,
    condition,
    () => machine.evaluate(node.consequent, env),
    () => machine.evaluate(node.alternate!, env),
    { one: node.consequent, other: node.alternate },
  );
}

function logical(machine: Machine, node: Node, env: Env): Value {
  const left = machine.evaluate(node.left, env);
  return shortCircuit(machine, node.operator, left, node.right, () => machine.evaluate(node.right, env));
}

function shortCircuit(machine: Machine, operator: string, left: Value, right: Node, side: () => Value): Value {
  if (operator === '??') {
    const sides = alternatives(left).map(isNullish);
    if (sides.every((is) => is)) return side();
    if (left.t !== 'top' && !sides.includes(true) && !alternatives(left).some((one) => one.t === 'top')) {
      markDead(machine, right);
      return left;
    }
    const kept = alternatives(left).filter((one) => !isNullish(one));
    return guarded(machine, taintOf(left) || STATE, side, () =>
      kept.length > 0 ? kept.reduce((a, b) => join(a, b)) : left,
    );
  }
  const known = truth(left);
  const stops = operator !== '&&';
  if (known === stops) {
    markDead(machine, right);
    return left;
  }
  if (known !== null) return side();
  const kept = alternatives(left).filter((one) => truth(one) !== !stops);
  const short = kept.length > 0 ? kept.reduce((a, b) => join(a, b)) : left;
  return guarded(machine, taintOf(left) || STATE, side, () => short);
}

function guarded(machine: Machine, taint: number, side: () => Value, other: () => Value): Value {
  const { one, other: kept } = machine.branches.fork<Value>(taint, side, other);
  if (isAbrupt(one)) {
    if (isAbrupt(kept)) throw new Thrown(kept.value);
    return kept;
  }
  return isAbrupt(kept) ? one : join(kept, one);
}

function binarySpine(machine: Machine, node: Node, env: Env): Value {
  const links: Node[] = [];
  let at: Node = node;
  while (at.type === 'BinaryExpression') {
    links.push(at);
    at = bare(at.left);
  }
  let value = at.type === 'PrivateIdentifier' ? top(UNK) : machine.evaluate(at, env);
  for (let index = links.length - 1; index >= 0; index -= 1) {
    const link = links[index]!;
    machine.tick();
    value = binary(link.operator, value, machine.evaluate(link.right, env));
  }
  return value;
}

function unaryExpression(machine: Machine, node: Node, env: Env): Value {
  const argument = bare(node.argument!);
  if (node.operator === 'typeof') return typeOf(machine.evaluate(argument, env));
  if (node.operator === 'delete') {
    if (argument.type === 'MemberExpression' && !argument.computed) {
      const target = machine.evaluate(argument.object, env);
      const cell = target.t === 'obj' ? target.props.get(keyText(argument.property)) : undefined;
      if (cell) machine.heap.set(cell, undefined);
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

function yielding(machine: Machine, node: Node, env: Env): Value {
  const value = node.argument ? machine.evaluate(node.argument, env) : UNDEFINED;
  if (node.delegate) {
    const all = elementsOf(machine, value);
    env.frame.yielded.push(...all.items, ...(all.rest ? [all.rest] : []));
  } else env.frame.yielded.push(value);
  return join(UNDEFINED, top(STATE));
}

function importMeta(machine: Machine): Value {
  const env = machine.plain({}, 1);
  return machine.plain({ url: text(machine.page.base), env }, STATE);
}

function dynamicImport(machine: Machine, node: Node, env: Env): Value {
  const source = exact(machine.evaluate(node.source!, env));
  return resolved(machine, (source === null ? null : moduleOf(machine, source)) ?? top(UNK, source ?? ''));
}
