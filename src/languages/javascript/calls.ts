/**
 * Calls that make text: methods of strings and arrays, wrappers that hand their text on, functions of the file.
 * In: an evaluator, a call and its frame. Out: a Value; an unknown call is an unknown value.
 */
import { atomText } from '../../syntax/mapped-text.ts';
import type { Node } from '../../syntax/tree.ts';
import { bare, isFunction } from '../../syntax/tree.ts';
import { replaceText } from '../strings/transforms.ts';
import type { TextValue, Value } from '../strings/values.ts';
import { concat, guessed, itemsOf, jsonOf, UNKNOWN } from '../strings/values.ts';
import type { JsScope } from './bindings.ts';
import { calleeName } from './callees.ts';
import type { Evaluator, Frame } from './evaluator.ts';

/** Functions that give back their first argument as far as a browser can tell. */
const PASS_THROUGH = /^(?:String|minify|dedent|html|raw|outdent|trustedHTML|createHTML|sanitize|stripIndent|unescape)$/;
/** Methods that leave text, or the items of an array, as they are for our purpose. */
const KEEPS =
  /^(?:trim|trimStart|trimEnd|toString|valueOf|normalize|filter|slice|reverse|sort|flat|toSorted|toReversed)$/;
/** and those that do nothing at all to text without blanks around it. */
const AS_IS = /^(?:trim|trimStart|trimEnd|toString|valueOf)$/;
/** Items of a known array that are mapped one by one. */
const MAPPED_ITEMS = 50;

export function callText(evaluator: Evaluator, node: Node, frame: Frame): Value {
  const callee = calleeName(node);
  const method = callee?.on ? methodText(evaluator, node, callee.name, callee.on, frame) : null;
  if (method) return method;
  const target = evaluator.functionBehind(node.callee, frame);
  if (target) {
    const value = follow(evaluator, target, argumentValues(evaluator, node, frame), frame);
    return node.arguments.some(({ type }) => type === 'SpreadElement') ? guessed(value) : value;
  }
  const first = node.arguments[0];
  if (!first || !callee) return UNKNOWN;
  if (callee.name === 'stringify' && node.arguments[1]?.type !== 'Literal' && node.arguments[1]) return UNKNOWN;
  if (callee.name === 'stringify') return jsonOf(evaluator.evaluate(first, frame), evaluator.file.at(node.start));
  if (!PASS_THROUGH.test(callee.name)) return UNKNOWN;
  const given = evaluator.evaluate(first, frame);
  return callee.name === 'String' ? given : guessed(given);
}

/** Null when it is no method of text or of an array. */
function methodText(evaluator: Evaluator, node: Node, name: string, receiver: Node, frame: Frame): Value | null {
  if (name === 'map' || name === 'flatMap') return mapped(evaluator, node, receiver, frame);
  if (name === 'join') return joined(evaluator, node, receiver, frame);
  if (name === 'concat') {
    const value = evaluator.evaluate(receiver, frame);
    const rest = node.arguments.map((argument) => evaluator.evaluate(argument, frame));
    if (value.kind === 'list')
      return {
        kind: 'list',
        items: [...value.items, ...rest.flatMap(itemsOf)],
        ...(value.guess ? { guess: true } : {}),
      };
    return value.kind === 'text' ? concat([value, ...rest], evaluator.file.at(node.start)) : null;
  }
  if (name === 'replace' || name === 'replaceAll') return replaced(evaluator, node, receiver, frame);
  if (!KEEPS.test(name)) return null;
  const value = evaluator.evaluate(receiver, frame);
  if (value.kind === 'unknown') return null;
  return value.kind === 'text' && value.text.text.trim() === value.text.text && AS_IS.test(name)
    ? value
    : guessed(value);
}

function mapped(evaluator: Evaluator, node: Node, receiver: Node, frame: Frame): Value | null {
  const callback = node.arguments[0];
  const target = callback ? evaluator.functionBehind(callback, frame) : null;
  if (!target) return null;
  const over = evaluator.evaluate(receiver, frame);
  const items = over.kind === 'list' && over.items.length <= MAPPED_ITEMS ? over.items : [UNKNOWN];
  return {
    kind: 'list',
    items: items.map((item) => follow(evaluator, target, [item], frame)),
    ...(over.kind === 'list' && over.items === items && !over.guess ? {} : { guess: true }),
  };
}

function joined(evaluator: Evaluator, node: Node, receiver: Node, frame: Frame): Value | null {
  const value = evaluator.evaluate(receiver, frame);
  if (value.kind === 'text') return value;
  if (value.kind !== 'list') return null;
  const first = node.arguments[0];
  const at = evaluator.file.at(node.start);
  const given = first ? evaluator.evaluate(first, frame) : null;
  const comma: TextValue = { kind: 'text', text: atomText(',', at), literals: [], transforms: 0 };
  return concat(value.items, at, given === null ? comma : given.kind === 'text' ? given : null);
}

function replaced(evaluator: Evaluator, node: Node, receiver: Node, frame: Frame): Value | null {
  const value = evaluator.evaluate(receiver, frame);
  if (value.kind !== 'text') return null;
  const [from, to] = node.arguments;
  const old = from ? evaluator.evaluate(from, frame) : UNKNOWN;
  if (!to || old.kind !== 'text') return guessed(value);
  const toNode = bare(to);
  const target = isFunction(toNode) ? evaluator.functionBehind(toNode, frame) : null;
  const replacement = target ? follow(evaluator, target, [], frame) : evaluator.evaluate(to, frame);
  return guessed(replaceText(value, old.text.text, replacement, evaluator.file.at(to.start)));
}

function argumentValues(evaluator: Evaluator, node: Node, frame: Frame): Value[] {
  return node.arguments.map((argument) => evaluator.evaluate(argument, frame));
}

/** What a function of this file returns for these arguments: the return that brings most. */
function follow(evaluator: Evaluator, target: JsScope, given: readonly Value[], frame: Frame): Value {
  const bound = new Map<string, Value>();
  for (const [name, { index, fallback }] of target.params) {
    const value = given[index];
    if (value) bound.set(name, value);
    else if (fallback) bound.set(name, evaluator.valueAt(fallback, target));
  }
  // Without a known argument every call is the same call, and its value is remembered.
  const telling = [...bound.values()].some((value) => value.kind !== 'unknown');
  let best: Value = UNKNOWN;
  for (const node of target.returns) {
    const value = evaluator.evaluate(node, { scope: target, bound: telling ? bound : null, depth: frame.depth + 1 });
    if (weight(value) > weight(best)) best = value;
  }
  return alwaysReturns(target) ? best : guessed(best);
}

/** A function whose only way out is the one that is followed. */
function alwaysReturns({ node, returns }: JsScope): boolean {
  if (returns.length !== 1 || node.async || node.generator) return false;
  if (node.body.type !== 'BlockStatement') return true;
  const last = (node.body.body as readonly Node[]).at(-1);
  return last?.type === 'ReturnStatement' && last.argument === returns[0];
}

function weight(value: Value): number {
  if (value.kind === 'text') return 1 + value.literals.length;
  return value.kind === 'unknown' ? 0 : 1;
}
