/**
 * The text a Python expression makes, as far as the source alone tells. In: the file, its tree and scopes, a node.
 * Out: a Value; what only the running program knows is a hole in it. Bounded by depth and by a purse of work; when the
 * purse is empty values are unknown and `spent` says so.
 */
import type { MappedText } from '../../contracts.ts';
import { Evaluation } from '../strings/evaluation.ts';
import type { Value } from '../strings/values.ts';
import { concat, guessed, itemsOf, preferred, scalar, UNKNOWN, ValueBuilder } from '../strings/values.ts';
import { callText, copyEntries } from './calls.ts';
import type { Evaluator, Frame } from './evaluator.ts';
import { percentFormat } from './formats.ts';
import { appendLiteral } from './literals.ts';
import { Mentions } from './mentions.ts';
import { classBehind, lookup, readAttribute, readName } from './names.ts';
import type { Scopes } from './scopes.ts';
import { bindingPlace } from './scopes.ts';
import type { PyNode } from './tree.ts';
import { childNamed, meaningful } from './tree.ts';

/** Nested evaluations: expressions, names and calls together. */
const DEPTH = 120;
/** Pieces and kilobytes copied, and nodes evaluated, in one file. */
const WORK = 3_000_000;

export class PythonEvaluator implements Evaluator {
  readonly file: MappedText;
  readonly scopes: Scopes;
  readonly #evaluation = new Evaluation<PyNode>({ depth: DEPTH, work: WORK });

  readonly mentions: Mentions;

  constructor(file: MappedText, scopes: Scopes) {
    this.file = file;
    this.scopes = scopes;
    this.mentions = new Mentions(file.text, scopes.all[0]!.node);
  }

  get spent(): boolean {
    return this.#evaluation.spent;
  }

  /** Takes one step of work from the purse. */
  charge(): void {
    this.#evaluation.charge();
  }

  source(node: PyNode): string {
    return this.file.text.slice(node.from, node.to);
  }

  /** The value of a node where it stands, parameters at their defaults. */
  valueOf(node: PyNode): Value {
    return this.evaluate(node, { scope: this.scopes.of(node), bound: null, depth: 0 });
  }

  /** A literal by itself, fields as holes: what is left when the purse is empty. */
  literalAlone(node: PyNode): Value {
    const parts = node.name === 'ContinuedString' ? meaningful(node) : [node];
    const builder = new ValueBuilder();
    for (const part of parts) {
      builder.literal(part.index);
      appendLiteral(builder.out, this.file, part, (field, out) => out.hole(field.from));
    }
    return builder.build();
  }

  evaluate(node: PyNode, frame: Frame): Value {
    return this.#evaluation.valueOf(node, frame, (inner, at) => this.#compute(inner, at));
  }

  #compute(node: PyNode, frame: Frame): Value {
    switch (node.name) {
      case 'String':
      case 'FormatString':
        return this.#literal(node, frame);
      case 'ContinuedString':
        return concat(
          meaningful(node).map((part) => this.evaluate(part, frame)),
          node.from,
        );
      case 'ParenthesizedExpression':
      case 'AwaitExpression':
      case 'NamedExpression':
        return this.#last(node, frame);
      case 'BinaryExpression':
        return this.#binary(node, frame);
      case 'ConditionalExpression':
        return this.#conditional(node, frame);
      case 'CallExpression':
        return callText(this, node, frame);
      case 'VariableName':
        return lookup(this, this.source(node), frame, node.from);
      case 'MemberExpression':
        return this.#member(node, frame);
      case 'ArrayExpression':
      case 'TupleExpression':
      case 'SetExpression':
        return this.#list(node, frame);
      case 'ArrayComprehensionExpression':
      case 'ComprehensionExpression':
      case 'SetComprehensionExpression':
        return {
          kind: 'list',
          items: meaningful(node)
            .slice(0, 1)
            .map((item) => guessed(this.evaluate(item, frame))),
          guess: true,
        };
      case 'DictionaryExpression':
        return this.#dictionary(node, frame);
      case 'Number':
      case 'Boolean':
      case 'None':
        return scalar(this.source(node), jsonScalar(this.source(node)), node.from);
      default:
        return UNKNOWN;
    }
  }

  #list(node: PyNode, frame: Frame): Value {
    const items = meaningful(node).map((item) => this.evaluate(item, frame));
    const isWhole = node.name !== 'SetExpression' && !node.children.some(({ name }) => name === '*');
    return { kind: 'list', items, ...(isWhole ? {} : { guess: true }) };
  }

  #last(node: PyNode, frame: Frame): Value {
    const inner = meaningful(node).at(-1);
    return inner ? this.evaluate(inner, frame) : UNKNOWN;
  }

  #literal(node: PyNode, frame: Frame): Value {
    const builder = new ValueBuilder().literal(node.index);
    appendLiteral(builder.out, this.file, node, (field) => {
      const expression = meaningful(field)[0];
      const conversion = childNamed(field, 'FormatConversion');
      const given = expression ? this.evaluate(expression, frame) : UNKNOWN;
      const value = childNamed(field, 'FormatSpec') ? guessed(given) : given;
      if (value.kind === 'text' && conversion && this.source(conversion) === '!r')
        builder.credit(value).out.atom(JSON.stringify(value.text.text), field.from);
      else builder.add(value, field.from);
    });
    return builder.build();
  }

  /** Walks down the left side of `a + b + c`: a chain may be as long as the file. */
  #binary(node: PyNode, frame: Frame): Value {
    const rights: PyNode[] = [];
    let current = node;
    while (current.name === 'BinaryExpression' && this.#operator(current) === '+' && current.children.length === 3) {
      rights.push(current.children[2]!);
      current = current.children[0]!;
    }
    if (rights.length > 0) {
      const values = [current, ...rights.reverse()].map((part) => this.evaluate(part, frame));
      if (values.some((value) => value.kind === 'list')) return { kind: 'list', items: values.flatMap(itemsOf) };
      return values.some((value) => value.kind === 'text') ? concat(values, node.from) : UNKNOWN;
    }
    const [left, , right] = node.children;
    if (!left || !right) return UNKNOWN;
    const operator = this.#operator(node);
    if (operator === '%') return this.#percent(left, right, frame);
    if (operator === 'or' || operator === 'and') {
      const first = this.evaluate(operator === 'or' ? left : right, frame);
      return guessed(first.kind === 'unknown' ? this.evaluate(operator === 'or' ? right : left, frame) : first);
    }
    if (operator === '|') return this.#merged(left, right, frame);
    return operator === '*' ? guessed(this.evaluate(left, frame)) : UNKNOWN;
  }

  /** `defaults | given`: the right side's value takes the left side's place. */
  #merged(left: PyNode, right: PyNode, frame: Frame): Value {
    const [first, second] = [this.evaluate(left, frame), this.evaluate(right, frame)];
    if (first.kind !== 'dict' || second.kind !== 'dict') return UNKNOWN;
    const entries = new Map<string, Value>();
    copyEntries(this, first, entries);
    copyEntries(this, second, entries);
    return { kind: 'dict', entries, ...(first.guess || second.guess ? { guess: true } : {}) };
  }

  #operator(node: PyNode): string {
    const operator = node.children[1];
    return operator ? this.source(operator) : '';
  }

  #percent(left: PyNode, right: PyNode, frame: Frame): Value {
    const template = this.evaluate(left, frame);
    if (template.kind !== 'text') return UNKNOWN;
    const filling = this.evaluate(right, frame);
    return percentFormat(template, (name, position) => {
      if (filling.kind === 'dict') return filling.entries.get(name) ?? UNKNOWN;
      if (filling.kind === 'list') return filling.items[position] ?? UNKNOWN;
      return position === 0 ? filling : UNKNOWN;
    });
  }

  /** The side that brings more; the other is read on its own. */
  #conditional(node: PyNode, frame: Frame): Value {
    const [yes, , , , no] = node.children;
    const first = yes ? this.evaluate(yes, frame) : UNKNOWN;
    const second = no ? this.evaluate(no, frame) : UNKNOWN;
    return preferred(first, second);
  }

  #dictionary(node: PyNode, frame: Frame): Value {
    const entries = new Map<string, Value>();
    let isWhole = true;
    node.children.forEach((child, i) => {
      const key = node.children[i - 1];
      const value = node.children[i + 1];
      if (child.name === '**' && value) {
        const spread = this.evaluate(value, frame);
        isWhole &&= spread.kind === 'dict' && !spread.guess;
        copyEntries(this, spread, entries);
      }
      if (child.name !== ':') return;
      isWhole &&= key?.name === 'String';
      if (key?.name === 'String' && value) entries.set(this.keyText(key), this.evaluate(value, frame));
    });
    const made: Value = { kind: 'dict', entries };
    return isWhole ? made : guessed(made);
  }

  /** The text of a literal key. */
  keyText(key: PyNode): string {
    const builder = new ValueBuilder();
    appendLiteral(builder.out, this.file, key, () => {});
    return builder.out.build().text;
  }

  #member(node: PyNode, frame: Frame): Value {
    const object = node.children[0]!;
    if (node.children.at(-1)?.name === ']') {
      const holder = this.evaluate(object, frame);
      const key = meaningful(node).at(-1);
      if (!key) return UNKNOWN;
      if (holder.kind === 'dict' && key.name === 'String') return holder.entries.get(this.keyText(key)) ?? UNKNOWN;
      return holder.kind === 'list' && key.name === 'Number'
        ? (holder.items[Number(this.source(key))] ?? UNKNOWN)
        : UNKNOWN;
    }
    const property = node.children.at(-1);
    const owner = property?.name === 'PropertyName' ? classBehind(this, object, frame) : null;
    if (owner) return readAttribute(this, owner, this.source(property!), frame);
    const place = bindingPlace(this.file.text, node, frame.scope);
    return place ? readName(this, place.scope, place.name, node.from, frame) : UNKNOWN;
  }
}

const JSON_NAMES: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

/** A number that JSON has as well, a truth value or nothing, as JSON writes it. */
function jsonScalar(written: string): string {
  const name = JSON_NAMES[written];
  return name ?? String(Number(written.replaceAll('_', '')));
}
