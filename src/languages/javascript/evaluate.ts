/**
 * The text a JavaScript expression makes, as far as the source alone tells. In: the file, its bindings, a node and its scope.
 * Out: a Value; what only the running program knows is a hole in it. Bounded by depth and by a purse of work.
 */
import type { MappedText } from '../../contracts.ts';
import type { Node } from '../../syntax/tree.ts';
import { bare, isFunction } from '../../syntax/tree.ts';
import { countBefore } from '../strings/before.ts';
import { Evaluation } from '../strings/evaluation.ts';
import type { Value } from '../strings/values.ts';
import { concat, guessed, itemsOf, preferred, scalar, UNKNOWN, ValueBuilder } from '../strings/values.ts';
import type { JsEvent, JsScope, JsScopes } from './bindings.ts';
import { pathOf } from './callees.ts';
import { callText } from './calls.ts';
import type { Evaluator, Frame } from './evaluator.ts';
import { appendCooked } from './literals.ts';
import { Mentions } from './mentions.ts';

const DEPTH = 100;
/** Pieces and kilobytes copied, and nodes evaluated, in one file. */
const WORK = 2_000_000;

export class JsEvaluator implements Evaluator {
  readonly file: MappedText;
  readonly scopes: JsScopes;
  readonly #evaluation = new Evaluation<Node>({ depth: DEPTH, work: WORK });

  readonly #mentions: Mentions;

  constructor(file: MappedText, scopes: JsScopes) {
    this.file = file;
    this.scopes = scopes;
    this.#mentions = new Mentions(scopes.all[0]!.node);
  }

  get spent(): boolean {
    return this.#evaluation.spent;
  }

  valueAt(node: Node, scope: JsScope): Value {
    return this.evaluate(node, { scope, bound: null, depth: 0 });
  }

  /** A literal by itself, substitutions as holes: what is left when the purse is empty. */
  literalAlone(node: Node): Value {
    if (node.type === 'Literal') return this.#literal(node);
    const builder = new ValueBuilder().literal(node.start);
    node.quasis.forEach((quasi, i) => {
      appendCooked(builder.out, this.file, quasi.start, quasi.end);
      const expression = node.expressions[i];
      if (expression) builder.out.hole(this.file.at(expression.start));
    });
    return builder.build();
  }

  evaluate(node: Node, frame: Frame): Value {
    return this.#evaluation.valueOf(bare(node), frame, (inner, at) => this.#compute(inner, at));
  }

  #compute(node: Node, frame: Frame): Value {
    switch (node.type) {
      case 'Literal':
        return this.#literal(node);
      case 'TemplateLiteral':
        return this.template(node, frame, true);
      case 'TaggedTemplateExpression':
        return this.template(node.quasi, frame, pathOf(node.tag) !== 'String.raw');
      case 'BinaryExpression':
        return this.#plus(node, frame);
      case 'ConditionalExpression':
        return this.#larger(node.consequent, node.alternate!, frame);
      case 'LogicalExpression':
        return node.operator === '&&'
          ? guessed(this.evaluate(node.right, frame))
          : this.#larger(node.left, node.right, frame);
      case 'AssignmentExpression':
        return node.operator === '=' ? this.evaluate(node.right, frame) : UNKNOWN;
      case 'AwaitExpression':
        return node.argument ? this.evaluate(node.argument, frame) : UNKNOWN;
      case 'ArrayExpression':
        return {
          kind: 'list',
          items: node.elements.map((item) => (item ? this.evaluate(item, frame) : UNKNOWN)),
          ...(node.elements.some((item) => item?.type === 'SpreadElement') ? { guess: true } : {}),
        };
      case 'ObjectExpression':
        return this.#object(node, frame);
      case 'Identifier':
        return this.lookup(node.name, frame, node.start);
      case 'MemberExpression':
        return this.#member(node, frame);
      case 'CallExpression':
        return callText(this, node, frame);
      default:
        return UNKNOWN;
    }
  }

  #literal(node: Node): Value {
    if (typeof node.value === 'number' || typeof node.value === 'boolean' || (node.value === null && !node.regex))
      return scalar(String(node.value), JSON.stringify(node.value), this.file.at(node.start));
    if (typeof node.value !== 'string') return UNKNOWN;
    const builder = new ValueBuilder().literal(node.start);
    appendCooked(builder.out, this.file, node.start + 1, node.end - 1);
    return builder.build();
  }

  template(node: Node, frame: Frame, cooked: boolean): Value {
    const builder = new ValueBuilder().literal(node.start);
    node.quasis.forEach((quasi, i) => {
      if (cooked) appendCooked(builder.out, this.file, quasi.start, quasi.end);
      else builder.out.copy(this.file, quasi.start, quasi.end);
      const expression = node.expressions[i];
      if (!expression) return;
      const value = this.evaluate(expression, frame);
      // An array in a template is joined with commas; what is worth reading stands in its items.
      const text = value.kind === 'list' ? guessed(concat(value.items, this.file.at(expression.start))) : value;
      builder.add(text, this.file.at(expression.start));
    });
    return builder.build();
  }

  /** Walks down the left side of `a + b + c`: a chain may be as long as the file. */
  #plus(node: Node, frame: Frame): Value {
    if (node.operator !== '+') return UNKNOWN;
    const rights: Node[] = [];
    let current = node;
    while (current.type === 'BinaryExpression' && current.operator === '+') {
      rights.push(current.right);
      current = bare(current.left);
    }
    const values = [current, ...rights.reverse()].map((part) => this.evaluate(part, frame));
    return values.some((value) => value.kind === 'text') ? concat(values, this.file.at(node.start)) : UNKNOWN;
  }

  /** The side that brings more; the other is read on its own. */
  #larger(a: Node, b: Node, frame: Frame): Value {
    const first = this.evaluate(a, frame);
    const second = this.evaluate(b, frame);
    return preferred(first, second);
  }

  #object(node: Node, frame: Frame): Value {
    const entries = new Map<string, Value>();
    let isWhole = true;
    for (const property of node.properties) {
      isWhole &&= property.type === 'Property' && !property.computed && isKept(property);
      if (property.type !== 'Property' || property.computed) continue;
      const { key } = property;
      const name = key.type === 'Identifier' ? key.name : String(key.value);
      entries.set(name, this.evaluate(property.value, frame));
    }
    const made: Value = { kind: 'dict', entries };
    return isWhole ? made : guessed(made);
  }

  #member(node: Node, frame: Frame): Value {
    const holder = this.evaluate(node.object, frame);
    const key = node.computed ? node.property.value : node.property.name;
    if (holder.kind === 'dict') return holder.entries.get(String(key)) ?? UNKNOWN;
    if (holder.kind === 'list' && typeof key === 'number') return holder.items[key] ?? UNKNOWN;
    if (holder.kind === 'list' && key === 'length' && !holder.guess) {
      const length = String(holder.items.length);
      return scalar(length, length, this.file.at(node.start));
    }
    const path = pathOf(node);
    const events = path?.includes('.') ? frame.scope.events.get(path) : undefined;
    return events ? guessed(this.#read(frame.scope, events, node.start, frame)) : UNKNOWN;
  }

  /** The function a callee stands for, with the scope it closes over. */
  functionBehind(callee: Node, frame: Frame): JsScope | null {
    const node = bare(callee);
    if (isFunction(node)) return this.scopes.byNode.get(node) ?? null;
    if (node.type !== 'Identifier') return null;
    for (let scope: JsScope | null = frame.scope; scope; scope = scope.parent) {
      const made = scope.made.get(node.name);
      if (made && isFunction(bare(made))) return this.scopes.byNode.get(bare(made)) ?? null;
    }
    return null;
  }

  lookup(name: string, frame: Frame, at: number): Value {
    const given = frame.bound?.get(name);
    if (given) return frame.scope.events.has(name) || given.kind !== 'text' ? guessed(given) : given;
    for (let scope: JsScope | null = frame.scope; scope; scope = scope.parent) {
      const events = scope.events.get(name);
      if (events) {
        const value = this.#read(scope, events, scope === frame.scope ? at : Number.POSITIVE_INFINITY, frame);
        return this.#isSettled(name, events, value) ? value : guessed(value);
      }
      const param = scope.params.get(name);
      if (param) return param.fallback ? guessed(this.evaluate(param.fallback, this.#frameOf(scope, frame))) : UNKNOWN;
    }
    return UNKNOWN;
  }

  /** A name that is set once, to text, or to what nothing in the file may have changed since. */
  #isSettled(name: string, events: readonly JsEvent[], value: Value): boolean {
    if (events.length !== 1 || events[0]!.op !== 'set') return false;
    return value.kind === 'text' || this.#mentions.isUntouched(name);
  }

  /** What a name of this scope holds when the scope ends. */
  grown(name: string, frame: Frame): Value {
    return this.#read(frame.scope, frame.scope.events.get(name) ?? [], Number.POSITIVE_INFINITY, frame);
  }

  #frameOf(scope: JsScope, frame: Frame): Frame {
    return scope === frame.scope ? frame : { scope, bound: null, depth: frame.depth };
  }

  /** Folds the events of a name that stand before `at`, from the last one that sets it. */
  #read(scope: JsScope, events: readonly JsEvent[], at: number, frame: Frame): Value {
    const before = countBefore(events, at);
    const end = before === 0 ? events.length : before;
    let start = end - 1;
    while (start >= 0 && events[start]!.op !== 'set' && events[start]!.op !== 'unknown') start--;
    const inner = this.#frameOf(scope, frame);
    const first = events[start]?.values[0];
    const grown = events.slice(start + 1, end);
    const base = first ? this.evaluate(first, inner) : grown.length > 0 ? EMPTY : UNKNOWN;
    return this.#grow(base, grown, inner);
  }

  #grow(base: Value, events: readonly JsEvent[], frame: Frame): Value {
    if (events.length === 0) return base;
    const texts: Value[] = base === EMPTY ? [] : [base];
    const list: Value[] | null = base.kind === 'list' ? [...base.items] : null;
    for (const event of events) {
      this.#evaluation.charge();
      const values = event.values.map((node) => this.evaluate(node, frame));
      if (list) list.push(...(event.op === 'append' ? values : values.flatMap(itemsOf)));
      else texts.push(...values);
      if (this.spent) return UNKNOWN;
    }
    return list ? { kind: 'list', items: list } : concat(texts, this.file.at(events[0]!.at));
  }
}

const EMPTY: Value = { kind: 'list', items: [] };

/** What JSON keeps of an object: no function, nothing that is not set. */
function isKept({ kind, value }: Node): boolean {
  const given = value as unknown as Node;
  return kind === 'init' && !isFunction(given) && !(given.type === 'Identifier' && given.name === 'undefined');
}
