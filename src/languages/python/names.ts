/**
 * What names and attributes hold in a Python module. In: an evaluator, a name, where and in which frame it is read.
 * Out: its value, folded from the events of its scope; the class behind an object, with its bases in this file.
 */
import { atomText } from '../../syntax/mapped-text.ts';
import { countBefore } from '../strings/before.ts';
import type { Value } from '../strings/values.ts';
import { concat, guessed, itemsOf, preferred, UNKNOWN } from '../strings/values.ts';
import type { Evaluator, Frame } from './evaluator.ts';
import type { BindingEvent, Scope } from './scopes.ts';
import { classOf } from './scopes.ts';
import type { PyNode } from './tree.ts';

/** The class a `self`, a class name or an instance of one stands for. */
export function classBehind(evaluator: Evaluator, object: PyNode, frame: Frame): Scope | null {
  if (object.name === 'CallExpression') return classBehind(evaluator, object.children[0]!, frame);
  if (object.name !== 'VariableName') return null;
  const name = evaluator.source(object);
  if (name === 'self' || name === 'cls') return classOf(frame.scope);
  for (let scope: Scope | null = frame.scope; scope; scope = scope.parent) {
    const found = scope.classes.get(name);
    if (found) return found;
    const made = scope.made.get(name);
    if (made?.name === 'CallExpression' && made.children[0]?.name === 'VariableName')
      return classNamed(evaluator.source(made.children[0]), scope);
  }
  return null;
}

function classNamed(name: string, from: Scope): Scope | null {
  for (let scope: Scope | null = from; scope; scope = scope.parent) {
    const found = scope.classes.get(name);
    if (found) return found;
  }
  return null;
}

/** The classes an attribute is looked for in: the class, then its bases in this file. */
export function lineage(owner: Scope): Scope[] {
  const line = [owner];
  for (let i = 0; i < line.length && line.length < 20; i++) {
    for (const base of line[i]!.bases) {
      const found = classNamed(base, line[i]!.parent ?? line[i]!);
      if (found && !line.includes(found)) line.push(found);
    }
  }
  return line;
}

/** What an attribute of a class or of its bases holds. */
export function readAttribute(evaluator: Evaluator, owner: Scope, name: string, frame: Frame): Value {
  for (const scope of lineage(owner)) {
    const events = scope.events.get(name);
    if (!events) continue;
    const value = readName(evaluator, scope, name, Number.POSITIVE_INFINITY, frame);
    const isOnly =
      !evaluator.mentions.isSetFromOutside(name) &&
      evaluator.scopes.all.every((other) => other === scope || other.kind !== 'class' || !other.events.has(name));
    return isOnly && isSettled(evaluator, name, events, value) ? value : guessed(value);
  }
  return UNKNOWN;
}

/** The value of a name read at `at` in a frame. */
export function lookup(evaluator: Evaluator, name: string, frame: Frame, at: number): Value {
  const given = frame.bound?.get(name);
  if (given) return frame.scope.events.has(name) || given.kind !== 'text' ? guessed(given) : given;
  for (let scope: Scope | null = frame.scope; scope; scope = scope.parent) {
    if (scope.kind === 'class' && scope !== frame.scope) continue;
    const inner = scope === frame.scope;
    const events = scope.events.get(name);
    if (events) {
      const value = readName(evaluator, scope, name, inner ? at : Number.POSITIVE_INFINITY, frame);
      return isSettled(evaluator, name, events, value) ? value : guessed(value);
    }
    const param = scope.params.find((candidate) => candidate.name === name);
    if (param) return param.fallback ? guessed(evaluator.evaluate(param.fallback, frameOf(scope, frame))) : UNKNOWN;
  }
  return UNKNOWN;
}

/** A name that is set once, to text, or to what nothing in the file may have changed since. */
function isSettled(evaluator: Evaluator, name: string, events: readonly BindingEvent[], value: Value): boolean {
  if (evaluator.mentions.setsAnyName) return false;
  const [only, ...others] = events;
  if (others.length > 0 || only?.op !== 'set' || !only.value || isConditional(only.value, Number.POSITIVE_INFINITY))
    return false;
  return value.kind === 'text' || evaluator.mentions.isUntouched(name);
}

function frameOf(scope: Scope, frame: Frame): Frame {
  return scope === frame.scope ? frame : { scope, bound: null, depth: frame.depth };
}

/** Folds the events of a name that stand before `at`, from the last one that sets it. */
export function readName(evaluator: Evaluator, scope: Scope, name: string, at: number, frame: Frame): Value {
  const events = scope.events.get(name) ?? [];
  let end = countBefore(events, at);
  const setBefore = lastSet(events, end);
  if (setBefore < 0 && end < events.length && !events.slice(0, end).some(grows)) end = events.length;
  const start = lastSet(events, end);
  const first = events[start];
  const inner = frameOf(scope, frame);
  const isGiven = start < 0 && scope.params.some((param) => param.name === name);
  let value: Value = UNKNOWN;
  if (first?.value) value = settled(evaluator, events, start, at, inner);
  else if (events.slice(Math.max(0, start), end).some(grows) && !isGiven) value = EMPTY;
  return grow(evaluator, value, events.slice(start + 1, end), inner);
}

/** What the last assignment gives, or, where it stands in a branch, the better of it and those it may not have replaced. */
function settled(
  evaluator: Evaluator,
  events: readonly BindingEvent[],
  start: number,
  at: number,
  frame: Frame,
): Value {
  let value: Value | null = null;
  for (let index = start, seen = 0; index >= 0 && seen < ALTERNATIVES; index -= 1) {
    const event = events[index]!;
    if (event.op === 'unknown') return value ?? UNKNOWN;
    if (event.op !== 'set' || !event.value) continue;
    seen += 1;
    const one = evaluator.evaluate(event.value, frameAt(evaluator, event.value, frame));
    value = value === null ? one : preferred(one, value);
    if (!isConditional(event.value, at)) break;
  }
  return value ?? UNKNOWN;
}

/** Assignments to one name that are weighed against each other. */
const ALTERNATIVES = 8;

/** In a branch that the place of reading is not in. */
function isConditional(node: PyNode, at: number): boolean {
  for (let current = node.parent; current; current = current.parent) {
    if (current.name === 'FunctionDefinition' || current.name === 'ClassDefinition') return false;
    if (/^(?:If|Try|Match)Statement$/.test(current.name)) return at < current.from || at > current.to;
  }
  return false;
}

/** Events of `self.x` stand in methods of the class. */
function frameAt(evaluator: Evaluator, node: PyNode, frame: Frame): Frame {
  const scope = evaluator.scopes.of(node);
  return scope === frame.scope ? frame : { scope, bound: null, depth: frame.depth };
}

function grow(evaluator: Evaluator, base: Value, events: readonly BindingEvent[], frame: Frame): Value {
  if (events.length === 0) return base;
  const texts: Value[] = [base];
  let list: Value[] | null = base.kind === 'list' ? [...base.items] : null;
  let dict: Map<string, Value> | null = base.kind === 'dict' ? new Map(base.entries) : null;
  for (const event of events) {
    evaluator.charge();
    if (!event.value) continue;
    const value = evaluator.evaluate(event.value, frameAt(evaluator, event.value, frame));
    if (event.op === 'item' && event.key) {
      dict ??= new Map();
      dict.set(evaluator.keyText(event.key), value);
    } else if (event.op === 'line') {
      list ??= [];
      list.push(value, { kind: 'text', text: atomText('\n', event.at), literals: [], transforms: 0 });
    } else if (list) list.push(...(event.op === 'append' ? [value] : itemsOf(value)));
    else if (event.op === 'append' && base === EMPTY) list = [value];
    else if (value.kind === 'list' && event.op !== 'append') list = itemsOf(value);
    else texts.push(value);
    if (evaluator.spent) return UNKNOWN;
  }
  if (dict) return guessed({ kind: 'dict', entries: dict });
  if (list) return { kind: 'list', items: list, guess: true };
  return concat(texts, events[0]!.at);
}

/** A name that only grows: a file that is written to, a list made elsewhere. */
const EMPTY: Value = { kind: 'list', items: [] };

function lastSet(events: readonly BindingEvent[], end: number): number {
  for (let i = end - 1; i >= 0; i--) if (events[i]!.op === 'set' || events[i]!.op === 'unknown') return i;
  return -1;
}

function grows(event: BindingEvent): boolean {
  return event.op === 'add' || event.op === 'append' || event.op === 'line' || event.op === 'extend';
}
